/** Whether a document can change another one: everything that it may say of the page, and then what would show it. */

import { checkDocument } from '@toolpress/document';
import { quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { printSettings } from '../render/paper/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { testChromium } from '../testing/chromium.js';
import { HOSTILE_STATES } from '../testing/hostile-states.js';
import { PROBES } from '../testing/probes.js';
import type { Chromium } from './chromium.js';
import { PooledPage } from './page-pool.js';
import { pageWork } from './page-printer.js';
import type { PrintWork } from './printer.js';
import { WarmPage } from './warm-page.js';

const UNTAGGED = printSettings({ orientation: 'portrait' });
const TAGGED = printSettings({ orientation: 'portrait', tagged: true });

/** As the service prints it. */
function workOf(parts: Parameters<typeof checkDocument>[0], settings = UNTAGGED): PrintWork<Buffer> {
  const { html, changesPage, fonts } = checkDocument(parts);
  return { images: NO_IMAGES, changesPage, fonts, run: (printer) => printer.print(html, settings) };
}

/** The state without the date and the numbers of nodes, which increase. */
const comparable = (pdf: Buffer): string =>
  pdf
    .toString('latin1')
    .replaceAll(/\(D:[^)]*\)/g, '(then)')
    .replaceAll(/node\d{8}/g, 'node');

describe('A document', () => {
  let chromium: Chromium;
  let pooled: PooledPage;
  let page: WarmPage;
  const probes = Object.entries(PROBES).map(([name, html]) => ({
    name,
    works: [workOf({ html }), workOf({ html }, TAGGED)] as const,
    clean: [] as string[],
  }));

  before(async () => {
    chromium = testChromium();
    for (const { works, clean } of probes) {
      const fresh = await WarmPage.open(await chromium.browser());
      for (const work of works) clean.push(comparable((await fresh.work(pageWork(work))).result));
      await fresh.dispose();
    }
    pooled = new PooledPage({ chromium, logger: quietLogger(), jobsPerPage: 1e6, maxPageBytes: 1024 ** 3 });
    page = await pooled.take();
  });
  after(async () => {
    await pooled.close();
    await chromium.close();
  });

  /** One after the other on the same page, as under load: it gets no rest. */
  async function print(work: PrintWork<Buffer>): Promise<string> {
    const { result } = await page.work(pageWork(work));
    expect(await pooled.isReusable(page)).to.equal(true);
    return comparable(result);
  }

  async function changedBy(hostile: PrintWork<Buffer>): Promise<string[]> {
    const changed: string[] = [];
    for (const { name, works, clean } of probes) {
      for (const [index, work] of works.entries()) {
        if (index === 0 || work.changesPage) await print(hostile); // after such a probe the page is clean
        if ((await print(work)) !== clean[index]) changed.push(index === 0 ? name : `${name}, tagged`);
      }
    }
    return changed;
  }

  for (const [what, parts] of Object.entries(HOSTILE_STATES)) {
    it(`changes none that comes after it on the same page: ${what}`, async () => {
      expect(await changedBy(workOf(parts))).to.deep.equal([]);
    });
  }

  it('would change others with what makes it a reason to wipe the page', async () => {
    const { changesPage, ...work } = workOf({ html: '<body link="lime"><meta name="color-scheme" content="dark">x' });
    expect(changesPage).to.equal(true);
    expect(await changedBy(work))
      .to.include('links')
      .and.include('nothing said, tagged');
    await page.wipe();
    expect(await changedBy(workOf({ html: '<p>x' }))).to.deep.equal([]);
  });

  for (const what of [
    'characters in Korean',
    'characters in Japanese that are symbols',
    'characters in many languages',
  ]) {
    it(`has the fonts of its language in a page that printed another language before: ${what}`, async () => {
      const parts = HOSTILE_STATES[what] ?? expect.fail();
      for (const { name, works, clean } of probes) {
        if (!works[0].fonts) continue;
        const fresh = await WarmPage.open(await chromium.browser());
        await fresh.work(pageWork(workOf(parts)));
        expect(comparable((await fresh.work(pageWork(works[0]))).result) === clean[0], name).to.equal(true);
        await fresh.dispose();
      }
    });
  }

  it('finds the page that its own header was measured in unchanged', async () => {
    const { html } = checkDocument({ html: '<body link="lime"><style title="x">p { }</style><p>x</p>' });
    const { name, clean } = probes[0] ?? expect.fail();
    const probe = checkDocument({ html: PROBES[name] ?? '' }).html;
    const { result } = await page.work(
      pageWork({
        images: NO_IMAGES,
        changesPage: true,
        run: async (printer) => {
          expect(await printer.heights(html, 'p')).to.have.lengthOf(1);
          expect(await printer.contentHeight(html, 2)).to.be.above(0);
          return printer.print(probe, UNTAGGED);
        },
      }),
    );
    expect(comparable(result)).to.equal(clean[0]);
    expect(await pooled.isReusable(page)).to.equal(true);
  });
});

describe('The documents that a page is tried with', () => {
  it('are enough, and each is one that the policy lets through', () => {
    expect(Object.keys(HOSTILE_STATES)).to.have.lengthOf.at.least(60);
    expect(Object.keys(PROBES)).to.have.lengthOf.at.least(12);
  });

  it('wipe the page, except for documents that leave nothing behind', () => {
    const ordinary = Object.entries(HOSTILE_STATES).filter(([, parts]) => !checkDocument(parts).changesPage);
    expect(ordinary.map(([what]) => what))
      .to.include('a viewport')
      .and.include('a filled form')
      .and.not.include('a registered property');
  });
});
