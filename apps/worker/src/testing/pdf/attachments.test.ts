import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { type Attachment, MAX_ATTACHMENT_NAME, type RenderJob } from '@toolpress/contract';
import { fileNames } from '@toolpress/pdf/testing';
import { pdfAttachments, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { jobContext } from '../job-context.js';
import { type RenderWorker, startRenderWorker } from '../render-worker.js';

describe('The names of attachments', () => {
  for (const [given, names] of [
    [['a.xml'], ['a.xml']],
    [
      ['../../etc/passwd', 'C:\\docs\\b.csv', 'a/b/', '..', ' . '],
      ['passwd', 'b.csv', 'attachment', 'attachment (2)', 'attachment (3)'],
    ],
    [
      ['a\u0000b\n.xml', 'invoice\u202elmx.exe'],
      ['ab.xml', 'invoicelmx.exe'],
    ],
    [
      ['a.xml', 'A.XML', 'x/a.xml', 'a (2).xml'],
      ['a.xml', 'A (2).XML', 'a (3).xml', 'a (2) (2).xml'],
    ],
    [
      ['a<b>:"c|?*.txt', 'Rechnung Müller 日本 🎉.pdf'],
      ['a_b___c___.txt', 'Rechnung Müller 日本 🎉.pdf'],
    ],
    [
      ['u\u0308.txt', 'ü.txt', '\ud800.txt'],
      ['ü.txt', 'ü (2).txt', '\ufffd.txt'],
    ],
    [
      ['.gitignore', 'a.tar.gz.', 'no ending'],
      ['gitignore', 'a.tar.gz', 'no ending'],
    ],
  ] as const) {
    it(`${JSON.stringify(given)} become ${JSON.stringify(names)}`, () => {
      expect(fileNames(given)).to.deep.equal(names);
    });
  }

  it('are no longer than may be given, numbered too', () => {
    const [one = '', other = ''] = fileNames(Array(2).fill(`${'🎉'.repeat(98)}.xml`));
    expect(one).to.have.length(200);
    expect(other).to.match(/🎉 \(2\)\.xml$/u);
    expect(other.length).to.be.at.most(MAX_ATTACHMENT_NAME);
  });
});

describe('Files attached to a PDF', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  async function printed(attachments: Attachment[], job: Partial<RenderJob> = {}): Promise<Buffer> {
    const whole: RenderJob = { requestId: 't', html: '<h1>body</h1>', orientation: 'portrait', attachments, ...job };
    expect(await worker.render(whole, jobContext())).to.include({ ok: true });
    return worker.last();
  }

  const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

  it('are read back as they were sent, with any content and name', async () => {
    const contents = {
      'zz (1).xml': '<a/>',
      'Anhang ä 日本.bin': '\u0000\u00ff endstream endobj %%EOF'.repeat(1_000),
      'empty.txt': '',
      'a.pdf': 'x',
    };
    const files = Object.entries(contents).map(([name, text]) => ({ name, data_base64: base64(text) }));
    const pdf = await printed(files, { tagged: true, outline: true, headerHtml: 'head' });
    const saved = Object.entries(pdfAttachments(pdf)).map(([name, bytes]) => [name, bytes.toString('latin1')]);
    expect(Object.fromEntries(saved)).to.deep.equal(contents);
    expect(pdfText(pdf)).to.include('body').and.include('head');
  });

  it('are found by their names, also when one is the beginning of another', async () => {
    const names = ['report.csv', 'report', 'reporta', 'report1', 'Report 2'];
    const pdf = await printed(names.map((name) => ({ name, data_base64: base64(name) })));
    const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
    const tree = catalog.lookup(PDFName.of('Names'), PDFDict).lookup(PDFName.of('EmbeddedFiles'), PDFDict);
    const keys = tree.lookup(PDFName.of('Names'), PDFArray).asArray();
    const listed = keys.flatMap((key) => (key instanceof PDFHexString ? [key.decodeText()] : []));
    expect(listed).to.deep.equal(['Report 2', 'report', 'report.csv', 'report1', 'reporta']);
  });

  it('say what they are, when they were made and how they have to do with the document', async () => {
    const file = { name: 'b/data.csv', data_base64: base64('1,2\n'), mime_type: 'text/csv', description: 'Grün' };
    const pdf = await printed(
      [
        { ...file, relationship: 'Data' },
        { ...file, name: 'A.csv' },
      ],
      {
        metadata: { createdAt: '2026-01-31T09:30:00+01:00' },
      },
    );
    const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
    const get = (from: PDFDict, key: string): PDFObject | undefined => from.lookup(PDFName.of(key));
    const tree = catalog.lookup(PDFName.of('Names'), PDFDict).lookup(PDFName.of('EmbeddedFiles'), PDFDict);
    const entries = tree.lookup(PDFName.of('Names'), PDFArray).asArray();
    const keys = entries.flatMap((key) => (key instanceof PDFHexString ? [key.decodeText()] : []));
    expect(keys).to.deep.equal(['A.csv', 'data.csv']);
    const [, , , reference] = entries;
    expect(String(catalog.lookup(PDFName.of('AF'), PDFArray).get(0))).to.equal(String(reference));
    const specification = context.lookup(reference, PDFDict);
    expect(['Type', 'F', 'AFRelationship'].map((key) => String(get(specification, key)))).to.deep.equal([
      ...['/Filespec', '(data.csv)', '/Data'],
    ]);
    expect((get(specification, 'Desc') as PDFHexString).decodeText()).to.equal('Grün');
    const content = specification.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('UF'));
    if (!(content instanceof PDFRawStream)) throw new Error('no stream');
    expect((get(content.dict, 'Subtype') as PDFName).decodeText()).to.equal('text/csv');
    const parameters = content.dict.lookup(PDFName.of('Params'), PDFDict);
    expect(['Size', 'CheckSum', 'ModDate'].map((key) => String(get(parameters, key)))).to.deep.equal([
      ...['4', '<3ecfad755fa825f7a17c5526ec44e651>', '(D:20260131083000Z)'],
    ]);
  });

  it('are absent where the list is empty', async () => {
    const pdf = await printed([]);
    expect(pdf.includes('/EmbeddedFile')).to.equal(false);
  });
});
