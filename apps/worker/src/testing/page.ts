import { after, before } from 'mocha';
import type { Chromium } from '../browser/chromium.js';
import { WarmPage } from '../browser/warm-page.js';
import { testChromium } from './chromium.js';

/** @returns a warm page of a browser that lives as long as the describe block which calls this; for its tests and hooks. */
export function testPage(): Pick<WarmPage, 'work'> {
  let chromium: Chromium;
  let page: WarmPage;
  before(async () => {
    chromium = testChromium();
    page = await WarmPage.open(await chromium.browser());
  });
  after(async () => {
    await page?.dispose();
    await chromium.close();
  });
  return { work: (work) => page.work(work) };
}
