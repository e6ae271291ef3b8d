import { eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, ENDLESS, megabytesOf, sheet, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { PageSlot } from './pooled-page.js';
import type { WarmPage } from './warm-page.js';

const MIB = 1024 * 1024;
const megabytesOfPage = async (warm: WarmPage): Promise<number> => (await warm.sizes()).page / MIB;

describe('The place of a warm page', () => {
  let chromium: Chromium;
  let slots: PageSlot[];
  before(() => {
    chromium = testChromium();
    const slotOf = (maxPageBytes: number): PageSlot =>
      new PageSlot({ chromium, logger: quietLogger(), jobsPerPage: 500, maxPageBytes });
    slots = [slotOf(1_536 * MIB), slotOf(1_536 * MIB), slotOf(700 * MIB)];
  });
  after(async () => {
    await Promise.all(slots.map((slot) => slot.close()));
    await chromium.close();
  });

  it('keeps its page while another one, at work, is large', async () => {
    const [first, second] = slots as [PageSlot, PageSlot];
    const [greedy, modest] = [await first.take(), await second.take()];
    const endless = greedy.work(sheet(ENDLESS)).catch(() => undefined);
    await eventually(async () => expect(await megabytesOfPage(greedy)).to.be.above(300));
    await modest.work(sheet('<p>x</p>'));
    modest.wasSlow = true;
    expect(await second.isStillGood(modest)).to.equal(true);
    expect(modest.isRested, 'nor did it take it for its own').to.equal(false);
    for (const { pid } of chromiumProcesses(/--type=renderer/))
      if (megabytesOf(pid) > 300) process.kill(pid, 'SIGKILL');
    await endless;
    first.giveBack(greedy);
  });

  it('lets a page keep some of what a large document took for the next one, and clears it when it rests', async () => {
    const [, place, narrow] = slots as [PageSlot, PageSlot, PageSlot];
    const words = sheet(`<p>${'word '.repeat(600_000)}`);
    for (const [slot, isKept] of [
      [place, true],
      [narrow, false],
    ] as const) {
      const warm = await slot.take();
      await warm.work(words);
      expect(warm.wasSlow).to.equal(true);
      expect(await megabytesOfPage(warm), 'MiB').to.be.within(260, 500);
      expect(await slot.isStillGood(warm)).to.equal(true);
      expect(warm.isRested).to.equal(!isKept);
      await warm.rest();
      expect(await megabytesOfPage(warm), 'MiB').to.be.within(50, 256);
      expect(await slot.isStillGood(warm)).to.equal(true);
      await warm.work(words);
      expect(await megabytesOfPage(warm), 'MiB, in the same process as before').to.be.above(260);
    }
  });

  it('replaces a page that is still large when it has rested, and one whose browser has grown', async () => {
    const [, slot] = slots as [PageSlot, PageSlot];
    const large = await slot.take();
    await large.rest();
    large.sizes = async () => ({ page: 300 * MIB, browser: 130 * MIB });
    expect(await slot.isStillGood(large)).to.equal(false);
    slot.giveBack(large);

    const next = await slot.take();
    expect(next).not.to.equal(large);
    await next.work(sheet('<p>x</p>'));
    next.wasSlow = true;
    next.sizes = async () => ({ page: 100 * MIB, browser: 600 * MIB });
    expect(await slot.isStillGood(next)).to.equal(false);
    slot.giveBack(next);
    expect((await slot.take()).browser).not.to.equal(next.browser);
  });
});
