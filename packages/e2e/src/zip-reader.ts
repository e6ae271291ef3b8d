/** Reads ZIP archives as strictly as possible: entry by entry from the beginning, compared with the directory at the end. */
import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'chai';

/** Returns the contents by name, in the archive's order. Fails on any contradiction. */
export function entriesOfZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const [count, , directoryAt] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  const entries = new Map<string, Buffer>();
  let [at, central] = [0, directoryAt];
  while (at < directoryAt) {
    expect(zip.toString('latin1', at, at + 4)).to.equal('PK\x03\x04');
    expect(zip.toString('latin1', central, central + 4)).to.equal('PK\x01\x02');
    expect(zip.subarray(at + 6, at + 28).equals(zip.subarray(central + 8, central + 30)), 'the headers agree').to.equal(
      true,
    );
    expect(zip.readUInt32LE(central + 42), 'the place in the directory').to.equal(at);
    const [method, sum, size] = [zip.readUInt16LE(at + 8), zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18)];
    expect(zip.readUInt16LE(at + 6) & 8, 'sizes stand before the content').to.equal(0);
    const nameLength = zip.readUInt16LE(at + 26);
    const name = zip.toString('utf8', at + 30, at + 30 + nameLength);
    expect(entries.has(name), name).to.equal(false);
    const from = at + 30 + nameLength + zip.readUInt16LE(at + 28);
    const stored = zip.subarray(from, from + size);
    const content = method === 0 ? stored : inflateRawSync(stored);
    expect(crc32(content)).to.equal(sum);
    entries.set(name, content);
    at = from + size;
    central += 46 + nameLength + zip.readUInt16LE(central + 30);
  }
  expect(entries.size).to.equal(count);
  expect(central).to.equal(end);
  return entries;
}
