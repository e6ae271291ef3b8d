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
    for (const folder of ['bin', 'cache']) await rm(path(folder), { recursive: true, force: true });
    await mkdir(path('bin'));
    await symlink(findProgram('dirname') ?? '', path('bin/dirname'));
  });

  /** Runs on a machine that has only a shell and these programs. @param {Record<string, string>} programs scripts of sh */
  async function startWith(programs) {
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(path('bin', name), `#!/bin/sh\n${script}\n`);
      await chmod(path('bin', name), 0o755);
    }
    const { status, stdout, stderr } = spawnSync(findProgram('bash') ?? '', [START], {
      env: { PATH: path('bin'), XDG_CACHE_HOME: path('cache') },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
  /** A Node.js of this version, which only checks its version. */
  const node = (/** @type {number} */ major) =>
    `[ "$1" = --version ] && echo v${major}.1.0; [ "$1" != -e ] || [ ${major} -ge 24 ]`;

  it('reports a missing Node.js, and how to install it', async () => {
    const { status, stderr } = await startWith({});
    expect(status).to.equal(1);
    expect(stderr).to.match(
      /^Node\.js and npm are needed; no Node\.js was found\.\nInstall both \(on Debian .*apt-get/,
    );
  });

  it('says that the Node.js came without npm, and how to install that', async () => {
    const { status, stderr } = await startWith({ node: node(20) });
    expect(status).to.equal(1);
    expect(stderr).to.match(/^npm is needed; .*v20\.1\.0.*\n.*apt-get install npm/);
  });

  it('fetches Node.js 24 and its npm when the installed one is older, in one line, and runs with them', async () => {
    // Installs into the folder after `--prefix`.
    const npm = `while [ "$1" != --prefix ]; do shift; done
      bin="$2/node_modules/.bin"; mkdir -p "$bin"
      printf '#!/bin/sh\\n[ "$1" = -e ] || echo "24 runs $1"\\n' > "$bin/node"; printf '#!/bin/sh\\n' > "$bin/npm"
      chmod 755 "$bin/node" "$bin/npm"`;
    for (const tool of ['mkdir', 'chmod']) await symlink(findProgram(tool) ?? '', path('bin', tool));
    const first = await startWith({ node: node(20), npm });
    expect(first.stderr).to.match(
      /^Fetching Node\.js 24 into .*cache\/toolpress\/node-24, because v20\.1\.0 is older …\n$/,
    );
    expect(first.stdout).to.match(/^24 runs .*\/start\.mjs\n$/);
    const second = await startWith({ node: node(20), npm: 'exit 1' });
    expect(second).to.deep.equal({ status: 0, stdout: first.stdout, stderr: '' });
  });

  it('says what to do when npm cannot install it', async () => {
    const { status, stderr } = await startWith({ node: node(18), npm: 'echo "no network" >&2; exit 1' });
    expect(status).to.equal(1);
    expect(stderr).to.include('no network\nnpm cannot install Node.js 24.\nInstall Node.js 24 or newer from https:');
  });
});
