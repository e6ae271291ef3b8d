/**
 * Loaded into gateway and worker by `NODE_OPTIONS`: V8 counts which functions run. Each SIGUSR2 writes the service's own
 * files in which a function has run since the last one, a JSON array, to `<pid>.json` in the folder that
 * TOOLPRESS_COVERAGE_FOLDER names.
 */
import { rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OURS = /\/((?:packages|apps)\/[^/]+)\/dist\/(.+)\.js$/;

if (isMainThread) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.on('SIGUSR2', async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const run = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    const files = run.flatMap(({ url }) => {
      const [, folder, name] = OURS.exec(url) ?? [];
      return folder === undefined ? [] : [`${folder}/src/${name}.ts`];
    });
    const path = join(process.env['TOOLPRESS_COVERAGE_FOLDER'] ?? '.', `${process.pid}.json`);
    await writeFile(`${path}.partial`, JSON.stringify(files));
    await rename(`${path}.partial`, path); // a reader that waits for the file finds all of it
  });
}
