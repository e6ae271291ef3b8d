import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const MOCHA = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js');
const REPORTER = fileURLToPath(new URL('reporter.js', import.meta.url));

const MIXED = `
describe('a thing', () => {
  it('works', () => {});
  describe('that is tried', () => {
    it('answers alike', () => {
      throw Object.assign(new Error('not alike'), { actual: { answer: 41 }, expected: { answer: 42 }, showDiff: true });
    });
    it.skip('is left out', () => {});
    it('takes its time', () => new Promise((resolve) => setTimeout(resolve, 510)));
  });
});
`;
const FINE = `describe('another thing', () => { it('works too', () => {}); });`;

describe('the test reporter', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-reporter-'));
    await writeFile(join(folder, 'mixed.test.cjs'), MIXED);
    await writeFile(join(folder, 'fine.test.cjs'), FINE);
  });
  after(() => rm(folder, { recursive: true }));

  async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
    return new Promise((resolve) => {
      const all = [MOCHA, '--no-config', '--no-package', '--no-color', '--reporter', REPORTER, ...args];
      // Not this run's own settings: mocha hands them down to the processes of its parallel mode.
      const env = { PATH: process.env['PATH'] };
      const child = execFile(process.execPath, all, { cwd: folder, env }, (_error, stdout) =>
        resolve({ code: child.exitCode ?? -1, lines: stdout.trimEnd().split('\n') }),
      );
    });
  }

  for (const mode of ['--parallel', '--no-parallel']) {
    it(`prints passed, failed, skipped and slow tests, and ends with the totals (${mode})`, async () => {
      const { code, lines } = await run(mode, 'mixed.test.cjs', 'fine.test.cjs');
      expect(code).to.equal(1);
      expect(lines.at(-1)).to.equal('3 passed, 1 failed, 1 skipped');
      const text = lines.join('\n');
      expect(text).to.match(/^ {2}a thing\n {4}\S works\n {4}that is tried\n {6}\S answers alike\n {6}- is left out$/m);
      expect(text).to.match(/Slowest\n +0\.\d s {2}a thing that is tried takes its time\n/);
      expect(text).to.match(/Skipped\n {4}a thing that is tried is left out\n/);
      expect(text).to.include('not alike');
      expect(text).to.match(/-\s+"answer": 41\n\s+\+\s+"answer": 42/);
    });
  }

  it('ends with 0 when nothing failed', async () => {
    const { code, lines } = await run('fine.test.cjs');
    expect(code).to.equal(0);
    expect(lines.at(-1)).to.equal('1 passed, 0 failed, 0 skipped');
  });

  it('counts a test file that can’t be loaded as failed', async () => {
    await writeFile(join(folder, 'broken.test.mjs'), `import './missing.mjs';`);
    const { code, lines } = await run('--parallel', 'broken.test.mjs', 'fine.test.cjs');
    expect(code).to.equal(1);
    expect(lines.at(-1)).to.equal('1 passed, 1 failed, 0 skipped');
  });

  it('gives the tally to a file when it is asked to', async () => {
    const file = join(folder, 'tally');
    const { lines } = await run('--reporter-option', `tally=${file}`, 'fine.test.cjs');
    expect(await readFile(file, 'utf8')).to.equal('1 passed, 0 failed, 0 skipped\n');
    expect(lines.join('\n')).not.to.include('1 passed');
  });
});
