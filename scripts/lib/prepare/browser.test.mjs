import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { checkBrowser, findBrowser, isHeadlessShell } from './browser.mjs';

describe('The browser', () => {
  const path = temporaryFolder();

  it('is the one that CHROME_PATH names', async () => {
    await writeFile(path('chrome'), '#!/bin/sh\n');
    await chmod(path('chrome'), 0o755);
    expect(findBrowser({ CHROME_PATH: path('chrome') })).to.equal(path('chrome'));
  });

  it('is searched again when CHROME_PATH names no executable file, with the path and what to set', async () => {
    await mkdir(path('folder'), { recursive: true });
    await writeFile(path('text'), '', { mode: 0o644 });
    for (const wrong of [path('nothing'), path('folder'), path('text')])
      expect(() => findBrowser({ CHROME_PATH: wrong })).to.throw(
        Problem,
        new RegExp(`program: ${wrong}\nSet it to the path`),
      );
  });

  it('is recognized before it is started; the output of any other program is reported', async () => {
    const program = async (/** @type {string} */ script) => {
      await writeFile(path('other'), `#!/bin/sh\n${script}\n`);
      await chmod(path('other'), 0o755);
      return checkBrowser(path('other')).catch((caught) => caught);
    };
    expect(await program('echo Chromium 156.0.8078.79')).to.equal(undefined);
    expect(await program(''))
      .to.be.instanceOf(Problem)
      .with.property('message')
      .that.includes('(nothing)');
    const lacking = await program('echo "libnss3.so: cannot open shared object file" >&2; exit 127');
    expect(lacking)
      .to.be.instanceOf(Problem)
      .with.property('message')
      .that.includes('libnss3.so')
      .and.includes('CHROME_PATH');
  });

  it('is a headless shell by its own name, not by that of its folder', () => {
    expect(isHeadlessShell('/usr/bin/chromium-headless-shell')).to.equal(true);
    expect(isHeadlessShell('/opt/headless-shell/chrome')).to.equal(false);
  });
});
