/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { HTTPRequest } from 'puppeteer';
import { StudioPage } from './studio-page.js';

const PREVIEW = '/studio/api/preview';
const VERSIONS = '/versions?';
/** Longer than the time after which the page shows that it waits. */
const LATER_MS = 600;

describe('The studio with a slow service', () => {
  let studio: StudioPage;
  /** What waits for its answer. */
  const held: HTTPRequest[] = [];
  let slow = '';
  before(async () => {
    studio = await StudioPage.launch(await sharedService());
    await studio.signIn();
    await studio.create('slow');
    await studio.showsPages(/Ada Lovelace/);
    await studio.page.setRequestInterception(true);
    studio.page.on('request', (request) => {
      if (slow !== '' && request.url().includes(slow)) held.push(request);
      else void request.continue();
    });
  });
  after(() => studio?.close()); // absent if the start failed

  const answer = async (): Promise<void> => {
    slow = '';
    await Promise.all(held.splice(0).map((request) => request.continue()));
  };
  /** Returns the opacity of the line over the pages. */
  const line = (): Promise<string> =>
    studio.page.$eval('.preview', (preview) => {
      const { content, opacity } = getComputedStyle(preview, '::after');
      return content === 'none' ? 'none' : opacity;
    });

  it('has a line over the pages while a preview takes long', async () => {
    expect(await line()).to.equal('none');
    slow = PREVIEW;
    await studio.press('Control+End');
    await studio.type('<p>Slow</p>');
    await sleep(LATER_MS);
    expect(await line()).to.equal('1');
    const delays = await studio.page.$eval(
      '.preview',
      (preview) => getComputedStyle(preview, '::after').animationDelay,
    );
    expect(delays, 'not for quick previews').to.match(/\b0\.3s$/);
    await answer();
    await studio.showsPages(/Slow/);
    expect(await line()).to.equal('none');
  });

  it('has a line at the top while anything else takes long, and opens one dialog for three presses', async () => {
    slow = VERSIONS;
    await studio.page.evaluate(() => {
      const versions = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Versions');
      for (let press = 0; press < 3; press++) versions?.click();
    });
    await studio.page.waitForSelector('.waiting-line:popover-open');
    await sleep(LATER_MS);
    expect(await studio.page.$eval('.waiting-line', (element) => getComputedStyle(element).opacity)).to.equal('1');
    await answer();
    await studio.shows(/No version has been published yet/, 'dialog');
    expect(await studio.page.$$('dialog')).to.have.length(1);
    expect(await studio.page.$$('.waiting-line:popover-open')).to.deep.equal([]);
    await studio.press('Escape');
  });

  it('reports faults to screen readers, but no figures', async () => {
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+End');
    await studio.type('[[total | mony');
    await studio.shows(/^Fault\. HTML, line \d+: .*mony/m, '[role=status]');
    for (let count = 0; count < '[[total | mony'.length; count++) await studio.press('Backspace');
    await studio.shows(/No problems|warning/, '[role=status].unseen');
    expect(await studio.page.$eval('.figures', (figures) => figures.closest('[role=status], [aria-live]'))).to.equal(
      null,
    );
  });
});
