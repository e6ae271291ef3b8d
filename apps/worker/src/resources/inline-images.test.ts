import { checkDocument, DocumentFiles } from '@toolpress/document';
import { itWithinCpuMs, pdfPixels, SAMPLE_IMAGES, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Chromium } from '../browser/chromium.js';
import { pageWork } from '../browser/page-printer.js';
import { WarmPage } from '../browser/warm-page.js';
import { sheet, testChromium } from '../testing/chromium.js';
import { everywhere, hostileDrawings } from '../testing/hostile-images.js';
import { whitePng } from '../testing/images.js';
import { type FetchedImage, NOTHING } from './image-bytes.js';
import type { FetchedImages } from './image-source.js';
import { InlineImages } from './inline-images.js';

const LOGO = 'https://img.example/logo.png';
const png = (bytes = whitePng(3, 2)): FetchedImage => ({ type: 'image/png', bytes });
const dataOf = ({ type, bytes }: FetchedImage): string => `data:${type};base64,${bytes.toString('base64')}`;
const DATA = dataOf(png());
const KIB = 1024;
/** An image of that size in bytes, which looks like the small one. */
const padded = (size: number): FetchedImage => {
  const { bytes } = png();
  return png(Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]));
};
const put = (html: string, images: FetchedImages = new Map([[LOGO, png()]])): string =>
  new InlineImages(images).into(html, () => undefined);

describe('InlineImages', () => {
  for (const [what, before, after] of [
    ['an image', '<img alt="a &lt; b" src="', '">'],
    ['the image of a set', '<img srcset="', ' 2x" sizes="10px">'],
    ['a button', '<input type="image" src="', '">'],
    ['an image in a drawing', '<svg><image href="', '"></image></svg>'],
    ['an image in an old drawing', '<svg><image xlink:href="', '"></image></svg>'],
    ['the image of a filter', '<svg><filter><feImage href="', '"></feImage></filter></svg>'],
    ['the poster of a video', '<video poster="', '"></video>'],
    ['a background', '<table background="', '"></table>'],
  ] as const)
    it(`puts ${what} into the document`, () => {
      expect(put(`<p>x</p>${before}${LOGO}${after}`)).to.equal(`<p>x</p>${before}${DATA}${after}`);
    });

  for (const [what, html] of Object.entries({
    'a link': `<a href="${LOGO}">x</a>`,
    'a link in a drawing': `<svg><a xlink:href="${LOGO}">x</a></svg>`,
    'an object, which may show more than images': `<object type="image/png" data="${LOGO}"></object><embed src="${LOGO}">`,
    'a text of CSS': `<style>.a::before { content: '<img src="${LOGO}">' }</style>`,
    text: `<p>&lt;img src="${LOGO}"&gt; ${LOGO}</p>`,
    'a text in an attribute': `<p title="<img src=&quot;${LOGO}&quot;>">x</p>`,
    'a link behind the text of an image': `<a title="<img alt=" href="${LOGO}">x</a><a title="<img alt='" href="${LOGO}">x</a>`,
    'another attribute of an image': `<img alt="${LOGO}" data-src="${LOGO}">`,
    'a longer address': `<img src="${LOGO}?v=2">`,
  }))
    it(`leaves ${what} unchanged`, () => {
      expect(put(html)).to.equal(html);
    });

  it('finds addresses with escaped characters', () => {
    expect(put(`<img src="${LOGO}?a=1&amp;b=2">`, new Map([[`${LOGO}?a=1&b=2`, png()]]))).to.equal(
      `<img src="${DATA}">`,
    );
  });

  it('removes the addresses of unavailable images', () => {
    const html = `<img src="${LOGO}" alt="x"><img alt="y" srcset="${LOGO} 2x"><svg><image href="${LOGO}"></image></svg><a href="${LOGO}">x</a>`;
    expect(put(html, new Map([[LOGO, NOTHING]]))).to.equal(
      `<img alt="x"><img alt="y"><svg><image></image></svg><a href="${LOGO}">x</a>`,
    );
  });

  it('leaves images of more than 256 KiB at their addresses', () => {
    const html = `<img src="${LOGO}">`;
    expect(put(html, new Map([[LOGO, padded(256 * KIB)]]))).to.include('src="data:');
    expect(put(html, new Map([[LOGO, padded(256 * KIB + 1)]]))).to.equal(html);
  });

  it('adds at most 1 MiB, and leaves images that are shown too often at their addresses', () => {
    const images = new Map([
      [LOGO, padded(30 * KIB)],
      ['https://img.example/other.png', png()],
    ]);
    const html = (count: number): string => `<img src="${LOGO}">`.repeat(count);
    expect(put(html(20), images).match(/"data:/g)).to.have.lengthOf(20);
    expect(put(html(50), images)).to.equal(html(50));
    const other = '<img src="https://img.example/other.png">';
    expect(put(html(50) + other, images)).to.equal(`${html(50)}<img src="${DATA}">`);
  });

  itWithinCpuMs(3_000, 'takes linear time for texts like images', () => {
    const parts = [
      '<style ',
      '<style></style>',
      '<img alt="x',
      '<img ',
      ' src="https:',
      ` src="${LOGO}"`,
      `<img src="${LOGO}`,
      ' a=""',
    ];
    for (const part of parts) put(`<img ${part.repeat(100_000)}`);
  });

  it('creates documents that the policy allows unchanged', () => {
    const files = new DocumentFiles({ 'logo.png': { base64: png().bytes.toString('base64') } });
    const { html, images } = checkDocument({ html: everywhere('logo.png') }, { files });
    const whole = put(html, new Map(images.map(({ url }) => [url, png()])));
    expect(whole).to.not.include('.invalid');
    expect(checkDocument({ html: whole }).html).to.equal(whole);
  });
});

describe('A page', () => {
  let chromium: Chromium;
  let page: WarmPage;
  before(async () => {
    chromium = testChromium();
    page = await WarmPage.open(await chromium.browser());
  });
  after(() => chromium.close());

  const printed = async (html: string, image: FetchedImage) => {
    const { result } = await page.work(pageWork(sheet(html, new Map([[LOGO, image]]))));
    const { leavesTraces } = page;
    if (leavesTraces) await page.wipe();
    const pdf = result.toString('latin1').replaceAll(/\(D:[^)]*\)/g, '(then)');
    return { pdf, pixels: () => pdfPixels(result, 96).pixels, leavesTraces };
  };

  it('prints images in the document as those that it requests, and need not be wiped', async () => {
    const all = checkDocument({ html: everywhere(LOGO) }).html;
    const requested = await printed(all, padded(300 * KIB));
    const inline = await printed(all, png());
    expect(inline.pixels().equals(requested.pixels())).to.equal(true);
    expect([requested.leavesTraces, inline.leavesTraces]).to.deep.equal([true, false]);
    const html = `<p>x</p><img width="40" src="${LOGO}">`;
    expect((await printed(html, png())).pdf).to.equal((await printed(html, padded(300 * KIB))).pdf);
  });

  it('changes no later document by drawings in a document', async () => {
    const probe = async () => (await printed('<p>text</p><a href="https://a.example/">link</a>', png())).pdf;
    const clean = await probe();
    const all = checkDocument({ html: everywhere(LOGO) }).html;
    for (const [what, drawing] of Object.entries(hostileDrawings('https://elsewhere.example'))) {
      const { leavesTraces } = await printed(all, { type: 'image/svg+xml', bytes: Buffer.from(drawing) });
      expect(leavesTraces, what).to.equal(false);
      expect(await probe(), what).to.equal(clean);
    }
    expect((await page.work(pageWork(sheet(`<img src="${LOGO}">`)))).blocked).to.deep.equal([LOGO]);
  });

  it('prints an image that is shown often once', async () => {
    const { pdf } = await printed(`<img width="20" src="${LOGO}">`.repeat(30), png());
    expect(pdf.match(/\/Subtype \/Image/g)).to.have.lengthOf(1);
  });

  it('prints WebP, AVIF and SVG in the document', async () => {
    for (const [type, bytes] of [
      ['image/webp', SAMPLE_IMAGES.WEBP],
      ['image/avif', SAMPLE_IMAGES.AVIF],
      ['image/svg+xml', Buffer.from(svgOf('<text y="9" font-size="5">drawn</text>'))],
    ] as const) {
      const { pdf, leavesTraces } = await printed(`<img width="200" src="${LOGO}">`, { type, bytes });
      expect(pdf, type).to.match(type === 'image/svg+xml' ? /\/Font/ : /\/Subtype \/Image/);
      expect(leavesTraces, type).to.equal(false);
    }
  });

  it('reports images in the document that the browser can’t read, by their URLs', async () => {
    const other = 'https://img.example/other.svg';
    const images: FetchedImages = new Map([
      [LOGO, { type: 'image/svg+xml', bytes: Buffer.from(`${svgOf('<p>')}`) }],
      [other, { type: 'image/svg+xml', bytes: Buffer.from(svgOf()) }],
    ]);
    const broken: string[] = [];
    const onBroken = (urls: ReadonlySet<string>): void => void broken.push(...urls);
    await page.work(pageWork({ ...sheet(`<img src="${LOGO}"><img src="${other}">`, images), onBroken }));
    expect(broken).to.deep.equal([LOGO]);
  });
});
