import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { packed } from '../file/pack.js';
import type { PackedObject } from '../file/packed-object.js';
import { PdfFile } from '../file/pdf-file.js';
import { Encryption, type Protection } from '../file/protect.js';
import { referencesOf, withoutTags, withReferences } from '../file/references.js';
import { merged, type RowPdf } from './merged.js';

const MEBIBYTE = 1024 ** 2;

/** A PDF with one page. @param drawn its content. @param more objects from number 10 on. */
function pdfOf(drawn: Buffer, page = '', more: readonly string[] = [], catalog = ''): Buffer {
  const objects = new Map<number, PackedObject>([
    [1, { text: `<</Type /Catalog /Pages 2 0 R${catalog}>>` }],
    [2, { text: '<</Type /Pages /Kids [3 0 R] /Count 1>>' }],
    [3, { text: `<</Type /Page /Parent 2 0 R /StructParents 0 /MediaBox [0 0 100 200] /Contents 4 0 R${page}>>` }],
    [4, { text: `<</Length ${drawn.length}>>`, stream: drawn }],
    ...more.map((text, index): [number, PackedObject] => [10 + index, { text }]),
  ]);
  return packed(objects, { Root: '1 0 R' }, 10 + more.length);
}

async function* rows(count: number, make: (row: number) => Buffer): AsyncGenerator<RowPdf> {
  for (let row = 1; row <= count; row++) yield { row, filename: undefined, content: make(row) };
}
async function whole(pieces: AsyncIterable<Buffer>): Promise<PdfOfRows> {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return new PdfOfRows(Buffer.concat(found));
}
/** A merged PDF, searched as text, since `PdfFile` does not read offsets of 5 bytes. */
class PdfOfRows {
  readonly text: string;
  constructor(readonly bytes: Buffer) {
    this.text = bytes.toString('latin1');
  }
  count(pattern: RegExp): number {
    return [...this.text.matchAll(pattern)].length;
  }
}
const merge = (count: number, make: (row: number) => Buffer): Promise<PdfOfRows> =>
  whole(merged(rows(count, make), undefined, () => undefined));

describe('A merged PDF', () => {
  it('has equal streams once', async () => {
    const pdf = await merge(9, (row) => pdfOf(Buffer.from(`drawn ${row % 3}`)));
    expect(['drawn 0', 'drawn 1', 'drawn 2'].map((drawn) => pdf.count(new RegExp(drawn, 'g')))).to.deep.equal([
      1, 1, 1,
    ]);
  });

  it('accepts cycles of references, missing objects, and strings that look like references', async () => {
    const more = ['<</Loop 11 0 R>>', '<</Loop 10 0 R /Gone 99 0 R /Text (see \\) 4 0 R (1 0 R) end)>>'];
    const pdf = await merge(3, () => pdfOf(Buffer.from('drawn'), ' /Own 10 0 R', more));
    expect(pdf.count(/startxref/g)).to.equal(1);
  });

  it('fails for rows in another format, and for cyclic page trees', async () => {
    const loop = packed(
      new Map([
        [1, { text: '<</Type /Catalog /Pages 2 0 R>>' }],
        [2, { text: '<</Type /Pages /Kids [2 0 R]>>' }],
      ]),
      { Root: '1 0 R' },
      3,
    );
    for (const bad of [Buffer.from('%PDF-1.4\nno'), Buffer.alloc(0), loop]) {
      const error = await merge(1, () => bad).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
    }
  });

  it('reads streams by their lengths, and objects in long chains', async () => {
    const drawn = randomBytes(300);
    const chain = Array.from({ length: 3_000 }, (_, index) => `<</Next ${11 + index} 0 R>>`);
    const row = packed(
      new Map<number, PackedObject>([
        [1, { text: '<</Type /Catalog /Pages 2 0 R>>' }],
        [2, { text: '<</Type /Pages /Kids [3 0 R] /Count 1>>' }],
        [3, { text: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Own 10 0 R>>' }],
        [4, { text: `<</A <</Length 5>> /B (>>\nstream\n) /Length ${drawn.length}>>`, stream: drawn }],
        ...chain.map((text, index): [number, PackedObject] => [10 + index, { text }]),
      ]),
      { Root: '1 0 R' },
      10 + chain.length,
    );
    const pdf = await merge(2, () => row);
    expect(pdf.bytes.includes(Buffer.concat([drawn, Buffer.from('\nendstream')]))).to.equal(true);
  });

  it('of encrypted rows has their content, encrypted by its own password alone', async () => {
    const key = randomBytes(32);
    const open = pdfOf(Buffer.from('drawn here'), ' /Own 10 0 R', ['<</Text (own \\) text)>>']);
    const file = new PdfFile(open);
    const objects = new Map([1, 2, 3, 4, 10].map((object) => [object, file.raw({ object }) as PackedObject]));
    objects.set(4, { text: '<</Note (a note) /Length 10>>', stream: Buffer.from('drawn here') });
    const cipher = new Encryption({ userPassword: 'row', key });
    const row = packed(objects, { Root: '1 0 R' }, 11, { cipher });
    const mergedRows = (protection?: Protection, given: Uint8Array | undefined = key): Promise<PdfOfRows> =>
      whole(
        merged(
          (async function* () {
            for (const number of [1, 2])
              yield { row: number, filename: undefined, content: row, ...(given && { key: given }) };
          })(),
          undefined,
          () => undefined,
          protection,
        ),
      );
    const plain = await mergedRows();
    expect(plain.count(/drawn here/g)).to.equal(1);
    expect(plain.count(new RegExp(Buffer.from('a note').toString('hex'), 'g'))).to.equal(1);
    const closed = await mergedRows({ userPassword: 'office' });
    expect([closed.count(/drawn here/g), closed.count(/\/Encrypt \d/g)]).to.deep.equal([0, 1]);
    for (const wrong of [randomBytes(32), new Uint8Array(0)])
      expect(await mergedRows(undefined, wrong).catch((error: Error) => error.message)).to.match(/key/i);
    expect(() => new PdfFile(row)).to.throw('encrypted');
  });

  it('takes the memory of some rows, not of all', async () => {
    // 300 MiB in total.
    const make = (): Buffer => pdfOf(randomBytes(MEBIBYTE));
    let written = 0;
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    for await (const piece of merged(rows(300, make), undefined, () => undefined)) {
      written += piece.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(written).to.be.above(300 * MEBIBYTE);
    expect(most).to.be.below(150 * MEBIBYTE);
  });
});

describe('PdfFile', () => {
  it('reads single objects of a packed file', () => {
    const more = Array.from({ length: 500 }, (_, index) => `<</Number ${index} /Of (a )>>`);
    const file = new PdfFile(pdfOf(Buffer.from('drawn'), '', more));
    expect(file.pages()).to.deep.equal([{ object: 3 }]);
    expect(file.object({ object: 4 }).stream?.toString()).to.equal('drawn');
    for (const index of [0, 199, 200, 499]) expect(file.raw({ object: 10 + index })?.text).to.equal(more[index]);
    for (const object of [5, 100_000]) {
      expect(file.raw({ object })).to.equal(undefined);
      expect(file.follow({ object })).to.equal(undefined);
    }
  });
});

describe('References in a text', () => {
  const text =
    '<</A 1 0 R/B [22 0 R 3 0 R] /S (no 4 0 R (nor 5 0 R) \\( 6 0 R) /StructParent 7 /C 8 0 R /H <3120302052>>>';

  it('are found outside of strings', () => {
    expect(referencesOf(text)).to.deep.equal([1, 22, 3, 8]);
    expect(referencesOf('(never closed 1 0 R')).to.deep.equal([]);
  });

  it('are renumbered', () => {
    const renamed = withReferences(text, (object) => object + 100);
    expect(renamed).to.equal(
      '<</A 101 0 R/B [122 0 R 103 0 R] /S (no 4 0 R (nor 5 0 R) \\( 6 0 R) /StructParent 7 /C 108 0 R /H <3120302052>>>',
    );
  });

  it('lose the entries for the structure tree', () => {
    expect(withoutTags('<</StructParents 1\n/StructParent 23 /T (/StructParent 4)>>')).to.equal(
      '<< /T (/StructParent 4)>>',
    );
  });
});
