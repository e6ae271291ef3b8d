import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { compile } from './compile.mjs';

describe('The compilation of what runs', () => {
  const path = temporaryFolder();
  const write = async (/** @type {string} */ file, /** @type {string} */ text) => {
    await mkdir(dirname(path(file)), { recursive: true });
    await writeFile(path(file), text);
  };
  const manifest = (/** @type {string[]} */ ...names) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) });

  it('takes an app with the packages that it runs on, without tests', async () => {
    await write('apps/one/package.json', manifest('@toolpress/near', 'express'));
    await write('apps/one/src/main.ts', 'export const a: number = 1;');
    await write('apps/one/src/main.test.ts', 'no code');
    await write('apps/one/src/testing/double.ts', 'no code');
    await write('packages/near/package.json', manifest('@toolpress/far'));
    await write('packages/near/src/list.json', '[]');
    await write('packages/near/dist/.tsbuildinfo', '{}');
    await write('packages/far/package.json', manifest());
    await write('packages/far/src/in/deep.ts', 'export default class { x?: string }');
    await write('packages/other/package.json', manifest());
    await write('packages/other/src/broken.ts', 'no code');
    await compile(path(), ['apps/one']);
    expect(await readdir(path('apps/one/dist'))).to.deep.equal(['main.js']);
    expect(await readFile(path('apps/one/dist/main.js'), 'utf8')).to.match(/const a = 1/);
    expect(await readFile(path('packages/near/dist/list.json'), 'utf8')).to.equal('[]');
    expect(await readdir(path('packages/near/dist')), 'what tsc built there').to.deep.equal(['list.json']);
    expect(await readdir(path('packages/far/dist/in'))).to.deep.equal(['deep.js']);
    expect(await readdir(path('packages/other'))).not.to.include('dist');
  });

  it('reports a mistake with its place', async () => {
    await write('apps/two/package.json', manifest());
    await write('apps/two/src/main.ts', 'const = 1;');
    const error = await compile(path(), ['apps/two']).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('src/main.ts:1:6');
  });
});
