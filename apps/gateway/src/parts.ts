/** The parts of the gateway. `PARTS` switches them off: what is off is not loaded. */
import type { GatewayPart } from '@toolpress/contract';
import type { Part } from './part.js';

/** The parts that store data of accounts. */
const STORING: readonly GatewayPart[] = ['webhooks', 'jobs'];

const LOADERS: Readonly<Record<GatewayPart, () => Promise<{ part: Part }>>> = {
  'gotenberg-forms': () => import('./gotenberg-forms/part.js'),
  webhooks: () => import('./webhooks/part.js'),
  buckets: () => import('./buckets/part.js'),
  credentials: () => import('./credentials/part.js'),
  jobs: () => import('./jobs/part.js'),
  studio: () => import('./studio/part.js'),
  oauth: () => import('./oauth/part.js'),
  'sign-in': () => import('./sign-in/part.js'),
  mcp: () => import('./mcp/part.js'),
};

/** Loads parts. @param names are those of `PARTS`, which may contain parts of workers. */
export async function loadParts(names: readonly string[]): Promise<Part[]> {
  const loading = Object.entries(LOADERS).flatMap(([name, load]) => (names.includes(name) ? [load()] : []));
  return (await Promise.all(loading)).map(({ part }) => part);
}

/** Loads the parts that are switched off and may have stored data before. @param names as in `loadParts`. */
export const loadIdleParts = (names: readonly string[]): Promise<Part[]> =>
  loadParts(STORING.filter((name) => !names.includes(name)));
