import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, sheet, startTestRenderer, testChromium } from '../testing/chromium.js';
import { WarmPage } from './warm-page.js';

describe('A Chromium that is retired', () => {
  it('lets its pages finish, ends with the last of them, and another takes its place', async () => {
    const chromium = testChromium();
    try {
      const old = await chromium.browser();
      const page = await WarmPage.open(old);
      chromium.retire(old);
      const next = await chromium.browser();
      expect(next).not.to.equal(old);
      await chromium.pageClosed(next);
      expect(old.connected && next.connected).to.equal(true);
      expect(chromium.retired.has(old)).to.equal(true);
      await page.dispose();
      await chromium.pageClosed(old);
      expect(old.connected).to.equal(false);
      expect(await chromium.browser()).to.equal(next);
    } finally {
      await chromium.close();
    }
    await eventually(() => expect(chromiumProcesses(/./)).to.deep.equal([]));
  });
});

describe('A Chromium that starts but opens no page', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-browser-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is ended and replaced, and after a few of them the worker gives up', async () => {
    const program = join(folder, 'browser');
    const script = fileURLToPath(new URL('../testing/browser-without-pages.js', import.meta.url));
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`);
    chmodSync(program, 0o700);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const fatal = await new Promise<Error>((resolve, reject) => {
      startTestRenderer({ executablePath: program, onFatal: resolve }).then(
        (renderer) => void renderer.print(sheet('<p>x</p>'), 15_000).catch(reject),
        reject,
      );
    });
    expect(fatal.message).to.equal('Chromium opened no page in 5 tries');
    expect(String(fatal.cause)).to.include('no pages today');
    await eventually(() => expect(chromiumProcesses(/browser-without-pages/)).to.deep.equal([]));
    await sleep(200); // for what is done once the browser has ended
    process.off('unhandledRejection', note);
    expect(unhandled).to.deep.equal([]);
  });
});
