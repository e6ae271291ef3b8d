import { SAMPLE_IMAGES } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { sheet, startTestRenderer, type TestRenderer } from '../testing/chromium.js';
import { COSTLY_DRAWINGS } from '../testing/hostile-images.js';

const URL_OF_ALL = 'https://img.example/image';
const DEADLINE_MS = 2_000;
/** Ending a page that is stuck, and beginning another, on a busy machine. */
const TOLERANCE_MS = 200_000;

const { AVIF, WEBP, LOSSLESS_WEBP, TRANSPARENT_WEBP } = SAMPLE_IMAGES;

/** The bytes with noise from an offset on. */
const noisy = (bytes: Buffer, from: number): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.alloc(100_000, 0x5a)]);

/** Of the largest size that its header can say. */
function huge(bytes: Buffer, offset: number, ...size: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(size, offset);
  return copy;
}

describe('An image made to do harm', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer({ maxPageBytes: 700 * 1024 * 1024 });
  });
  after(() => renderer.close());

  /** Prints a document with the image, or gets its error; then prints the next document. */
  async function cost(type: string, bytes: Buffer): Promise<string> {
    const images = new Map([[URL_OF_ALL, { type, bytes }]]);
    const outcome = await renderer.print(sheet(`<img src="${URL_OF_ALL}">`, images), DEADLINE_MS).then(
      () => 'printed',
      (error: { code?: string }) => error.code ?? String(error),
    );
    expect((await renderer.print(sheet('<p>x</p>'), DEADLINE_MS + TOLERANCE_MS)).length).to.be.above(0);
    return outcome;
  }

  const OWN_FAULT = ['printed', 'deadline_exceeded', 'document_too_complex'];

  for (const [what, drawing] of Object.entries(COSTLY_DRAWINGS)) {
    it(`costs no more than its own request: ${what}`, async () => {
      expect(await cost('image/svg+xml', Buffer.from(drawing))).to.be.oneOf(OWN_FAULT);
    });
  }

  for (const [what, type, bytes] of [
    ['a WebP that breaks off', 'image/webp', WEBP.subarray(0, 40)],
    ['a WebP of noise', 'image/webp', noisy(WEBP, 32)],
    ['a WebP without losses of noise', 'image/webp', noisy(LOSSLESS_WEBP, 26)],
    ['a WebP of 16,383 by 16,383 pixels', 'image/webp', huge(WEBP, 26, 255, 63, 255, 63)],
    ['a WebP of 16,384 by 16,384 pixels, without losses', 'image/webp', huge(LOSSLESS_WEBP, 21, 255, 255, 255, 15)],
    ['a WebP of a canvas that its image does not fill', 'image/webp', huge(TRANSPARENT_WEBP, 24, 255, 39, 0, 255, 39)],
    ['an AVIF that breaks off', 'image/avif', AVIF.subarray(0, 260)],
    ['an AVIF of noise', 'image/avif', noisy(AVIF, 252)],
    ['an AVIF of 4 billion pixels in a row', 'image/avif', huge(AVIF, AVIF.indexOf('ispe') + 8, 255, 255, 255, 255)],
    ['an AVIF larger than its header says', 'image/avif', huge(AVIF, AVIF.indexOf('ispe') + 8, 0, 0, 0, 1)],
  ] as const) {
    it(`costs no more than its own request: ${what}`, async () => {
      expect(await cost(type, bytes)).to.be.oneOf(OWN_FAULT);
    });
  }
});
