import { after, before } from 'mocha';
import type { Chromium } from '../browser/chromium.js';
import { pageWork } from '../browser/page-printer.js';
import type { PrintWork } from '../browser/printer.js';
import { WarmPage } from '../browser/warm-page.js';
import { testChromium } from './chromium.js';

/** A page whose printers run in the process of the tests. */
export interface TestPage {
  work<Result>(work: PrintWork<Result>): ReturnType<typeof WarmPage.prototype.work<Result>>;
}

/** @returns a warm page of a browser that lives as long as the describe block which calls this; for its tests and hooks. */
export function testPage(): TestPage {
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
  return { work: (work) => page.work(pageWork(work)) };
}
