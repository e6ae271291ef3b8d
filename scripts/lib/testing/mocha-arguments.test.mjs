import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { mochaArguments } from './mocha-arguments.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('The arguments of scripts/test', () => {
  const path = temporaryFolder();
  const ALL = [
    'apps/*/dist/**/*.test.js',
    'packages/e2e/dist/**/*.test.js',
    'packages/!(e2e)/dist/**/*.test.js',
    'packages/e2e/containers/*.test.mjs',
    'scripts/lib/**/*.test.mjs',
  ];
  const of = (/** @type {string[]} */ ...args) => mochaArguments(args, path()).slice(2);

  it('name all tests when they name none', () => {
    expect(of()).to.deep.equal(ALL);
    expect(of('--grep', 'paper sizes', '-j', '1', '--bail')).to.deep.equal([
      '--grep',
      'paper sizes',
      '-j',
      '1',
      '--bail',
      ...ALL,
    ]);
  });

  it('take a test file from where the person stands', () => {
    expect(of('dist/a.test.js', '--bail')).to.deep.equal([path('dist/a.test.js'), '--bail']);
  });

  it('take a folder as all tests below it', async () => {
    await mkdir(path('storage'));
    expect(of('storage')).to.deep.equal([path('storage/**/*.test.{js,mjs}')]);
  });
});
