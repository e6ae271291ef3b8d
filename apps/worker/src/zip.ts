/**
 * Writes ZIP archives as streams (PKWARE APPNOTE 6.3.10). Entries are stored, because PDFs are already compressed.
 *
 * No library does this: they either write sizes after the content of an entry, which Java's `ZipInputStream` refuses for stored entries, or
 * hold all contents until the end.
 */
import { setImmediate as breath } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** The unique name in the archive, at most 65,535 bytes. */
  name: string;
  content: Buffer;
  modifiedAt: Date;
}

const [LOCAL, CENTRAL, END, END_64, LOCATOR_64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50];
/** The number of bytes after which a checksum yields to other events. */
const SLICE = 4 * 1024 * 1024;
/** Replaces a number that does not fit and is in the extra field. */
const SEE_EXTRA = 0xffffffff;
const MOST_ENTRIES = 0xffff;
/** Names are UTF-8 (4.4.4). */
const UTF_8 = 1 << 11;
/** Versions that are needed to extract (4.4.3): of stored files, and with ZIP64. */
const [VERSION, VERSION_64] = [20, 45];

/** Yields the archive in pieces. Only the place and name of each entry stay in memory. @param start the archive's offset in its file. */
export async function* zipped(entries: AsyncIterable<ZipEntry>, start = 0): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = start;
  let count = 0;
  for await (const { name, content, modifiedAt } of entries) {
    const nameBytes = Buffer.from(name);
    const fields = fieldsOf(await checksum(content), content.length, nameBytes.length, modifiedAt);
    const head = Buffer.concat([uint32(LOCAL), uint16(VERSION), fields, uint16(0), nameBytes]);
    directory.push(centralHeader(fields, nameBytes, offset));
    yield head;
    yield content;
    offset += head.length + content.length;
    count += 1;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield end(count, central.length, offset);
}

/** Returns the checksum. Other events are handled meanwhile, because large files take long. */
async function checksum(content: Buffer): Promise<number> {
  let sum = 0;
  for (let from = 0; from < content.length; from += SLICE) {
    if (from > 0) await breath();
    sum = crc32(content.subarray(from, from + SLICE), sum);
  }
  return sum;
}

/** What the local and the central header of an entry share (4.3.7, 4.3.12): from the flags to the length of the name. */
function fieldsOf(sum: number, size: number, nameLength: number, modifiedAt: Date): Buffer {
  const { date, time } = dosTime(modifiedAt);
  return Buffer.concat([...[UTF_8, 0, time, date].map(uint16), ...[sum, size, size].map(uint32), uint16(nameLength)]);
}

function centralHeader(fields: Buffer, name: Buffer, offset: number): Buffer {
  const isFar = offset >= SEE_EXTRA;
  const extra = isFar ? Buffer.concat([uint16(1), uint16(8), uint64(offset)]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  return Buffer.concat([
    ...[uint32(CENTRAL), uint16(version), uint16(version), fields, uint16(extra.length)],
    // No comment, first disk, no attributes.
    ...[uint16(0), uint16(0), uint16(0), uint32(0)],
    ...[uint32(isFar ? SEE_EXTRA : offset), name, extra],
  ]);
}

function end(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= MOST_ENTRIES || offset >= SEE_EXTRA || size >= SEE_EXTRA;
  const entries = uint16(Math.min(count, MOST_ENTRIES));
  const last = Buffer.concat([
    ...[uint32(END), uint16(0), uint16(0), entries, entries],
    ...[Math.min(size, SEE_EXTRA), Math.min(offset, SEE_EXTRA)].map(uint32),
    uint16(0),
  ]);
  if (!isLarge) return last;
  const large = Buffer.concat([
    ...[uint32(END_64), uint64(44), uint16(VERSION_64), uint16(VERSION_64), uint32(0), uint32(0)],
    ...[count, count, size, offset].map(uint64),
  ]);
  return Buffer.concat([large, uint32(LOCATOR_64), uint32(0), uint64(offset + size), uint32(1), last]);
}

/** Returns the time in UTC, because the format has no time zone. Times before 1980 do not exist in it. */
function dosTime(moment: Date): { date: number; time: number } {
  const year = moment.getUTCFullYear() - 1980;
  if (year < 0) return { date: (1 << 5) | 1, time: 0 };
  return {
    date: (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  };
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
