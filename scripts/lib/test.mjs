/** `scripts/test`: the checks and tests that every change must pass. */
import { runCommand } from './problem.mjs';
import { mustRun, ROOT } from './run.mjs';
import { mochaArguments, triesAllCases, triesLongTests } from './testing/mocha-arguments.mjs';
import { removeOrphans } from './testing/orphans.mjs';
import { prepareTests, withStore } from './testing/prepare-tests.mjs';

const HELP = `scripts/test [mocha's options] [test files or folders]

Installs missing dependencies, checks style and types, builds, and runs the tests against real servers: Redis, Chromium
and an S3 server, whose tests come last, because it may have to be compiled. The last line is "N passed, N failed, N skipped". The exit code is 0 when no test failed
and no process or file remains.

  scripts/test --all              also the long tests and all generated cases: faults, fairness, hostile documents
  scripts/test --all=1/3          a third of the long tests
  scripts/test --grep "paper sizes"
  scripts/test packages/storage apps/gateway/dist/api

The S3 server is the first of these: S3_TEST_ENDPOINT (with S3_TEST_ACCESS_KEY and S3_TEST_SECRET_KEY), TOOLPRESS_MINIO (a
binary) or minio on PATH, TOOLPRESS_VERSITYGW or versitygw on PATH, versitygw compiled with Go, MinIO in a container. Long
tests take MinIO only. TOOLPRESS_STORE=minio, versitygw or seaweedfs (TOOLPRESS_SEAWEEDFS, or weed on PATH) chooses one.
Without any, those tests are skipped; with CI=true they fail.`;

await runCommand(async ({ args, progress, stop }) => {
  await removeOrphans(ROOT);
  // Long tests need more of a store than others, and would wait for it longer than a test may take.
  const needsMinio = triesLongTests(args);
  return withStore(progress, stop, needsMinio, async ({ env, file }) => {
    const browser = await prepareTests(progress, stop);
    // All checks run to their end, so that no process remains. Then the first failure is reported.
    const checks = [
      check('Style', 'node_modules/.bin/biome', ['ci', `--colors=${progress.coloured ? 'force' : 'off'}`, '.']),
      check('Directions of imports', 'node_modules/.bin/depcruise', ['apps', 'packages', 'scripts']),
      check('Unused code', 'node_modules/.bin/knip', ['--no-progress']),
      check('Regular expressions', process.execPath, ['scripts/lib/regular-expressions.mjs']),
      check('Types of the scripts', 'node_modules/.bin/tsc', ['--project', 'scripts/tsconfig.json']),
    ];
    await Promise.allSettled(checks);
    await Promise.all(checks);
    const store = needsMinio ? await env : { TOOLPRESS_STORE_FILE: file };
    return test({ ...process.env, CHROME_PATH: browser, ...store });
  });

  /**
   * @param {string} label
   * @param {string} command
   * @param {string[]} commandArgs
   */
  async function check(label, command, commandArgs) {
    await progress.step(label, () => mustRun(label, command, commandArgs, { signal: stop }));
  }

  /** @param {Record<string, string | undefined>} env */
  async function test(env) {
    const { runMocha } = await import('./testing/mocha.mjs'); // built by now
    const { code, tally, left } = await runMocha({
      root: ROOT,
      args: mochaArguments(args, { cwd: process.cwd(), root: ROOT }),
      env: { ...env, TOOLPRESS_ALL_TESTS: String(triesAllCases(args)) },
      signal: stop,
    });
    for (const one of left) progress.warn(`Not cleaned up by the tests: ${one}`);
    if (tally === undefined) {
      progress.line(`mocha ended early, with ${code}.`);
      return 1;
    }
    const nothingRan = tally === '0 passed, 0 failed, 0 skipped';
    if (nothingRan) progress.warn('No test ran.');
    progress.line(tally);
    return code !== 0 || left.length > 0 || nothingRan ? 1 : 0;
  }
}, HELP);
