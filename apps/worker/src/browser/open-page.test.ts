import { eventually, isRunning } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { chromiumProcesses, LIMIT_MS, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { openPage, processesOf, withItsProcesses } from './open-page.js';

describe('The processes of a browser', () => {
  let chromium: Chromium;
  before(() => {
    chromium = testChromium();
  });
  after(() => chromium.close());

  it('are distinguished: each page has a separate one, also when several open together', async () => {
    const browser = await chromium.browser();
    const opened = await Promise.all([0, 1, 2].map(() => openPage(browser)));
    const all = chromiumProcesses(/--type=renderer/).map(({ pid }) => pid);
    const owned = opened.map(({ processes }) => processes.pages);
    for (const pids of owned) expect(all.filter((pid) => pids.includes(pid))).not.to.have.lengthOf(0);
    expect(all).not.to.include(opened[0]?.processes.browser);
    expect(new Set(owned.flat()).size, 'nobody’s are another’s').to.equal(owned.flat().length);

    // One of them may be the browser's first page, or one that Chromium keeps in reserve and ends when it likes.
    for (const pid of owned[1] ?? []) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await eventually(() => expect(opened[1]?.crash?.culprit).to.equal('page'));
    for (const other of [opened[0], opened[2]]) await other?.session.send('Page.getFrameTree');
    await Promise.all(opened.map(({ context }) => context.close()));
    await eventually(() =>
      expect(opened.map(({ crash }) => crash?.culprit)).to.deep.equal(['browser', 'page', 'browser']),
    );
  });

  it('are still distinguished after a page could not be opened', async () => {
    const browser = await chromium.browser();
    const failing = withItsProcesses(browser, LIMIT_MS, () => Promise.reject(new Error('no page today')));
    const next = openPage(browser);
    expect(await failing.catch((error: Error) => error.message)).to.equal('no page today');
    const page = await next;
    expect((await processesOf(browser)).pages).to.include.members(page.processes.pages);
    await page.close();
  });
});
