import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { FetchedImages } from '../resources/image-source.js';
import { LIMIT_MS, PIXEL, sheet, startTestRenderer, type TestRenderer } from '../testing/chromium.js';

const LOGO = 'https://img.example/logo.png';
const images: FetchedImages = new Map([
  [LOGO, { type: 'image/png', bytes: Buffer.from(PIXEL.slice(PIXEL.indexOf(',')), 'base64') }],
]);

describe('The gate in the browser', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer();
  });
  after(() => renderer.close());

  const imagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  const outcomeOf = async (html: string, admitted?: FetchedImages): Promise<unknown> =>
    renderer.print(sheet(html, admitted), LIMIT_MS).then(
      () => 'printed',
      (error: unknown) => (error instanceof ServiceError ? error.code : error),
    );

  for (const [what, html] of Object.entries({
    'an image': `<img width="50" height="50" src="${LOGO}">`,
    'an image spelled otherwise': `<img width="50" height="50" src="HTTPS://IMG.example:443/x/../logo.png#part">`,
    'a lazy image far below': `<div style="height: 3000px"></div><img loading="lazy" width="50" height="50" src="${LOGO}">`,
    'an image from another origin': `<img crossorigin width="50" height="50" src="${LOGO}">`,
    'an image of a set': `<img width="50" height="50" srcset="${LOGO} 1x, ${LOGO} 2x">`,
    'a picture': `<picture><source srcset="${LOGO}"><img width="50" height="50"></picture>`,
    'an image in a drawing': `<svg width="50" height="50"><image width="50" height="50" href="${LOGO}"/></svg>`,
    'an image that is a button': `<input type="image" width="50" height="50" src="${LOGO}">`,
    'an object that shows an image': `<object type="image/png" width="50" height="50" data="${LOGO}"></object>`,
    'a background': `<table background="${LOGO}"><tr><td>x</table>`,
  })) {
    it(`hands over ${what} that was fetched`, async () => {
      expect(imagesIn(await renderer.print(sheet(html, images), LIMIT_MS))).to.be.at.least(1);
    });
  }

  it('keeps images for their own document only', async () => {
    const html = `<img width="50" height="50" src="${LOGO}">`;
    expect(await outcomeOf(html, images)).to.equal('printed');
    expect(await outcomeOf(html)).to.equal('content_forbidden');
    expect(await outcomeOf('<p>x</p>')).to.equal('printed');
    expect(await outcomeOf(html)).to.equal('content_forbidden');
  });

  it('hands over images as images only', async () => {
    for (const html of [
      `<link rel="stylesheet" href="${LOGO}">`,
      `<iframe src="${LOGO}"></iframe>`,
      `<object type="text/html" data="${LOGO}"></object>`,
      `<object type="image/svg+xml" data="${LOGO}"></object>`,
    ]) {
      expect(await outcomeOf(html, images), html).to.equal('content_forbidden');
    }
  });
});
