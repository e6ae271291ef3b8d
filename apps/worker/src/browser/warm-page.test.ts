import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, sheet, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { WarmPage } from './warm-page.js';

describe('A warm page', () => {
  let chromium: Chromium;
  before(() => {
    chromium = testChromium();
  });
  after(() => chromium.close());

  it('that can’t be wiped is given up after two seconds, and can be disposed of', async () => {
    const page = await WarmPage.open(await chromium.browser());
    await page.work(sheet('<p>x</p>'));
    for (const { pid } of chromiumProcesses(/--type=renderer/)) process.kill(pid, 'SIGSTOP');
    const begun = Date.now();
    await page.wipe();
    expect(Date.now() - begun, 'milliseconds').to.be.within(1_900, 3_000);
    expect(page.spoiled).to.equal(true);
    await page.dispose();
  });
});
