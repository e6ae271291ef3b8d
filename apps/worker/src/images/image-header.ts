/** What the first bytes of an image say: its format and its size, before anything decodes it. */

export interface ImageHeader {
  /** MIME type. */
  type: 'image/png' | 'image/jpeg' | 'image/gif';
  width: number;
  height: number;
}

/** @returns undefined when the bytes are not a PNG, JPEG or GIF that says its size. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  return png(bytes) ?? gif(bytes) ?? jpeg(bytes);
}

const PNG_BEGIN = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');

function png(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 16).equals(PNG_BEGIN)) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Markers without a length: RSTn, SOI, TEM. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
/** SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff)
      at += 1; // fill byte
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
