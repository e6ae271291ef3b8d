import { eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumPath, chromiumProcesses, ENDLESS, megabytesOf, sheet } from '../testing/chromium.js';
import { Chromium } from './chromium.js';
import { PageSlot } from './page-slot.js';

describe('The place of a warm page', () => {
  let chromium: Chromium;
  let slots: PageSlot[];
  before(() => {
    const onHopeless = (error: unknown): void => expect.fail(String(error));
    const options = { executablePath: chromiumPath(), sandbox: false, logger: quietLogger(), onHopeless };
    chromium = new Chromium(options);
    slots = [0, 1].map(
      () => new PageSlot({ chromium, logger: quietLogger(), jobsPerPage: 500, maxPageBytes: 1024 ** 3 }),
    );
  });
  after(async () => {
    await Promise.all(slots.map((slot) => slot.close()));
    await chromium.close();
  });

  it('keeps its page while another one, at work, is large', async () => {
    const [first, second] = slots as [PageSlot, PageSlot];
    const [greedy, modest] = [await first.take(), await second.take()];
    const endless = greedy.work(sheet(ENDLESS)).catch(() => undefined);
    const largest = (): number => Math.max(...chromiumProcesses(/--type=renderer/).map(({ pid }) => megabytesOf(pid)));
    await eventually(() => expect(largest()).to.be.above(300));
    await modest.work(sheet('<p>x</p>'));
    modest.wasSlow = true;
    expect(await second.isStillGood(modest), 'another is at work').to.equal(true);
    for (const { pid } of chromiumProcesses(/--type=renderer/))
      if (megabytesOf(pid) > 300) process.kill(pid, 'SIGKILL');
    await endless;
    expect(await second.isStillGood(modest), 'nobody is large').to.equal(true);
  });
});
