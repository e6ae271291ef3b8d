/** Plays Gotenberg's own scenarios, which its Go module contains, against this service. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { type Scenario, scenariosOf } from './feature.js';
import { reasonToLeaveOut } from './left-out.js';
import { play, type Surroundings } from './steps.js';

const MODULE = 'github.com/gotenberg/gotenberg/v8@v8.36.0';
const FEATURES = ['chromium_convert_html', 'chromium_convert_markdown', 'chromium_concurrent', 'health', 'version'];

export interface Outcome {
  feature: string;
  name: string;
  /** Why it was left out, or why it failed. */
  leftOut?: string;
  fault?: string;
  /** For a scenario that is left out because of some of its requests: the faults of the others, and their number. */
  others?: { faults: string[]; count: number };
}

/** Returns the folder of the integration tests in the module; undefined without Go or its proxy. */
export function integrationTests(): string | undefined {
  try {
    const json = execFileSync('go', ['mod', 'download', '-json', MODULE], { encoding: 'utf8', cwd: '/' });
    return join((JSON.parse(json) as { Dir: string }).Dir, 'test/integration');
  } catch {
    return undefined;
  }
}

/** @param data the folder of the integration tests. @param only a part of the names of the scenarios to play. */
export async function playAll(data: string, only = ''): Promise<Outcome[]> {
  const env = { COMPAT: 'gotenberg', OUTBOUND_ALLOW: TARGET_ADDRESS, RENDER_CONCURRENCY: '2' };
  // Images are encoded again by one thread, which takes long beside other tests.
  const limits = { RENDER_PRINT_LIMIT_MS: '100000', RENDER_DEADLINE_MS: '120000' };
  const service = await TestService.start({ env: { ...env, ...limits } });
  try {
    const { url: plainUrl } = await service.addGateway({ COMPAT: '' });
    const outcomes: Outcome[] = [];
    for (const feature of FEATURES)
      for (const scenario of scenariosOf(readFileSync(join(data, `features/${feature}.feature`), 'utf8'))) {
        const { name } = scenario;
        if (!name.includes(only)) continue;
        const leftOut = reasonToLeaveOut(scenario, data);
        if (leftOut !== undefined) {
          const others = await playOthers(scenario, { service, plainUrl, data });
          outcomes.push({ feature, name, leftOut, ...(others.count > 0 && { others }) });
        } else
          await play(scenario, { service, plainUrl, data }).then(
            () => outcomes.push({ feature, name }),
            (error: Error) => outcomes.push({ feature, name, fault: error.message }),
          );
      }
    // Forms leave no file.
    await eventually(() => {
      const files = readdirSync(service.storageFolder, { recursive: true, encoding: 'utf8' });
      const left = files.filter((name) => /\.(?:pdf|zip)$/.test(name));
      if (left.length > 0) throw new Error(`${left.length} files are left: ${left[0]}`);
    });
    return outcomes;
  } finally {
    await service.stop();
  }
}

/** Plays each request of a scenario of refused requests alone, except those that need scripts or URLs. */
async function playOthers(
  { name, steps }: Scenario,
  around: Surroundings,
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  if (!name.includes('Bad Request')) return { faults, count };
  const starts = steps.flatMap(({ text }, index) => (text.startsWith('I make ') ? [index] : []));
  for (const [index, start] of starts.entries()) {
    const one = { name, steps: steps.slice(start, starts[index + 1]) };
    if (reasonToLeaveOut(one, around.data) !== undefined) continue;
    count += 1;
    await play(one, around).catch((error: Error) => faults.push(error.message));
  }
  return { faults, count };
}
