/** What the kinds of endpoints have in the OpenAPI document: those of callers, tools, of the operator and open ones. */
import { TOOLS } from '@toolpress/contract';
import type { AnyToolEndpoint, CallerEndpoint, Endpoint } from '../api/endpoint.js';
import type { Precondition } from '../api/preconditions.js';
import { type HEADERS, RATE_LIMIT } from './headers.js';

export const TAGS = {
  tools: 'The tools; a successful call is charged actions.',
  jobs: 'Asynchronous PDF jobs and batches.',
  account: 'The data of an account, and its usage.',
  operator: 'Accounts, tokens and settings; for the operator.',
  operations: 'Health, and the links to files.',
};

export const BINARY = { schema: { type: 'string', format: 'binary' } };

/** What describes an endpoint beside what all have. */
interface Kind {
  tag: keyof typeof TAGS;
  scheme?: 'apiToken' | 'adminToken';
  status?: number;
  /** Further headers of the answer. */
  headers?: readonly (keyof typeof HEADERS)[];
  /** A further sentence of the description. */
  sentence?: string | undefined;
  requestBody?: ReturnType<typeof streamedBody>;
  /** The `metadata` of the answer’s example. */
  metadata?: object;
  /** A further media type of the answer. */
  bytes?: string | undefined;
  isEventStream?: boolean | undefined;
  conditions?: readonly Precondition[] | undefined;
  /** Whether it can answer with a job. */
  isDeferred?: boolean;
}

/** Returns what describes an endpoint by its access. */
export function kindOf(endpoint: Endpoint): Kind {
  if (endpoint.access === 'open') return { tag: 'operations' };
  if (endpoint.access === 'operator') return { tag: 'operator', scheme: 'adminToken' };
  return endpoint.tool === undefined ? kindOfCallers(endpoint) : kindOfTool(endpoint);
}

function kindOfCallers(endpoint: CallerEndpoint<unknown, unknown, unknown>): Kind {
  const { path, stream, locationOf, etagOf, status = locationOf ? 202 : 200, isEventStream } = endpoint;
  return {
    tag: /^\/api\/(jobs|batches|uploads)/.test(path) ? 'jobs' : 'account',
    scheme: 'apiToken',
    status,
    headers: [...(locationOf ? (['Location'] as const) : []), ...(etagOf ? (['ETag'] as const) : []), ...RATE_LIMIT],
    sentence: stream?.description,
    ...(stream && { requestBody: streamedBody(stream) }),
    isEventStream,
    conditions: endpoint.conditions,
  };
}

const kindOfTool = ({ tool, bytes, asJob }: AnyToolEndpoint): Kind => ({
  tag: 'tools',
  scheme: 'apiToken',
  headers: RATE_LIMIT,
  sentence: asJob && RESPOND_ASYNC,
  metadata: { actions_consumed: TOOLS[tool].actions },
  bytes,
  isDeferred: asJob !== undefined,
});

const streamedBody = ({ mediaTypes, example }: NonNullable<CallerEndpoint<unknown, unknown, unknown>['stream']>) => ({
  required: true,
  content: { [mediaTypes[0]]: { schema: { type: 'string', format: 'binary' }, example } },
});

const RESPOND_ASYNC =
  'With the header `Prefer: respond-async` it answers 202 and an asynchronous job, as `POST /api/jobs` does';
