import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { UniqueNames } from './parts/jobs/names.js';
import { type ZipEntry, zipped } from './zip.js';

const MEBIBYTE = 1024 ** 2;

async function* entries(...names: string[]): AsyncGenerator<ZipEntry> {
  for (const name of names)
    yield { name, content: Buffer.from(`of ${name}`), modifiedAt: new Date('2026-01-31T23:59:58Z') };
}
async function* largeEntries(count: number): AsyncGenerator<ZipEntry> {
  for (let row = 1; row <= count; row++)
    yield { name: `${row}.pdf`, content: randomBytes(MEBIBYTE), modifiedAt: new Date() };
}
async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found);
}

describe('A ZIP archive', () => {
  it('holds its entries with their names in any script, and the same bytes each time', async () => {
    const zip = await all(zipped(entries('größe.pdf', '請求書.pdf')));
    expect(zip.equals(await all(zipped(entries('größe.pdf', '請求書.pdf'))))).to.equal(true);
    expect(zip.includes(Buffer.from('of 請求書.pdf'))).to.equal(true);
    expect(zip.readUInt16LE(6) & 0x800, 'names are UTF-8').to.equal(0x800);
    expect(zip.readUInt16LE(12), 'the day').to.equal(((2026 - 1980) << 9) | (1 << 5) | 31);
  });

  it('is one that `unzip` takes where it lies beyond 4 GiB', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'toolpress-zip-'));
    const path = join(folder, 'far.zip');
    const start = 5 * 1024 ** 3;
    try {
      const zip = await all(zipped(entries('a.pdf', 'b.pdf'), start));
      writeFileSync(path, '');
      truncateSync(path, start); // takes no space
      writeFileSync(path, zip, { flag: 'a' });
      expect(listed(path) ?? this.skip()).to.deep.equal(['a.pdf', 'b.pdf']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes as much memory as a row, not as all', async () => {
    // Memory is freed at the next garbage collection, which takes its time on a busy machine.
    let written = 0;
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    for await (const piece of zipped(largeEntries(800))) {
      written += piece.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(written).to.be.above(800 * MEBIBYTE);
    expect(most).to.be.below(400 * MEBIBYTE);
  });

  it('of no entries is one, too', async () => {
    expect((await all(zipped(entries()))).length).to.equal(22);
  });
});

/** As `unzip` lists them, after it has tested their sums; nothing where it is missing. */
function listed(path: string): string[] | undefined {
  try {
    const report = execFileSync('unzip', ['-t', path]).toString();
    return [...report.matchAll(/testing: (\S+)\s+OK/g)].map(([, name = '']) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

describe('Names in an archive', () => {
  const names = (...given: (string | undefined)[]): string[] => {
    const unique = new UniqueNames();
    return given.map((name, index) => unique.next(name, index + 1, 'pdf'));
  };

  it('are kept, each once in any case and spelling', () => {
    expect(names('a.pdf', 'A.PDF', 'a.pdf', 'é.pdf', 'e\u0301.pdf')).to.deep.equal([
      ...['a.pdf', 'A-00002.PDF', 'a-00003.pdf', 'é.pdf', 'e\u0301-00005.pdf'],
    ]);
  });

  it('are given to files without a name, and no name is used twice', () => {
    expect(names(undefined, 'document-00003.pdf', undefined, '', '...')).to.deep.equal([
      ...[
        'document-00001.pdf',
        'document-00003.pdf',
        'document-00003-00003.pdf',
        'document-00004.pdf',
        'document-00005.pdf',
      ],
    ]);
  });

  it('lead nowhere else, and are names for Windows, too', () => {
    expect(names('../../etc/passwd', 'a:b?.pdf', 'CON', 'nul.pdf', 'x. .pdf', 'C:\\x.pdf')).to.deep.equal([
      ...['.._._etc_passwd', 'a_b_.pdf', '_CON', '_nul.pdf', 'x.pdf', 'C__x.pdf'],
    ]);
  });
});
