import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { removeOrphans } from './orphans.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('The build', () => {
  const path = temporaryFolder();

  it('removes what was compiled from a source that is gone, and nothing else', async () => {
    const compiled = (/** @type {string} */ name) => [
      `${name}.js`,
      `${name}.js.map`,
      `${name}.d.ts`,
      `${name}.d.ts.map`,
    ];
    const files = [
      ...['apps/gateway/src/main.ts', 'packages/queue/src/deep/er.ts', 'packages/queue/src/bare.test.ts'],
      ...['main', 'gone'].flatMap(compiled).map((name) => `apps/gateway/dist/${name}`),
      ...['deep/er', 'deep/gone.test', 'bare.test'].flatMap(compiled).map((name) => `packages/queue/dist/${name}`),
      'packages/queue/dist/.tsbuildinfo',
      'packages/unbuilt/src/index.ts',
      'packages/elsewhere/nodes/node.ts',
      'packages/elsewhere/dist/nodes/node.js',
    ];
    for (const file of files) {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), '');
    }
    const removed = await removeOrphans(path());
    const gone = [
      ...compiled('gone').map((name) => path('apps/gateway/dist', name)),
      ...compiled('deep/gone.test').map((name) => path('packages/queue/dist', name)),
    ];
    expect(removed).to.have.members(gone);
    expect((await readdir(path('packages/queue/dist'))).sort()).to.include.members([
      '.tsbuildinfo',
      'bare.test.js',
      'deep',
    ]);
    expect(await removeOrphans(path())).to.deep.equal([]);
  });
});
