import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { leastCpuMs, pdfInfo, pdfSource, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { skiaPdf, skiaStream } from '../testing/skia-pdf.js';
import { PdfFile } from './pdf-file.js';
import { PdfEdit, textString } from './write.js';

const HELLO = 'BT /F1 20 Tf 20 20 Td (hello) Tj ET';

/** One page with the text "hello". @param more objects from number 7 on. */
const hello = (more: string[] = [], info = '<</Title (A title)>>', page = ''): Buffer =>
  skiaPdf(
    [
      info,
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>',
      `<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 200 100]\n/Contents 5 0 R\n/Resources <</Font <</F1 6 0 R>>>>${page}>>`,
      skiaStream(HELLO),
      '<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica>>',
      ...more,
    ],
    2,
  );

const editOf = (pdf: Buffer): PdfEdit => new PdfEdit(new PdfFile(pdf));

describe('PdfEdit', () => {
  it('keeps text, metadata and page sizes', () => {
    const pdf = editOf(hello()).bytes();
    expect(pdf.toString('latin1')).to.match(/^%PDF-1\.7\n%[\x80-\xff]{4}\n/);
    expect(pdfText(pdf).trim()).to.equal('hello');
    expect(pdfInfo(pdf)).to.include({ title: 'A title', pages: 1, width: 200, height: 100 });
  });

  it('writes files that `PdfFile` reads, object by object', () => {
    const [before, after] = [hello(), editOf(hello()).bytes()].map((pdf) => new PdfFile(pdf)) as [PdfFile, PdfFile];
    expect(after.pageCount).to.equal(before.pageCount);
    expect(after.pages()).to.deep.equal(before.pages());
    for (let object = 1; object < before.size; object++) {
      expect(after.object({ object })).to.deep.include({ value: before.object({ object }).value });
      expect(after.raw({ object })?.text).to.equal(before.raw({ object })?.text);
      expect(after.raw({ object })?.stream).to.deep.equal(before.raw({ object })?.stream);
    }
    expect(() => after.object({ object: after.size })).to.throw('an object that it does not have');
    expect(after.follow({ object: after.size })).to.equal(undefined);
  });

  it('keeps strings that look like structure', async () => {
    const title = 'a) 7 0 R (b \\ endobj endstream stream\n>>';
    const escaped = title.replace(/[\\()]/g, '\\$&').replace('\n', '\\n');
    const pdf = editOf(hello(['<</Unused true>>'], `<</Title (${escaped})>>`)).bytes();
    expect((await PDFDocument.load(pdf, { updateMetadata: false })).getTitle()).to.equal(title);
  });

  it('leaves out unreferenced objects', () => {
    const pdf = editOf(
      hello(['<</Needed 8 0 R>>', '(needed)', '<</Unused 10 0 R>>', skiaStream('unused')], undefined, '\n/X 7 0 R'),
    );
    const source = pdfSource(pdf.bytes());
    expect(source).to.include('(needed)');
    expect(source).not.to.match(/unused/i);
    pdf.catalog.set('X', { object: 9 });
    expect(pdfSource(pdf.bytes())).to.match(/unused$/m);
  });

  it('keeps all of thousands of objects in a chain of references', async () => {
    const count = 3_000;
    const chain = Array.from({ length: count }, (_, index) => `<</N ${index}\n/Next ${index + 8} 0 R>>`);
    const pdf = editOf(hello([...chain, '(the end)'], undefined, '\n/Chain 7 0 R')).bytes();
    const { context, ...read } = await PDFDocument.load(pdf);
    let link = context.lookup(read.catalog.Pages().Kids().get(0), PDFDict).lookup(PDFName.of('Chain'), PDFDict);
    for (let index = 1; index < count; index++) link = link.lookup(PDFName.of('Next'), PDFDict);
    expect(link.lookup(PDFName.of('Next'), PDFString).asString()).to.equal('the end');
    expect(pdfText(pdf).trim()).to.equal('hello');
  });

  /** Two pages that draw the same, each with its own forms, fonts and maps. */
  const twice = (says = ''): Buffer => {
    const resources = (kind: string, object: number) => `/Resources <</${kind} <</X0 ${object} 0 R>>>>`;
    const page = (form: number) =>
      `<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 200 100]\n/Contents 5 0 R\n${resources('XObject', form)}>>`;
    const form = (font: number) =>
      skiaStream(
        'BT /X0 20 Tf 20 60 Td (twice) Tj ET',
        `/Type /XObject\n/Subtype /Form\n/BBox [0 0 200 100]\n${resources('Font', font)}\n`,
      );
    const font = (map: number) =>
      `<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica${says}\n/ToUnicode ${map} 0 R>>`;
    const map = skiaStream('map '.repeat(20));
    const pages = ['<<>>', '<</Type /Catalog\n/Pages 3 0 R>>', '<</Type /Pages\n/Count 2\n/Kids [4 0 R 6 0 R]>>'];
    const drawn = [page(7), skiaStream('/X0 Do'), page(8), form(9), form(10), font(11), font(12), map, map];
    return skiaPdf([...pages, ...drawn], 2);
  };

  it('merges equal streams and the objects that refer to them, but not pages', () => {
    const pdf = editOf(twice()).bytes();
    const count = (pattern: RegExp): number => [...pdfSource(pdf).matchAll(pattern)].length;
    expect([/\(twice\)/g, /(?:map ){20}/g, /\/Type \/Font/g].map(count)).to.deep.equal([1, 1, 1]);
    expect(count(/\/Type \/Page\b/g)).to.equal(2);
    expect(pdfText(pdf).match(/twice/g)).to.have.lengthOf(2);
    const string = String.raw`/Says (a \(12 0 R\\) /Says (b (12 0 R) 12 0 R)`;
    expect(pdfSource(editOf(twice(string)).bytes())).to.include(string);
  });

  it('takes linear time for thousands of streams of the same length', () => {
    const timeOf = (count: number): number => {
      const streams = Array.from({ length: count }, (_, index) => skiaStream(`gradient ${100_000 + index}`));
      const all = streams.map((_, index) => `${index + 7} 0 R`).join(' ');
      return leastCpuMs(3, () => editOf(hello(streams, undefined, `\n/X [${all}]`)).bytes());
    };
    timeOf(1_000);
    expect(timeOf(20_000)).to.be.below(60 * timeOf(1_000));
  });

  it('writes changes and keeps the rest', async () => {
    const edit = editOf(hello());
    const operators = `BT /F1 20 Tf 20 60 Td (new) Tj ET ${'q Q '.repeat(500)}`;
    const page = new Map(edit.object({ object: 4 }).value as Map<string, never>);
    edit.put({ object: 4 }, { value: page.set('Contents', [{ object: 5 }, edit.addStream(operators)] as never) });
    edit.put({ object: 1 }, { value: new Map([['Title', textString('Ünew')]]) });
    const pdf = edit.bytes();
    expect(pdfText(pdf).trim()).to.match(/^new\s+hello$/);
    expect(pdfInfo(pdf).title).to.equal('Ünew');
    expect(pdf).to.have.lengthOf.below(operators.length);
  });

  it('does not compress streams that have a filter, and metadata', async () => {
    const edit = editOf(hello());
    const text = 'x'.repeat(1_000);
    const add = (entries: [string, string][]) => edit.add({ value: new Map(entries), stream: Buffer.from(text) });
    edit.catalog.set(
      'Metadata',
      add([
        ['Type', '/Metadata'],
        ['Subtype', '/XML'],
      ]),
    );
    edit.catalog.set('Hex', add([['Filter', '/ASCIIHexDecode']]));
    const pdf = edit.bytes();
    expect(pdf.toString('latin1').match(/>>\nstream\nx{1000}\nendstream\nendobj\n/g)).to.have.lengthOf(2);
    const { context } = await PDFDocument.load(pdf);
    const lengths = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream
          ? [[String(object.dict.get(PDFName.of('Length'))), String(object.contents.length)]]
          : [],
      );
    for (const [said, found] of lengths) expect(said).to.equal(found);
  });

  it('writes equal files for equal content, and another id for other content', () => {
    const idOf = (pdf: Buffer): string => /\/ID \[<(\w{32})> <\1>\]/.exec(pdf.toString('latin1'))?.[1] ?? 'none';
    const [one, other] = [editOf(hello()).bytes(), editOf(hello([], '<</Title (B title)>>')).bytes()];
    expect(editOf(hello()).bytes().equals(one)).to.equal(true);
    expect(idOf(one))
      .to.match(/^\w{32}$/)
      .and.not.to.equal(idOf(other));
  });

  it('rejects files with another layout of objects', () => {
    const pdf = Buffer.from(hello().toString('latin1').replace('endobj', 'ENDOBJ'), 'latin1');
    expect(() => editOf(pdf).bytes()).to.throw('object 1 of the PDF is not as Skia writes them');
  });
});
