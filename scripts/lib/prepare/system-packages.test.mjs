import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { findProgram } from '../run.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { planSystemPackages, REDIS } from './system-packages.mjs';

/** Notes what it is asked for; knows the packages in the file `available`, and of the network whether it is there. */
const APT = `#!/bin/sh
cd "\${0%/*}/.."
for last in "$@"; do :; done
case "$*" in
  *--simulate*) grep -qx "$last" available; exit ;;
  *update) if [ -e offline ]; then echo 'Err:1 http://deb.example trixie'; else echo 'Hit:1 http://deb.example trixie'; fi ;;
  *--no-download*) echo "from the cache: $last" >>installed ;;
  *) echo "$last" >>installed ;;
esac
`;

describe('The system packages, with apt', () => {
  const path = temporaryFolder();
  const PATH = process.env['PATH'];
  const tools = ['sh', 'env', 'grep'].map((name) => findProgram(name) ?? '');
  beforeEach(async function () {
    if (process.platform === 'darwin') this.skip();
    await rm(path('bin'), { recursive: true, force: true });
    await mkdir(path('bin'));
    for (const tool of tools) await symlink(tool, path('bin', tool.split('/').at(-1) ?? ''));
    const stubs = { 'apt-get': APT, sudo: '#!/bin/sh\n[ "$1" = -v ] || exec "$@"\n', 'dpkg-query': '#!/bin/sh\n' };
    for (const name of ['invoke-rc.d', 'update-rc.d'])
      Object.assign(stubs, { [name]: `#!/bin/sh\necho ${name} "$@" >>"\${0%/*}/../installed"\n` });
    for (const [name, text] of Object.entries(stubs)) {
      await writeFile(path('bin', name), text);
      await chmod(path('bin', name), 0o755);
    }
    for (const name of ['installed', 'available', 'offline']) await rm(path(name), { force: true });
    await writeFile(path('available'), 'chromium\n');
    process.env['PATH'] = path('bin');
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  const env = { XDG_CACHE_HOME: '/nowhere' };
  /** @type {(programs: import('./system-packages.mjs').Need[], env: Record<string, string>) => Promise<string>} */
  const installSystemPackages = async (programs, env) => (await planSystemPackages(programs, env))();
  async function program(/** @type {string} */ name, script = '') {
    await writeFile(path('bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path('bin', name), 0o755);
  }
  const haveFonts = () =>
    program(
      'dpkg-query',
      FONTS.split(', ')
        .map((font) => `echo ${font} installed`)
        .join('\n'),
    );
  const installed = async () => (await readFile(path('installed'), 'utf8')).trim().split('\n');
  const FONTS = 'fonts-liberation, fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji';

  it('are those that are missing, with the browser that there is; the system’s own Redis stays off', async () => {
    expect(await installSystemPackages([REDIS], env)).to.equal(`installed redis-server, ${FONTS}, curl, chromium`);
    expect(await installed()).to.deep.equal([
      `redis-server, ${FONTS}, curl, chromium`,
      ...['invoke-rc.d redis-server stop', 'update-rc.d redis-server disable'],
    ]);
  });

  it('are the libraries that a downloaded browser takes where no package has one', async () => {
    await writeFile(path('available'), '');
    await installSystemPackages([], env);
    expect((await installed())[0])
      .to.include('libgtk-3-0t64 | libgtk-3-0')
      .and.to.include('libnss3');
  });

  it('report a missing network and the missing packages immediately', async () => {
    await writeFile(path('offline'), '');
    const error = await installSystemPackages([REDIS], env).catch((/** @type {any} */ caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message');
    expect(error.message).to.include("can't reach its archives").and.to.include('Needed: redis-server, ');
  });

  it('come from the cache alone where no network may be used', async () => {
    await writeFile(path('offline'), '');
    await installSystemPackages([], { ...env, npm_config_offline: 'true' });
    expect(await installed()).to.deep.equal([`from the cache: ${FONTS}, curl, chromium`]);
  });

  it('are not requested when all are installed', async () => {
    await haveFonts();
    await program('chromium');
    await writeFile(path('offline'), '');
    expect(await installSystemPackages([], env)).to.equal('all installed');
  });

  it('have the headless shell where it is available, also beside a full browser, except for a named one', async () => {
    await haveFonts();
    await program('chromium');
    await writeFile(path('available'), 'chromium\nchromium-headless-shell\n');
    expect(await installSystemPackages([], { ...env, CHROME_PATH: path('bin/chromium') })).to.equal('all installed');
    expect(await installSystemPackages([], env)).to.equal('installed curl, chromium-headless-shell');
  });

  it('are a command to hand on where this user may not install them; a whole browser is enough then', async function () {
    if (process.getuid === undefined) this.skip();
    const { getuid } = process;
    process.getuid = () => 1000;
    try {
      await program('sudo', 'exit 1');
      const error = await planSystemPackages([REDIS], env).catch((/** @type {unknown} */ caught) => caught);
      expect(error).to.be.instanceOf(Problem).with.property('message');
      expect(/** @type {Error} */ (error).message).to.include(
        `apt-get satisfy -y --no-install-recommends 'redis-server, ${FONTS}, curl, chromium-headless-shell | chromium'`,
      );
      await haveFonts();
      await program('chromium');
      await writeFile(path('available'), 'chromium-headless-shell\n');
      expect(await installSystemPackages([], env)).to.equal('all installed');
    } finally {
      process.getuid = getuid;
    }
  });
});
