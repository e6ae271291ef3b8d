/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { ROOT } from '../examples/blocks.js';
import { HOME_FOLDER, type HomeExamples, jsonOf, runHomeExamples } from './home-examples.js';
import { Visitor } from './visitor.js';

/** The most bytes that the first view may transfer. */
const MOST_BYTES = 150 * 1024;
/** WebP and a few glyphs at other places change a square by less; a digit that differs changes it by more. */
const MOST_DIFFERENCE = 24;

describe('The start page', () => {
  let service: SharedService;
  let visitor: Visitor;
  let examples: HomeExamples;
  before(async () => {
    [service, examples] = await Promise.all([sharedService(), runHomeExamples()]);
    visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
  });
  after(() => visitor.close());

  it('shows documents that a service prints of its templates now (`npm run pictures -- shown`)', async () => {
    await visitor.page.goto('about:blank');
    for (const [name, { png }] of examples.documents) {
      const webp = readFileSync(join(ROOT, `docs/images/${name}.webp`));
      const found = await visitor.page.evaluate(
        largestDifference,
        `data:image/webp;base64,${webp.toString('base64')}`,
        `data:image/png;base64,${png.toString('base64')}`,
      );
      expect(found, name).to.be.below(MOST_DIFFERENCE);
    }
  });

  it('says in words what the documents have', async () => {
    await visitor.open('/');
    const alts = await visitor.page.$$eval('main img', (images) => images.map(({ alt }) => alt));
    const texts = ['home-invoice', 'home-label', 'home-second-invoice'].map((name) =>
      pdfText(examples.documents.get(name)?.pdf ?? Buffer.alloc(0)),
    );
    expect(alts).to.have.lengthOf(texts.length);
    for (const [index, alt] of alts.entries()) {
      const facts = alt.match(/€[\d,.]+\d|\d+%|\d{4}-\d{4}|Curie Radium Ltd|Gear oil, 1 litre/g) ?? [];
      expect(facts.length, alt).to.be.at.least(2);
      for (const fact of facts) expect(texts[index], alt).to.include(fact);
    }
  });

  it('shows what tools are sent, and what they answer', async () => {
    for (const [name, answer] of examples.answers) expect(jsonOf(`${name}.answer.json`), name).to.deep.equal(answer);
    await visitor.open('/');
    const shown = await visitor.page.$$eval('.pair', (pairs) =>
      pairs.map((pair) => [...pair.querySelectorAll('pre code')].map(({ textContent }) => JSON.parse(textContent))),
    );
    expect(shown).to.deep.equal([
      [jsonOf('html-to-pdf.json')],
      [jsonOf('json-to-pdf.json')],
      [jsonOf('http-request.json'), examples.answers.get('http-request')],
      [jsonOf('get-record.json'), examples.answers.get('get-record')],
    ]);
    const template = readFileSync(join(HOME_FOLDER, 'invoice.html'), 'utf8').trimEnd();
    expect(await visitor.page.$eval('.beside pre code', ({ textContent }) => textContent)).to.equal(template);
  });

  it('leads to the studio, a call and the documentation, and to no studio that is switched off', async () => {
    await visitor.open('/');
    const ways = () => visitor.page.$$eval('.ways a', (links) => links.map((link) => link.getAttribute('href')));
    expect(await ways()).to.deep.equal(['/studio', '#call', '/docs']);
    expect(await visitor.text('#call .curl code')).to.include(`'${service.url}/api/utilities/html-to-pdf'`);
    expect(await visitor.page.$$('#call .curl button')).to.have.lengthOf(1);
    const without = await service.addGateway({ PARTS: 'jobs,webhooks' });
    const html = await (await fetch(without.url, { headers: { accept: 'text/html' } })).text();
    await without.end();
    expect(html).to.include('href="#call"').and.not.include('/studio');
  });

  it('transfers at most 150 KB for its first view, and its pictures once', async () => {
    const client = await visitor.page.createCDPSession();
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await visitor.open('/');
    expect(bytes).to.be.within(10_000, MOST_BYTES);
    const [src = ''] = await visitor.page.$$eval('main img', (images) =>
      images.map((image) => image.getAttribute('src')),
    );
    const { headers } = await fetch(service.url + src);
    expect(headers.get('content-type')).to.equal('image/webp');
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    await client.detach();
  });

  it('has no fault from 320 to 1920 px, light and dark', async () => {
    await visitor.open('/');
    const views = [320, 800, 1920].flatMap((width) =>
      (['light', 'dark'] as const).map((scheme) => ({ scheme, width })),
    );
    await visitor.expectNoFaults(views);
    for (const { width } of views) expect(await visitor.flawsOnPhone(width), String(width)).to.deep.equal([]);
  });
});

/** Runs in the page. @returns how much the most different square of 16 px differs on average, of 255; 255 for other sizes. */
async function largestDifference(one: string, other: string): Promise<number> {
  const pixelsOf = async (src: string): Promise<ImageData> => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.width !== b.width || a.height !== b.height) return 255;
  const columns = Math.ceil(a.width / 16);
  const sums = new Float64Array(columns * Math.ceil(a.height / 16));
  for (let at = 0; at < a.data.length; at += 4) {
    const [x, y] = [(at / 4) % a.width, Math.floor(at / 4 / a.width)];
    const square = Math.floor(y / 16) * columns + Math.floor(x / 16);
    for (const channel of [0, 1, 2])
      sums[square] = (sums[square] ?? 0) + Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0));
  }
  return Math.max(...sums) / (16 * 16 * 3);
}
