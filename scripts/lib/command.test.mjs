import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { findProgram } from './run.mjs';
import { temporaryFolder } from './testing/temporary-folder.mjs';

const START = fileURLToPath(new URL('../start', import.meta.url));

describe('A command of the project', () => {
  const path = temporaryFolder();
  beforeEach(async () => {
    await rm(path('bin'), { recursive: true, force: true });
    await mkdir(path('bin'));
    await symlink(findProgram('dirname') ?? '', path('bin/dirname'));
  });

  /** Runs on a machine that has only a shell and these programs. @param {Record<string, string>} programs scripts of sh */
  async function startWith(programs) {
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(path('bin', name), `#!/bin/sh\n${script}\n`);
      await chmod(path('bin', name), 0o755);
    }
    const { status, stderr } = spawnSync(findProgram('bash') ?? '', [START], {
      env: { PATH: path('bin') },
      encoding: 'utf8',
    });
    expect(status).to.equal(1);
    return stderr;
  }

  it('reports a missing Node.js, and where to install it', async () => {
    expect(await startWith({})).to.match(
      /^Node\.js 20\.19 or newer is needed, with npm; found: none\.\nInstall it from https:/,
    );
  });

  it('says that the Node.js is too old, before it asks for npm', async () => {
    const old = await startWith({ node: '[ "$1" = --version ] && echo v18.20.4' });
    expect(old)
      .to.include(`found: v18.20.4 (${path('bin/node')}).`)
      .and.not.to.include('apt-get');
  });

  it('says that the Node.js came without npm, and how to install that', async () => {
    const without = await startWith({ node: '[ "$1" != --version ] || echo v20.19.2' });
    expect(without).to.match(/^npm is needed, .*v20\.19\.2.*\n.*apt-get install npm/);
  });
});
