import { ServiceError } from '@toolpress/contract';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { printSettings } from '../render/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { chromiumProcesses, sheet, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { runningBrowser } from './launch.js';
import { PageCrashed } from './print-errors.js';
import { WarmPage } from './warm-page.js';

describe('A warm page', () => {
  let chromium: Chromium;
  before(() => {
    chromium = testChromium();
  });
  after(() => chromium.close());

  it('prints a plain document with two messages: the document, and the order to print it', async () => {
    const browser = await chromium.browser();
    const page = await WarmPage.open(browser);
    await page.work(sheet('<p>first'));
    const { pipe } = runningBrowser(browser);
    const sent: string[] = [];
    const send = pipe.send.bind(pipe);
    pipe.send = (message) => {
      sent.push((JSON.parse(message) as { method: string }).method);
      send(message);
    };
    for (const text of ['second', 'third']) await page.work(sheet(`<p>${text}`));
    const each = ['Page.setDocumentContent', 'Page.printToPDF'];
    expect(sent).to.deep.equal([...each, ...each]);
    await page.dispose();
  });

  it('that can’t be wiped is given up after two seconds, and can be disposed of', async () => {
    const page = await WarmPage.open(await chromium.browser());
    await page.work(sheet('<p>x</p>'));
    for (const { pid } of chromiumProcesses(/--type=renderer/)) process.kill(pid, 'SIGSTOP');
    const begun = Date.now();
    await page.wipe();
    expect(Date.now() - begun, 'milliseconds').to.be.at.least(1_900);
    expect(page.broken).to.equal(true);
    await page.dispose();
  });

  it('that can’t be wiped between the documents of one request prints no more of them', async () => {
    const page = await WarmPage.open(await chromium.browser());
    const settings = printSettings({ orientation: 'portrait' });
    let printed = 0;
    const work = page.work({
      images: NO_IMAGES,
      changesPage: true,
      run: async (printer) => {
        await printer.print('<body link=lime>x', settings);
        printed += 1;
        for (const { pid } of chromiumProcesses(/--type=renderer/)) process.kill(pid, 'SIGSTOP');
        await printer.print('<p>x', settings);
        printed += 1;
      },
    });
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(ServiceError);
    expect([printed, page.broken]).to.deep.equal([1, true]);
    await page.dispose();
  });

  it('that is disposed of while it moves to another process leaves none behind', async () => {
    const browser = await chromium.browser();
    const page = await WarmPage.open(browser);
    const inLanguage = (language: string) => ({ ...sheet('<p>✓'), fonts: new Map([[78, language]]) });
    await page.work(inLanguage('ja'));
    await page.work(inLanguage('ko'));
    const work = page.work(inLanguage('ja')).catch((thrown: unknown) => thrown);
    await page.dispose();
    expect(await work).to.be.instanceOf(PageCrashed);
    await eventually(() => expect(browser.browserContexts(), 'the browser’s own').to.have.lengthOf(1));
  });
});
