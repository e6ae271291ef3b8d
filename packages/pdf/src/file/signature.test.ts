import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate, pdfText, signatureOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type Finish, finishPdf } from '../finish.js';
import { skiaPdf, skiaStream } from '../testing/skia-pdf.js';
import { asDictionary } from './read.js';
import { fillSignature, signedBytes } from './signature.js';
import { type PdfEdit, textString } from './write.js';

const ROOM = 2_000;
const SIGNER = makeCertificate({ subject: 'Example Ltd' });
const REASON = 'a "reason" (of <<two>> words)';

const hello = (): Buffer =>
  skiaPdf(
    [
      '<</Title (A title)>>',
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>',
      '<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 200 100]\n/Contents 5 0 R\n/Resources <</Font <</F1 6 0 R>>>>>>',
      skiaStream('BT /F1 20 Tf 20 20 Td (hello) Tj ET'),
      '<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica>>',
    ],
    2,
  );

/** Adds an invisible field with a signature to the first page. */
function sign(edit: PdfEdit): void {
  const [page] = edit.file.pages();
  if (page === undefined) throw new Error('the PDF has no page');
  const entries = {
    Type: '/Sig',
    Filter: '/Adobe.PPKLite',
    SubFilter: '/adbe.pkcs7.detached',
    Reason: textString(REASON),
  };
  const field = {
    Type: '/Annot',
    Subtype: '/Widget',
    FT: '/Sig',
    T: '(Signature)',
    Rect: '[0 0 0 0]',
    F: '132',
    P: page,
    V: edit.addSignature(new Map(Object.entries(entries)), ROOM),
  };
  const widget = edit.add({ value: new Map(Object.entries(field)) });
  edit.put(page, { value: new Map(asDictionary(edit.object(page).value)).set('Annots', [widget]) });
  edit.catalog.set('AcroForm', new Map(Object.entries({ Fields: [widget], SigFlags: '3' })));
}

/** Returns a PDF before and after its hole is filled. */
function signed(finish: Finish = {}): { empty: Buffer; filled: Buffer } {
  const empty = finishPdf(hello(), { ...finish, sign });
  const filled = Buffer.from(empty);
  fillSignature(filled, signatureOf(Buffer.concat(signedBytes(empty)), SIGNER));
  return { empty, filled };
}

/** Runs a program for a PDF. @returns its output. */
function ask(pdf: Buffer, program: string, ...parameters: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-signature-'));
  try {
    const file = join(folder, 'signed.pdf');
    writeFileSync(file, pdf);
    return execFileSync(program, [...parameters, file], { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function expectValid(pdf: Buffer, ...parameters: string[]): void {
  const report = ask(pdf, 'pdfsig', '-nocert', ...parameters);
  for (const line of [
    'Signer Certificate Common Name: Example Ltd',
    'Signature Field Name: Signature',
    'Total document signed',
    'Signature Validation: Signature is Valid.',
  ])
    expect(report).to.include(line);
}

describe('A PDF with a signature', () => {
  it('is valid as a whole, until a byte changes', () => {
    const { filled } = signed();
    expectValid(filled);
    expect(pdfText(filled).trim()).to.equal('hello');
    expect(ask(filled, 'qpdf', '--check')).to.include('No syntax or stream encoding errors');
    const at = filled.indexOf('/ID [<') + '/ID [<'.length;
    filled.write(filled[at] === 0x30 ? '1' : '0', at, 'latin1');
    expect(ask(filled, 'pdfsig', '-nocert')).to.include('Signature Validation: Digest Mismatch.');
  });

  it('gets its signature without a change of any other byte', () => {
    const { empty, filled } = signed();
    const [before, after] = signedBytes(filled);
    const hole = filled.subarray(before.length, filled.length - after.length).toString('latin1');
    expect(signedBytes(empty)).to.deep.equal([before, after]);
    expect(filled).to.have.lengthOf(empty.length);
    expect(hole)
      .to.match(/^<30[0-9a-f]+0>$/)
      .and.to.have.lengthOf(2 * ROOM + 2);
    expect(finishPdf(hello(), { sign })).to.deep.equal(empty);
  });

  it('is valid when it is protected: all strings are encrypted but the signature', () => {
    const protect = { userPassword: 'pässword' };
    const { filled } = signed({ protect });
    expectValid(filled, '-upw', protect.userPassword);
    expect(signed().filled.toString('latin1')).to.include(textString(REASON));
    expect(filled.toString('latin1')).not.to.include(textString(REASON));
    const object = /^(\d+) 0 obj\n<<\/ByteRange/m.exec(filled.toString('latin1'))?.[1];
    const shown = ask(filled, 'qpdf', `--password=${protect.userPassword}`, `--show-object=${object}`);
    expect(shown.toLowerCase()).to.include(textString(REASON));
  });

  it('rejects a signature that is larger than the hole, and a file without one', () => {
    const { empty } = signed();
    const before = Buffer.from(empty);
    expect(() => fillSignature(empty, Buffer.alloc(ROOM + 1))).to.throw(
      `the signature has ${ROOM + 1} bytes, the PDF has room for ${ROOM}`,
    );
    expect(empty.equals(before)).to.equal(true);
    expect(() => fillSignature(finishPdf(hello(), {}), Buffer.of(1))).to.throw('the PDF has no room for a signature');
  });
});
