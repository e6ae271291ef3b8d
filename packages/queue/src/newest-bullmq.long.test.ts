import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const run = promisify(execFile);
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TESTS = ['queue', 'slow-queue', 'replies', 'lost-answers', 'dead-workers', 'scheduled-jobs', 'assembly'];

describe('The newest BullMQ that package.json allows', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-bullmq-'));
    const { dependencies } = JSON.parse(await readFile(fileOf('../package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const quietly = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    const wanted = ['bullmq', 'ioredis'].map((name) => `${name}@${dependencies[name]}`);
    await run('npm', ['install', ...quietly, ...wanted], { cwd: folder });
  });
  after(() => rm(folder, { recursive: true }));

  it('passes the tests of the queue', async () => {
    const mocha = fileOf('../../../node_modules/mocha/bin/mocha.js');
    const files = TESTS.map((name) => fileOf(`./${name}.test.js`));
    const { stdout } = await run(
      process.execPath,
      [
        '--import',
        new URL('./testing/other-bullmq.js', import.meta.url).href,
        mocha,
        '--no-config',
        '--exit',
        '--timeout=120000',
        ...files,
      ],
      { cwd: folder, env: { ...process.env, BULLMQ_FOLDER: folder }, maxBuffer: 1 << 24 },
    ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
    expect(stdout)
      .to.match(/\d\d passing/)
      .and.not.match(/\d failing/);
  });
});
