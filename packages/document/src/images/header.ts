/** Reads an image's type and size from its header. */
import { avifSize } from './avif.js';
import { isSvgFile } from './svg.js';

type PixelImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

/** The size in pixels; undefined for drawings. */
export type ImageHeader =
  | { readonly type: PixelImageType; readonly width: number; readonly height: number }
  | { readonly type: 'image/svg+xml' };

type Size = readonly [width: number, height: number];

/** A small file can declare more pixels than fit into memory. 100 million are an A0 sheet at 230 dpi. */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** Reads the header of an image. Returns undefined for other bytes, a truncated header, and an image without pixels. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [type, sizeOf] of READERS) {
    const [width, height] = sizeOf(view) ?? [0, 0];
    if (width > 0 && height > 0) return { type, width, height };
  }
  return isSvgFile(view) ? { type: 'image/svg+xml' } : undefined;
}

/** The signature, and the beginning of the header chunk, which has to be the first. */
const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !startsWith(bytes, PNG_START)) return undefined;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
}

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** The size is in the frame header, after segments of any length. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (!startsWith(bytes, JPEG_SIGNATURE)) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff)
      at += 1; // a filler
    else if (isFrameHeader(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which are among them. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Reads the first chunk, which is of one of three kinds. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8X':
      return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
    case 'WEBPVP8L': {
      const packed = bytes.readUInt32LE(21);
      return bytes[20] === 0x2f ? [1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)] : undefined;
    }
    case 'WEBPVP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}

const startsWith = (bytes: Buffer, beginning: Buffer): boolean => bytes.subarray(0, beginning.length).equals(beginning);

const READERS: readonly (readonly [PixelImageType, (bytes: Buffer) => Size | undefined])[] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
  ['image/avif', avifSize],
];
