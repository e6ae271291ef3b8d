import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PIXEL } from '../testing/chromium.js';
import { gifOf, jpegOf, pngOf } from '../testing/images.js';
import { imageOf } from './fetched-image.js';
import { readImageHeader } from './image-header.js';

describe('The header of an image', () => {
  it('tells format and size of PNG, GIF and JPEG', () => {
    expect(readImageHeader(pngOf(300, 7))).to.deep.equal({ type: 'image/png', width: 300, height: 7 });
    expect(readImageHeader(gifOf(300, 7))).to.deep.equal({ type: 'image/gif', width: 300, height: 7 });
    expect(readImageHeader(jpegOf(300, 7))).to.deep.equal({ type: 'image/jpeg', width: 300, height: 7 });
    const pixel = Buffer.from(PIXEL.slice(PIXEL.indexOf(',')), 'base64');
    expect(readImageHeader(pixel)).to.deep.equal({ type: 'image/png', width: 1, height: 1 });
  });

  for (const [what, bytes] of Object.entries({
    nothing: Buffer.alloc(0),
    text: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a WebP': Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
    'a PNG cut off in its header': pngOf(1, 1).subarray(0, 20),
    'a PNG without a header': Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.alloc(40)]),
    'a JPEG cut off before its frame': jpegOf(1, 1).subarray(0, 12),
    'a JPEG of zeros': Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(1_000)]),
    'a JPEG of markers': Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(1_000, 0xff)]),
    'a JPEG whose segment is longer than the file': Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0),
    'a GIF cut off': gifOf(1, 1).subarray(0, 8),
  })) {
    it(`says nothing of ${what}`, () => {
      expect(readImageHeader(bytes)).to.equal(undefined);
    });
  }

  it('keeps an image out whose pixels would take gigabytes', () => {
    expect(imageOf(pngOf(10_000, 10_000))).to.have.property('type', 'image/png');
    expect(imageOf(pngOf(10_001, 10_000))).to.equal(
      'it is 10001 by 10000 pixels large; at most 100 megapixels are printed',
    );
    expect(imageOf(jpegOf(65_535, 65_535))).to.be.a('string');
  });
});
