import { eventually, isRunning } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, LIMIT_MS, testChromium } from '../testing/chromium.js';
import { processesOf, withItsProcesses } from './browser-processes.js';
import type { Chromium } from './chromium.js';
import { openPage } from './open-page.js';

describe('The processes of a browser', () => {
  let chromium: Chromium;
  before(() => {
    chromium = testChromium();
  });
  after(() => chromium.close());

  it('are told from one another: each page has its own, also when several are opened at a time', async () => {
    const browser = await chromium.browser();
    const closed = new Set<number>();
    const opened = await Promise.all(
      [0, 1, 2].map((number) => withItsProcesses(browser, LIMIT_MS, () => openPage(browser, () => closed.add(number)))),
    );
    const all = chromiumProcesses(/--type=renderer/).map(({ pid }) => pid);
    const owned = opened.map(({ processes }) => processes.pages);
    for (const pids of owned) expect(all.filter((pid) => pids.includes(pid))).not.to.have.lengthOf(0);
    expect(all).not.to.include(opened[0]?.processes.browser);
    expect(new Set(owned.flat()).size, 'nobody’s are another’s').to.equal(owned.flat().length);

    const crashed = new Promise((resolve) => opened[1]?.page.session.once('Inspector.targetCrashed', resolve));
    await opened[1]?.page.session.send('Inspector.enable');
    // One of them may be the browser's first page, or one that Chromium keeps in reserve and ends when it likes.
    for (const pid of owned[1] ?? []) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await crashed;
    for (const other of [opened[0], opened[2]]) await other?.page.session.send('Page.getFrameTree');
    await Promise.all(opened.map(({ page }) => page.context.close()));
    await eventually(() => expect([...closed].sort()).to.deep.equal([0, 1, 2]));
  });

  it('go on being told after a page could not be opened', async () => {
    const browser = await chromium.browser();
    const failing = withItsProcesses(browser, LIMIT_MS, () => Promise.reject(new Error('no page today')));
    const next = withItsProcesses(browser, LIMIT_MS, () => openPage(browser, () => undefined));
    expect(await failing.catch((error: Error) => error.message)).to.equal('no page today');
    const { page, processes } = await next;
    expect((await processesOf(browser)).pages).to.include.members(processes.pages);
    await page.context.close();
  });
});
