import { fileURLToPath } from 'node:url';
import { startProcess } from '@toolpress/testkit';

const PROGRAM = fileURLToPath(new URL('./http-server.mjs', import.meta.url));

/** Starts the benchmarks' target: in its own process, for a request within one would cross no border. */
export async function startTarget() {
  const target = startProcess(process.execPath, [PROGRAM]);
  await target.waitFor(/at \S+\.\n/, 60_000);
  const [, url = ''] = /at (\S+)\.\n/.exec(target.output()) ?? [];
  return { url, end: () => target.end() };
}
