import { crc32, deflateSync } from 'node:zlib';

/** The beginning of a PNG of that size; nothing to decode follows. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** A white PNG of that size, to be decoded; it is small. */
export function whitePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
    framed.writeUInt32BE(data.length);
    framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
    return framed;
  };
  const row = Buffer.alloc(1 + width * 3, 255).fill(0, 0, 1);
  const header = Buffer.from('\0\0\0\0\0\0\0\0\x08\x02\0\0\0', 'latin1');
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)), { level: 1 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}
