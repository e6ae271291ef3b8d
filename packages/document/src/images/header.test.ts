import { itWithinCpuMs, SAMPLE_IMAGES, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { imageHeader } from './header.js';

const SVG = { type: 'image/svg+xml' } as const;
const { AVIF, WEBP, LOSSLESS_WEBP, TRANSPARENT_WEBP } = SAMPLE_IMAGES;

/** The bytes with others in their place from an offset on. */
function changed(bytes: Buffer, offset: number, ...others: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(others, offset);
  return copy;
}

describe('The header of an image', () => {
  it('says its type and its size', () => {
    const size = { width: 20, height: 10 };
    for (const bytes of [WEBP, LOSSLESS_WEBP, TRANSPARENT_WEBP])
      expect(imageHeader(bytes)).to.deep.equal({ type: 'image/webp', ...size });
    expect(imageHeader(AVIF)).to.deep.equal({ type: 'image/avif', ...size });
  });

  it('says the size that it claims, however large', () => {
    expect(imageHeader(changed(TRANSPARENT_WEBP, 24, 255, 255, 255, 255, 255, 255))).to.include({ width: 2 ** 24 });
    expect(imageHeader(changed(LOSSLESS_WEBP, 21, 255, 255, 255, 255))).to.include({ width: 16_384, height: 16_384 });
    expect(imageHeader(changed(WEBP, 26, 255, 255, 255, 255))).to.include({ width: 16_383, height: 16_383 });
    const extents = AVIF.indexOf('ispe') + 8;
    expect(imageHeader(changed(AVIF, extents, 255, 255, 255, 255))).to.include({ width: 2 ** 32 - 1, height: 10 });
  });

  it('of an AVIF put together of tiles says the size of the whole', () => {
    const at = AVIF.indexOf('ispe') - 4;
    const tile = AVIF.subarray(at, at + 20);
    const whole = changed(tile, 12, 0, 0, 16, 0, 0, 0, 8, 0);
    const ipco = Buffer.concat([Buffer.from('\0\0\0\x44ipco', 'latin1'), tile, whole, tile]);
    const iprp = Buffer.concat([Buffer.from('\0\0\0\x4ciprp', 'latin1'), ipco]);
    const meta = Buffer.concat([Buffer.from('\0\0\0\x58meta\0\0\0\0', 'latin1'), iprp]);
    expect(imageHeader(Buffer.concat([AVIF.subarray(0, 28), meta]))).to.deep.equal({
      type: 'image/avif',
      width: 4_096,
      height: 2_048,
    });
  });

  it('is invalid when it is truncated anywhere, or of another kind', () => {
    for (const bytes of [WEBP, LOSSLESS_WEBP, TRANSPARENT_WEBP, AVIF]) {
      const end = bytes === AVIF ? AVIF.indexOf('ispe') + 16 : 26;
      for (let length = 0; length < end; length++) expect(imageHeader(bytes.subarray(0, length))).to.equal(undefined);
    }
    for (const bytes of [
      changed(WEBP, 8, 0x41),
      changed(WEBP, 15, 0x59),
      changed(WEBP, 23, 0),
      changed(WEBP, 26, 0, 0),
      changed(LOSSLESS_WEBP, 20, 0),
      Buffer.from(AVIF.toString('latin1').replaceAll('avif', 'heic'), 'latin1'),
      Buffer.from(AVIF.toString('latin1').replace('avif', 'avis'), 'latin1'),
    ]) {
      expect(imageHeader(bytes)).to.equal(undefined);
    }
  });

  itWithinCpuMs(1_000, 'is read quickly when its boxes never end', () => {
    const begin = AVIF.subarray(0, 28);
    const box = (size: number, kind: string): Buffer => {
      const bytes = Buffer.alloc(size);
      bytes.writeUInt32BE(size);
      bytes.write(kind, 4, 'latin1');
      return bytes;
    };
    for (const hostile of [
      Buffer.alloc(10_000_000),
      Buffer.concat(Array<Buffer>(1_000_000).fill(box(8, 'free'))),
      Buffer.concat(Array<Buffer>(500_000).fill(box(12, 'meta'))),
      Buffer.from('\0\0\0\x01meta\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
      Buffer.from('\0\0\0\0meta\0\0\0\0\0\0\0\0iprp\0\0\0\0ipco\0\0\0\0ispe', 'latin1'),
    ]) {
      expect(imageHeader(Buffer.concat([begin, hostile]))).to.equal(undefined);
    }
  });

  it('of a drawing is its first element, after any XML prolog', () => {
    for (const before of [
      '',
      '\ufeff',
      ' \r\n\t',
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by > <svg> - -->',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      '<!DOCTYPE svg [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n<!ENTITY x "y">\n] >\n',
      '<!-- --><!-- --><?x?>',
    ]) {
      expect(imageHeader(Buffer.from(before + svgOf())), before).to.deep.equal(SVG);
    }
    expect(imageHeader(Buffer.from('<s:svg width="9" xmlns:s="http://www.w3.org/2000/svg"/>'))).to.deep.equal(SVG);
  });

  it('of a drawing is invalid without a namespace, or in other XML or HTML', () => {
    for (const text of [
      '<svg></svg>',
      '<svg width="9"><g xmlns="http://www.w3.org/2000/svg"/></svg>',
      '<html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>',
      '<!DOCTYPE html><body>',
      '<svgx xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?>',
      '<!-- <svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!DOCTYPE svg [',
      `text${svgOf()}`,
      svgOf().replace('<svg', '< svg'),
    ]) {
      expect(imageHeader(Buffer.from(text)), text).to.equal(undefined);
    }
    expect(imageHeader(Buffer.from(svgOf(), 'utf16le'))).to.equal(undefined);
  });

  itWithinCpuMs(2_000, 'of a drawing is found quickly behind megabytes', () => {
    for (const before of ['<!---->', '<?x?>', ' ', '<!', '<svg xmlns', '<svg ', '<!DOCTYPE [', '<!DOCTYPE >'])
      imageHeader(Buffer.from(before.repeat(5_000_000 / before.length)));
  });
});
