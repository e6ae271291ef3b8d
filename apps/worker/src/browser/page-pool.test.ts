import { caseCount, eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, ENDLESS, megabytesOf, sheet, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { PooledPage } from './page-pool.js';
import { pageWork } from './page-printer.js';
import type { WarmPage } from './warm-page.js';

const MIB = 1024 * 1024;
const megabytesOfPage = (warm: WarmPage): number => warm.memory.sizes().page / MIB;

describe('The place of a warm page', () => {
  let chromium: Chromium;
  let pooledPages: PooledPage[];
  before(() => {
    chromium = testChromium();
    const pooledPageOf = (maxPageBytes: number): PooledPage =>
      new PooledPage({ chromium, logger: quietLogger(), jobsPerPage: 500, maxPageBytes });
    pooledPages = [pooledPageOf(1_536 * MIB), pooledPageOf(1_536 * MIB), pooledPageOf(700 * MIB)];
  });
  after(async () => {
    await Promise.all(pooledPages.map((pooled) => pooled.close()));
    await chromium.close();
  });

  it('keeps its page while another one, at work, is large', async () => {
    const [first, second] = pooledPages as [PooledPage, PooledPage];
    const [greedy, modest] = [await first.take(), await second.take()];
    const endless = greedy.work(pageWork(sheet(ENDLESS))).catch(() => undefined);
    await eventually(async () => expect(megabytesOfPage(greedy)).to.be.above(300));
    await modest.work(pageWork(sheet('<p>x</p>')));
    modest.wasSlow = true;
    expect(await second.isReusable(modest)).to.equal(true);
    expect(modest.isReset, 'nor did it take it for its own').to.equal(false);
    for (const { pid } of chromiumProcesses(/--type=renderer/))
      if (megabytesOf(pid) > 300) process.kill(pid, 'SIGKILL');
    await endless;
    first.giveBack(greedy);
  });

  it('lets a page keep some of what a large document took for the next one, and clears it when it is reset', async () => {
    const [, place, narrow] = pooledPages as [PooledPage, PooledPage, PooledPage];
    const words = sheet(`<p>${'word '.repeat(600_000)}`);
    for (const [pooled, isKept] of [
      [place, true],
      [narrow, false],
    ] as const) {
      const warm = await pooled.take();
      await warm.work(pageWork(words));
      expect(warm.wasSlow).to.equal(true);
      expect(megabytesOfPage(warm), 'MiB').to.be.within(260, 500);
      expect(await pooled.isReusable(warm)).to.equal(true);
      expect(warm.isReset).to.equal(!isKept);
      await warm.reset();
      expect(megabytesOfPage(warm), 'MiB').to.be.within(50, 256);
      expect(await pooled.isReusable(warm)).to.equal(true);
      if (caseCount(0, 1) === 0) continue;
      await warm.work(pageWork(words));
      expect(megabytesOfPage(warm), 'MiB, in the same process as before').to.be.above(260);
    }
  });

  it('replaces a page that is still large after a reset, and one whose browser has grown', async () => {
    const [, pooled] = pooledPages as [PooledPage, PooledPage];
    const large = await pooled.take();
    await large.reset();
    large.memory.sizes = () => ({ page: 300 * MIB, browser: 130 * MIB });
    expect(await pooled.isReusable(large)).to.equal(false);
    pooled.giveBack(large);

    const next = await pooled.take();
    expect(next).not.to.equal(large);
    await next.work(pageWork(sheet('<p>x</p>')));
    next.wasSlow = true;
    next.memory.sizes = () => ({ page: 100 * MIB, browser: 600 * MIB });
    expect(await pooled.isReusable(next)).to.equal(false);
    pooled.giveBack(next);
    expect((await pooled.take()).browser).not.to.equal(next.browser);
  });
});
