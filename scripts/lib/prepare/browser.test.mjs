import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { findBrowser, isHeadlessShell } from './browser.mjs';

describe('The browser', () => {
  const path = temporaryFolder();

  it('is the one that CHROME_PATH names', async () => {
    await writeFile(path('chrome'), '#!/bin/sh\n');
    await chmod(path('chrome'), 0o755);
    expect(findBrowser({ CHROME_PATH: path('chrome') })).to.equal(path('chrome'));
  });

  it('is asked for again when CHROME_PATH names nothing that can be run, with the path and what to set', async () => {
    await mkdir(path('folder'), { recursive: true });
    await writeFile(path('text'), '', { mode: 0o644 });
    for (const wrong of [path('nothing'), path('folder'), path('text')])
      expect(() => findBrowser({ CHROME_PATH: wrong })).to.throw(
        Problem,
        new RegExp(`run: ${wrong}\nSet it to the path`),
      );
  });

  it('is a headless shell by its own name, not by that of its folder', () => {
    expect(isHeadlessShell('/usr/bin/chromium-headless-shell')).to.equal(true);
    expect(isHeadlessShell('/opt/headless-shell/chrome')).to.equal(false);
  });
});
