import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { sheet, testChromium } from '../testing/chromium.js';
import { SessionPriority } from './session-priority.js';
import { WarmPage } from './warm-page.js';

const LARGE = 2_000_000;
const isShared = existsSync('/proc/self/autogroup');
const niceOf = (pid: number): number =>
  Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);

describe('A session’s priority', () => {
  let leader: ChildProcess;
  beforeEach(function () {
    if (!isShared) this.skip();
    leader = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  });
  afterEach(() => leader?.kill());

  const expectNice = (nice: number): Promise<void> => eventually(() => expect(niceOf(leader.pid ?? -1)).to.equal(nice));

  it('is low while a large document is at work, and as ever before and after', async () => {
    const priority = new SessionPriority(leader.pid ?? -1, 50);
    await expectNice(0);
    const [first, second] = [priority.began(LARGE), priority.began(LARGE)];
    await expectNice(10);
    first(true);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(niceOf(leader.pid ?? -1), 'the other one is at work').to.equal(10);
    second(true);
    await expectNice(0);
  });

  it('stays low while the page is cleared of a document, and not when it is thrown away with it', async () => {
    const priority = new SessionPriority(leader.pid ?? -1, 60_000);
    priority.began(LARGE)(false);
    const ended = priority.began(LARGE);
    await expectNice(10);
    ended(false);
    await expectNice(0);
    priority.began(LARGE)(true);
    await expectNice(10);
  });

  it('comes back whatever order things happen in, and however fast', async () => {
    const priority = new SessionPriority(leader.pid ?? -1, 0);
    for (let round = 0; round < 200; round++) {
      const ended = priority.began(LARGE);
      if (round % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      ended(round % 2 === 0);
      if (round % 5 === 0) await new Promise((resolve) => setTimeout(resolve, round % 4));
    }
    await expectNice(0);
    priority.began(LARGE);
    await expectNice(10);
  });

  it('does not change for other documents', async () => {
    const priority = new SessionPriority(leader.pid ?? -1);
    const ended = priority.began(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(niceOf(leader.pid ?? -1)).to.equal(0);
    ended(true);
  });

  it('is nobody’s business when the session has ended', async () => {
    const priority = new SessionPriority(2 ** 22 + 1);
    priority.began(LARGE)(true);
    await new Promise((resolve) => setTimeout(resolve, 20)); // a rejection that nobody handles would fail the run
  });

  it('is Chromium’s while it prints such a document', async () => {
    const chromium = testChromium();
    try {
      const browser = await chromium.browser();
      const pid = browser.process()?.pid ?? -1;
      const page = await WarmPage.open(browser);
      expect(niceOf(pid)).to.equal(0);
      const printing = page.work(sheet(`<!--${'x'.repeat(LARGE)}--><p>${'word '.repeat(100_000)}`));
      await eventually(() => expect(niceOf(pid)).to.equal(10));
      await printing;
      await eventually(() => expect(niceOf(pid)).to.equal(0));
      await page.dispose();
    } finally {
      await chromium.close();
    }
  });
});
