/** WOFF to TTF or OTF: the same tables, each compressed by itself. https://www.w3.org/TR/WOFF/ */
import { inflateSync } from 'node:zlib';

const [WOFF_HEADER, WOFF_ENTRY, HEADER, ENTRY] = [44, 20, 12, 16];

/** @param {Buffer} woff @returns {Buffer} */
export function sfntOf(woff) {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is not a WOFF file');
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(HEADER + count * ENTRY);
  const largest = 2 ** Math.floor(Math.log2(count));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(largest * 16, 6);
  header.writeUInt16BE(Math.log2(largest), 8);
  header.writeUInt16BE((count - largest) * 16, 10);
  const parts = [header];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(WOFF_HEADER + index * WOFF_ENTRY);
    const [at, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(at, at + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(table);
    const target = header.subarray(HEADER + index * ENTRY);
    entry.copy(target, 0, 0, 4);
    entry.copy(target, 4, 16, 20); // the checksum
    target.writeUInt32BE(offset, 8);
    target.writeUInt32BE(length, 12);
    parts.push(table);
    offset += table.length;
  }
  return Buffer.concat(parts);
}
