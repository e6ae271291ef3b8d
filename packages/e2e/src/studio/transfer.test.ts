/// <reference lib="dom" />
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { HTTPResponse } from 'puppeteer';
import { StudioPage } from './studio-page.js';

/** A phone's connection: 1.6 Mbit/s, and 300 ms for each request and its answer. */
const SLOW = { upload: 1_600_000 / 8, download: 1_600_000 / 8, latency: 300 };
const FIRST_VIEW_BYTES = 150_000;
const ALL_BYTES = 450_000;

describe('What the studio transfers', () => {
  let service: TestService;
  let studio: StudioPage;
  /** The answers that came from the service, not from the browser's cache. */
  let answers: HTTPResponse[] = [];
  before(async () => {
    service = await TestService.start();
    const body = {
      kind: 'html',
      content: '<h1>[[title]]</h1>',
      draft: true,
      sample_data: { only: { title: 'Shown' } },
    };
    await service.call('/api/variables/first', { method: 'PUT', body });
    studio = await StudioPage.launch(service);
    // The browser never reports the end of an icon's request that a reload cuts off.
    await studio.page.waitForNetworkIdle();
    studio.page.on('response', (response) => {
      if (!response.fromCache()) answers.push(response);
    });
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
  });

  const paths = (): string[] => answers.map((response) => new URL(response.url()).pathname);
  const ofFiles = (): string[] => paths().filter((path) => path.startsWith('/studio/assets/'));
  it('is little at the first view, and with the editor and the viewer', async () => {
    const browser = await studio.page.createCDPSession();
    await browser.send('Network.clearBrowserCache');
    answers = [];
    await studio.page.reload();
    await studio.page.waitForSelector('input[type=password]:focus');
    const files = () => answers.filter((response) => response.url().includes('/studio/assets/'));
    const sizeOf = (found: HTTPResponse[]): number =>
      found.reduce((sum, response) => sum + Number(response.headers()['content-length']), 0);
    expect(files().map((response) => response.headers()['content-encoding'])).to.include('br');
    expect(sizeOf(files())).to.be.below(FIRST_VIEW_BYTES);
    await studio.signIn();
    // The editor and the viewer are loaded while the list is read.
    await eventually(async () => expect(ofFiles().join(' ')).to.match(/workspace.*pdf-worker|pdf-worker.*workspace/));
    await studio.page.waitForNetworkIdle();
    expect(sizeOf(files())).to.be.below(ALL_BYTES);
    process.stdout.write(`    ${Math.round(sizeOf(files()) / 1_000)} KB with the gallery, the editor and the viewer\n`);
  });

  it('is the page alone at a second visit', async () => {
    // The service's log, because browsers call answers to workers new ones.
    const asked = async (what: string): Promise<number> => (await service.logs()).split(`"GET ${what}"`).length - 1;
    const [files, pages] = [await asked('/studio/assets'), await asked('/studio')];
    expect(files).to.be.above(4);
    await studio.page.reload();
    await studio.shows(/first/, '.templates');
    await studio.page.waitForNetworkIdle();
    await eventually(async () => expect(await asked('/studio')).to.equal(pages + 1));
    expect(await asked('/studio/assets')).to.equal(files);
  });

  it('takes two rounds of requests from a press on a template to its pages', async () => {
    await studio.page.emulateNetworkConditions(SLOW);
    answers = [];
    const begun = Date.now();
    await studio.page.click('a[href$=first]');
    await studio.page.waitForSelector('.pages[data-edit]');
    process.stdout.write(`    first pages after ${Date.now() - begun} ms at 1.6 Mbit/s and 300 ms\n`);
    const sent = answers.map(
      (response) => [new URL(response.url()).pathname, response.timing()?.requestTime ?? 0] as const,
    );
    expect(sent.map(([path]) => path).sort()).to.deep.equal([
      '/studio/api/preview',
      '/studio/api/variables',
      '/studio/api/variables/first/versions/draft',
    ]);
    const at = (end: string): number => sent.find(([path]) => path.endsWith(end))?.[1] ?? 0;
    // In seconds: the first two were sent at once.
    expect(Math.abs(at('/variables') - at('/draft'))).to.be.below(SLOW.latency / 1_000);
  });
});
