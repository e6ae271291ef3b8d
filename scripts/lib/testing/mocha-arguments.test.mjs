import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { mochaArguments } from './mocha-arguments.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('The arguments of scripts/test', () => {
  const path = temporaryFolder();
  const ALL = [
    'apps/*/dist/**/*.test.js',
    'packages/e2e/dist/**/!(s3-storage).test.js',
    'scripts/lib/**/*.test.mjs',
    'packages/e2e/containers/*.test.mjs',
    'packages/!(e2e)/dist/**/!(s3-driver).test.js',
    'packages/e2e/dist/s3-storage.test.js',
    'packages/storage/dist/s3/s3-driver.test.js',
  ];
  const of = (/** @type {string[]} */ ...args) => mochaArguments(args, { cwd: path(), root: path() }).slice(2);

  const SHORT = ['--ignore', '**/*.long.test.{js,mjs}'];

  it('name all tests but the long ones when they name none', () => {
    expect(of()).to.deep.equal([...SHORT, ...ALL]);
    expect(of('--grep', 'paper sizes', '-j', '1', '--bail')).to.deep.equal([
      ...SHORT,
      '--grep',
      'paper sizes',
      '-j',
      '1',
      '--bail',
      ...ALL,
    ]);
  });

  it('take a test file relative to the current directory', () => {
    expect(of('dist/a.test.js', '--bail')).to.deep.equal([...SHORT, path('dist/a.test.js'), '--bail']);
  });

  it('take a folder as all tests below it', async () => {
    await mkdir(path('storage'));
    expect(of('storage')).to.deep.equal([...SHORT, path('storage/**/*.test.{js,mjs}')]);
  });

  it('take a long test that is named', () => {
    expect(of('dist/a.long.test.js')).to.deep.equal([path('dist/a.long.test.js')]);
  });

  it('add the long tests with --all, and a part of them with --all=2/3', async () => {
    await mkdir(path('apps/x/dist/deep'), { recursive: true });
    await mkdir(path('packages/y'), { recursive: true });
    for (const name of ['a', 'deep/b', 'c']) await writeFile(path(`apps/x/dist/${name}.long.test.js`), '');
    const long = (/** @type {string} */ name) => ['--ignore', `apps/x/dist/${name}.long.test.js`];
    expect(of('--all')).to.deep.equal(ALL);
    expect(of('--all=2/3')).to.deep.equal([...long('c'), ...ALL]);
    expect(of('--all=3/3')).to.deep.equal([...long('a'), ...long('deep/b'), ...ALL]);
    const first = of('--all=1/3');
    expect(first, 'all generated cases take longer').to.deep.equal([...['a', 'deep/b', 'c'].flatMap(long), ...ALL]);
    await writeFile(path('apps/x/dist/memory.long.test.js'), '');
    expect(of('--all=2/3'), 'it takes as long as the others together').to.deep.equal([
      ...['a', 'c', 'deep/b'].flatMap(long),
      ...ALL,
    ]);
    expect(() => of('--all=3/2')).to.throw('--all=1/3');
  });
});
