import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfSource } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { finishPdf } from '../finish.js';
import { skiaPdf, skiaStream } from '../testing/skia-pdf.js';
import type { Protection } from './protect.js';

const TITLE = 'Kündigung (streng \\ geheim';

const plain = (): Buffer =>
  skiaPdf(
    [
      `<</Title (${Buffer.from(TITLE, 'latin1')
        .toString('latin1')
        .replace(/[\\()]/g, '\\$&')})>>`,
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>',
      '<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 200 100]\n/Contents 5 0 R\n/Resources <</Font <</F1 6 0 R>>\n/XObject <</X0 7 0 R>>>>>>',
      skiaStream('BT /F1 20 Tf 20 20 Td (hello) Tj ET 200 0 0 50 0 50 cm /X0 Do'),
      '<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica>>',
      // A string in a stream's dictionary: the colours red and blue.
      skiaStream(
        '\x55',
        '/Type /XObject\n/Subtype /Image\n/Width 8\n/Height 1\n/BitsPerComponent 1\n/ColorSpace [/Indexed /DeviceRGB 1 (\\377\\000\\000\\000\\000\\377)]\n',
      ),
    ],
    2,
  );

/** @returns the output of a program for a PDF. */
function ask(program: string, parameters: string[], pdf: Buffer, after: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-protect-'));
  try {
    const file = join(folder, 'protected.pdf');
    writeFileSync(file, pdf);
    return execFileSync(program, [...parameters, file, ...after], { encoding: 'latin1', stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasQpdf = (): boolean => {
  try {
    return execFileSync('qpdf', ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
};

const protectedBy = (protect: Protection): Buffer => finishPdf(plain(), { protect });

describe('A protected PDF', () => {
  const passwords = { userPassword: 'pässword 日本', ownerPassword: 'the owner' };

  describe('beside others of an account with the same password', () => {
    const entry = (pdf: Buffer, name: string): string | undefined =>
      new RegExp(`/${name} <([0-9a-f]+)>`, 'i').exec(pdf.toString('latin1'))?.[1];
    const ofAccount = (accountId: string | undefined, more: Protection = passwords): Buffer =>
      protectedBy({ ...more, ...(accountId !== undefined && { accountId }) });

    it('has its own key', () => {
      const [one, other] = [ofAccount('acc_1'), ofAccount('acc_1')];
      for (const name of ['UE', 'OE', 'Perms']) {
        expect(entry(one, name), name).to.be.a('string');
        expect(entry(one, name), name).to.not.equal(entry(other, name));
      }
      expect(entry(one, 'U'), 'the salts of the last password').to.equal(entry(other, 'U'));
    });

    it('has its own salts if it is of another account, of none, or after another password', () => {
      const salts = entry(ofAccount('acc_2'), 'U');
      expect(entry(ofAccount('acc_3'), 'U')).to.not.equal(salts);
      expect(entry(ofAccount(undefined), 'U')).to.not.equal(salts);
      ofAccount('acc_2', { userPassword: 'another' });
      expect(entry(ofAccount('acc_2'), 'U')).to.not.equal(salts);
    });
  });

  it('opens with the user or the owner password only', () => {
    protectedBy({ ...passwords, accountId: 'acc_1' }); // the next file has keys that are derived already
    const pdf = protectedBy({ ...passwords, accountId: 'acc_1' });
    for (const given of [
      ['-upw', passwords.userPassword],
      ['-opw', passwords.ownerPassword],
    ]) {
      expect(ask('pdftotext', given, pdf, ['-']).trim()).to.equal('hello');
      expect(Buffer.from(ask('pdfinfo', given, pdf), 'latin1').toString()).to.include(`Title:           ${TITLE}`);
    }
    for (const given of [[], ['-upw', 'password'], ['-opw', passwords.userPassword]])
      expect(() => ask('pdftotext', given, pdf, ['-'])).to.throw(/Incorrect password/);
  });

  it('opens without a password when only permissions are set', () => {
    const pdf = protectedBy({ permissions: ['copy'] });
    expect(ask('pdftotext', [], pdf, ['-']).trim()).to.equal('hello');
    const encrypted = /^Encrypted: +yes \(print:no copy:yes change:no addNotes:no algorithm:AES-256\)$/m;
    expect(ask('pdfinfo', [], pdf)).to.match(encrypted);
  });

  it('encrypts texts, titles, images and colours', () => {
    const pdf = protectedBy(passwords);
    const source = pdf.toString('latin1');
    expect(source).not.to.match(/hello|geheim|Helvetica|\/Catalog|\/Title|\\377|ff0000/);
    expect(() => pdfSource(pdf)).to.throw();
    const picture = ask('pdftoppm', ['-r', '36', '-upw', passwords.userPassword], pdf);
    expect(picture).to.include('\xff\x00\x00').and.include('\x00\x00\xff');
  });

  it('differs each time it is written', () => {
    const [one, other] = [protectedBy(passwords), protectedBy(passwords)];
    const streams = (pdf: Buffer) => pdf.toString('latin1').match(/stream\n.*?\nendstream/gs) ?? [];
    // The last one is the cross-reference stream.
    const encrypted = streams(one).slice(0, -1);
    expect(encrypted).to.have.lengthOf(3);
    for (const stream of encrypted) expect(streams(other)).not.to.include(stream);
  });

  it('passes qpdf, which reports the permissions that were set', function () {
    if (!hasQpdf()) this.skip();
    const allowed = (protect: Protection): string[] => {
      const parameters = ['--check', `--password=${protect.userPassword ?? ''}`];
      const report = ask('qpdf', parameters, protectedBy(protect));
      expect(report).to.include('No syntax or stream encoding errors');
      expect(report.match(/method: AESv3/g)).to.have.lengthOf(3);
      return [...report.matchAll(/^(.*): allowed$/gm)].map(([, what = '']) => what);
    };
    const always = 'extract for accessibility';
    const printing = ['print low resolution', 'print high resolution'];
    const changing = [
      'modify document assembly',
      'modify forms',
      'modify annotations',
      'modify other',
      'modify anything',
    ];
    expect(allowed({})).to.deep.equal([always, 'extract for any purpose', ...printing, ...changing]);
    expect(allowed({ permissions: [], userPassword: 'ü'.repeat(63) })).to.deep.equal([always]);
    expect(allowed({ permissions: ['print'] })).to.deep.equal([always, ...printing]);
    expect(allowed({ permissions: ['fill_forms', 'assemble'] })).to.deep.equal([always, ...changing.slice(0, 2)]);
    expect(allowed({ permissions: ['edit', 'copy'] }))
      .to.include('modify other')
      .and.include('extract for any purpose');
    expect(allowed({ permissions: ['annotate'] })).to.include('modify annotations');
  });
});
