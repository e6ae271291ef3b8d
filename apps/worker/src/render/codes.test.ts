/** Codes that templates draw are read by a scanner, from the paper. */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@toolpress/contract';
import { checkDocument } from '@toolpress/document';
import { compileTemplate, fillTemplate } from '@toolpress/template';
import { pdfPicture, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';

const TRANSFER = 'BCD\n002\n1\nSCT\n\nMüller GmbH\nDE02120300000000202051\nEUR12.30\n\n\nInvoice 7';

const CODES: readonly (readonly [template: string, text: string])[] = [
  ['[[text | qr]]', 'https://example.com/?a=1&b=2'],
  ['[[text | qr: size: "35mm", margin: 4]]', TRANSFER],
  ['[[text | qr: size: "60mm", level: "L"]]', 'Grüße, 日本 😀 '.repeat(60)],
  ['[[text | qr: size: "15mm", level: "H"]]', '0123456789'],
  ['[[text | barcode]]', 'ABC-123 x'],
  ['[[text | barcode]]', '^FNC1 ^065 (1)'],
  ['[[text | barcode: width: "40mm", height: "8mm", text: true]]', 'abc-1234'],
  ['[[text | barcode: "code39", text: true]]', 'ABC-123'],
  ['[[text | barcode: "ean13"]]', '4006381333931'],
  ['[[text | barcode: "ean13", text: true, height: "20mm"]]', '9783161484100'],
  ['[[text | barcode: "ean8", text: true]]', '96385074'],
  ['[[text | barcode: "upca", text: true]]', '036000291452'],
  ['[[text | barcode: "itf14", text: true]]', '15400141288763'],
  ['[[text | barcode: "gs1-128", text: true]]', '(01)09521234543213(10)ABC123'],
  ['[[text | barcode: "datamatrix"]]', 'Straße 1, Köln'],
  ['[[text | barcode: "datamatrix", width: "15mm"]]', '1234567890'],
  ['[[text | barcode: "datamatrix"]]', '^FNC1 ^065 \\n'],
  ['[[text | barcode: "pdf417"]]', '1234567890 '.repeat(30).trim()],
  ['[[text | barcode: "pdf417"]]', 'Straße 1, Köln'],
];

/** Letters beyond ASCII, and signs with which codes begin a command. */
const LETTERS = [
  ...['Größe', 'Ärger über Öl', 'Zürich', 'naïve café', 'Łódź', 'Ελλάδα', 'Москва', '日本', '서울', 'مرحبا', '😀'],
  ...['a^b é', 'é ^FNC1 ^ECI000003 ^^', 'BCD\n002\n1\nSCT\n\nMüller GmbH\nDE02120300000000202051\nEUR12.30'],
];
const KINDS = ['qr', 'qr: level: "H"', 'barcode: "datamatrix"', 'barcode: "pdf417"'];

const CREDITOR = {
  name: 'Max Muster & Söhne',
  street: 'Musterstrasse',
  building: '123',
  postal_code: '8000',
  town: 'Seldwyla',
  country: 'CH',
};
const CREDITOR_LINES = ['S', 'Max Muster & Söhne', 'Musterstrasse', '123', '8000', 'Seldwyla', 'CH'];
const NOBODY = Array<string>(7).fill('');

/** Bills with their payloads by the Implementation Guidelines QR-bill 2.3 of SIX, chapter 4, and what is printed of them. */
const BILLS: readonly (readonly [bill: JsonObject, payload: string[], shown: string[]])[] = [
  [
    {
      iban: 'CH44 3199 9123 0008 8901 2',
      ...{ creditor: CREDITOR, currency: 'CHF', amount: '1949.7', reference: '210000000003139471430009017' },
      debtor: {
        name: 'Simon Glarner',
        street: 'Bächliwis',
        building: '55',
        postal_code: '8184',
        town: 'Bachenbülach',
        country: 'CH',
      },
      ...{ message: 'Order of 15 June', billing_information: '//S1/10/10201409/11/190512' },
    },
    [
      ...['SPC', '0200', '1', 'CH4431999123000889012', ...CREDITOR_LINES, ...NOBODY, '1949.70', 'CHF'],
      ...['S', 'Simon Glarner', 'Bächliwis', '55', '8184', 'Bachenbülach', 'CH', 'QRR', '210000000003139471430009017'],
      ...['Order of 15 June', 'EPD', '//S1/10/10201409/11/190512'],
    ],
    ['CH44 3199 9123 0008 8901 2', '1 949.70', '21 00000 00003 13947 14300 09017', 'Payable by'],
  ],
  [
    { iban: 'CH5800791123000889012', creditor: CREDITOR, currency: 'EUR', reference: 'RF18539007547034' },
    [
      ...['SPC', '0200', '1', 'CH5800791123000889012', ...CREDITOR_LINES, ...NOBODY, '', 'EUR'],
      ...[...NOBODY, 'SCOR', 'RF18539007547034', '', 'EPD'],
    ],
    ['RF18 5390 0754 7034', 'Payable by (name/address)'],
  ],
  [
    { iban: 'CH5800791123000889012', creditor: CREDITOR, currency: 'CHF', amount: 50 },
    [
      'SPC',
      '0200',
      '1',
      'CH5800791123000889012',
      ...CREDITOR_LINES,
      ...NOBODY,
      '50.00',
      'CHF',
      ...NOBODY,
      'NON',
      '',
      '',
      'EPD',
    ],
    ['50.00'],
  ],
];

/** A UPC is an EAN that begins with a zero. */
const asRead = (text: string): string => (/^\d{12}$/.test(text) ? `0${text}` : text);

describe('A code in a template', () => {
  const page = testPage();
  before(async () => {
    const reader = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    await prepareZXingModule({ overrides: { wasmBinary: (await readFile(reader)).buffer }, fireImmediately: true });
  });

  for (const [template, text] of CODES) {
    it(`prints as ${template} what a scanner reads: ${JSON.stringify(text).slice(0, 60)}`, async () => {
      const html = fillTemplate(
        compileTemplate(`<!DOCTYPE html><style>@page { size: 100mm 70mm; margin: 2mm }</style>${template}`),
        { text },
      );
      const { result: pdf } = await page.work(sheet(checkDocument({ html }).html));
      const read = await readBarcodes(pdfPicture(pdf, 300), { tryHarder: true, textMode: 'HRI' });
      expect(read.map((code) => asRead(code.text))).to.deep.equal([asRead(text)]);
      expect(pdfText(pdf).trim(), 'fonts are not needed').to.equal('');
    });
  }

  for (const filter of KINDS)
    it(`declares its letters as UTF-8, for scanners that would guess: ${filter}`, async () => {
      const template = compileTemplate(
        `<!DOCTYPE html><style>@page { size: 100mm 70mm; margin: 2mm }</style>[[text | ${filter}]]`,
      );
      for (const text of LETTERS) {
        const { result: pdf } = await page.work(sheet(checkDocument({ html: fillTemplate(template, { text }) }).html));
        const [code] = await readBarcodes(pdfPicture(pdf, 300), { tryHarder: true, characterSet: 'Shift_JIS' });
        expect([code?.text, code?.hasECI]).to.deep.equal([text, true]);
      }
    });

  it('is in the sample of a Swiss QR-bill what SIX specifies, with the cross over it', async () => {
    const partial = await readFile(new URL('../../../../samples/partials/swiss-qr-bill.html', import.meta.url), 'utf8');
    const template = compileTemplate(`<!DOCTYPE html>${partial}`);
    for (const [bill, payload, shown] of BILLS) {
      const { result: pdf } = await page.work(sheet(checkDocument({ html: fillTemplate(template, { bill }) }).html));
      const [code, ...others] = await readBarcodes(pdfPicture(pdf, 300), { tryHarder: true });
      expect([code?.text.split('\n'), code?.ecLevel, others]).to.deep.equal([payload, 'M', []]);
      const { topLeft = { x: 0 }, topRight = { x: 0 } } = code?.position ?? {};
      expect(((topRight.x - topLeft.x) / 300) * 25.4, 'millimetres').to.be.within(45.5, 46.5);
      for (const text of shown) expect(pdfText(pdf)).to.include(text);
    }
  });

  it('declares nothing for texts in ASCII', async () => {
    for (const filter of KINDS) {
      const html = fillTemplate(compileTemplate(`<!DOCTYPE html>[[text | ${filter}]]`), {
        text: 'Invoice 7 ^ECI000026',
      });
      const { result: pdf } = await page.work(sheet(checkDocument({ html }).html));
      const [code] = await readBarcodes(pdfPicture(pdf, 300), { tryHarder: true });
      expect([code?.text, code?.hasECI], filter).to.deep.equal(['Invoice 7 ^ECI000026', false]);
    }
  });
});
