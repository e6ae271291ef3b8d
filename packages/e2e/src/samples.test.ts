import { existsSync, readdirSync } from 'node:fs';
import { pdfInfo, pdfText, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { type Choice, LANGUAGES, papersOf, requestFor, SAMPLES, samples, source } from './sample-requests.js';

type Texts = readonly (string | RegExp)[];

interface Expected {
  /** The pages of short data, on each of its papers. */
  readonly pages: Readonly<Record<'en' | 'de', readonly number[]>>;
  /** What short data prints. */
  readonly en: Texts;
  readonly de: Texts;
}

/** What each sample comes to. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  book: {
    pages: { en: [12, 12], de: [12, 13] },
    en: ['Contents', 'Metals that burn · Sodium', 'That of 18 August 1868', 'Davy, Humphry, 5', 'Uranium'],
    de: ['Inhalt', 'Metalle, die brennen', 'Der vom 18. August 1868', 'Davy, Humphry', 'Bekannt seit'],
  },
  certificate: {
    pages: { en: [1, 1], de: [1, 1] },
    en: ['Ingibjörg Sólveig Nowak', 'Celestial Navigation for Offshore Skippers', 'No. SNA-2026-0173', '96 hours'],
    de: ['Ingibjörg Sólveig Nowak', 'Astronavigation für Hochseeskipper', 'Nr. SNA-2026-0173', '20. November 2026'],
  },
  'delivery-note': {
    pages: { en: [1, 1], de: [1, 1] },
    en: ['LS-2026-30817', 'A-2026-11902', /60 +36 +– +pcs/, /8 +5 +3 +pcs/, '208.3 kg', 'Signature'],
    de: ['Lieferschein', 'A-2026-11902', /60 +36 +– +Stk\./, /8 +5 +3 +Stk\./, '208,3 kg', 'Unterschrift'],
  },
  'e-invoice': {
    pages: { en: [1, 1], de: [1, 1] },
    en: [
      ...['Invoice RL-2026-1184', '20 November 2026', 'DE298765432', 'DE811223344', '1.5 hours'],
      ...[/7% VAT on €839.25 +€58.75/, '€1,052.58', '€852.58', 'DE75512108001245126199'],
    ],
    de: ['Rechnung RL-2026-1184', '20. November 2026', '1,5 Std.', /7 % USt\. auf 839,25 € +58,75 €/, '852,58 €'],
  },
  invoice: {
    pages: { en: [1, 1], de: [1, 1] },
    en: [
      ...['2026-0417', '21 November 2026', '5 December 2026', '5 Oct 2026 – 18 Nov 2026', 'LU 30 38 55 21'],
      ...['LU 29 14 73 66', '煎茶・抹茶', '14 hours', '€11,951.00', /VAT 17% on €11,248.00 +€1,912.16/],
      ...[/VAT 3% on €703.00 +€21.09/, '€13,884.25', 'LU28 0019 4006 4475 0000'],
    ],
    de: ['Rechnung', '5. Dezember 2026', 'Luxemburg', '14 Stunden', /USt\. 3 % auf 703,00 € +21,09 €/, '13.884,25 €'],
  },
  letter: {
    pages: { en: [5, 5], de: [1, 1] },
    en: [
      ...[
        'Dear Ms Achebe',
        '5 December 2026',
        'مع خالص التقدير',
        'הזמנה לטעימת היבול החדש',
        '拝啓',
        '新豆品鉴会邀请函',
      ],
      ...['2026年12月10日木曜日', '11銘柄のカッピング', '2026年12月10日星期四', '品鉴11款咖啡', '+39 040 555 0127'],
      ...['👩🏽‍🌾', '☕', '🇮🇹', 'Registro Imprese'],
    ],
    de: ['Sehr geehrte Frau Achternbusch', '5. Dezember 2026', 'Verkostung von 11 Kaffees', 'Mit freundlichen Grüßen'],
  },
  order: {
    pages: { en: [1, 1], de: [1, 1] },
    en: [/Supplied +2 March 2026/, /VAT 19% on €1,450.00 +€275.50/, /Total +€1,725.50/, 'DE 318 555 207'],
    de: ['Rechnung', /USt\. 19 % auf 1\.450,00 € +275,50 €/, '1.725,50 €', '1. April 2026'],
  },
  payslip: {
    pages: { en: [1, 1], de: [1, 1] },
    en: ['Zofia Nováková-Price', 'HM-0427', '6 hours at time and a half', '4.5 left of 28', 'PAYE 068/HM41907'],
    de: ['Zofia Nováková-Preiß', 'Steuerklasse', 'Rentenversicherung', 'Urlaub 2026, in Tagen', '2.320,05 €'],
  },
  quote: {
    pages: { en: [2, 2], de: [2, 2] },
    en: [
      'Q-2026-081',
      '31 December 2026',
      'optional, not in the total',
      '(€708.00)',
      /VAT 13.5% on €2,708.00 +€365.58/,
    ],
    de: ['A-2026-081', '31. Dezember 2026', 'optional, nicht in der Summe', '(708,00 €)', 'Bedingungen'],
  },
  report: {
    pages: { en: [5, 5], de: [5, 5] },
    en: ['Annual report 2025', 'Our 45 sites', 'new in 2025', 'Result of the year', 'Elle Márjá Gaup'],
    de: ['Geschäftsbericht 2025', 'Unsere 45 Anlagen', 'neu in 2025', 'Jahresergebnis', 'Ragnhild Ødegård'],
  },
  'shipping-label': {
    pages: { en: [2, 2], de: [2, 2] },
    en: ['Ångström Förlag AB', '60 × 40 × 20 cm', 'Fragile', 'NF 0084 1726 5094 8 SE'],
    de: ['Verlag Ahornblatt GmbH', 'Zerbrechlich', 'Mit Unterschrift', 'NF 0084 1726 5094 8 DE'],
  },
  statement: {
    pages: { en: [1, 1], de: [1, 1] },
    en: [
      '1 November 2026 – 30 November 2026',
      'DE64 2109 0007 0081 5522 09',
      '€8,412.37',
      '+ €17,612.00',
      '€13,682.75',
    ],
    de: [
      'Kontoauszug',
      'DE64 2109 0007 0081 5522 09',
      '8.412,37 €',
      /Summen und Endsaldo +12\.341,62 +17\.612,00 +13\.682,75/,
    ],
  },
};

const lines = (page: string): string[] => page.split('\n').filter((line) => line.trim() !== '');
const pagesOf = (pdf: Buffer): string[] => pdfText(pdf).split('\f').slice(0, -1);

describe('The samples', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  async function print(name: string, choice: Choice = {}, paper: object = {}): Promise<Buffer> {
    const body = { ...requestFor(name, choice), ...paper };
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.have.property('warnings');
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  it('are all known here', () => {
    expect(samples()).to.have.lengthOf(12).and.to.have.members(Object.keys(EXPECTED));
  });

  for (const [name, expected] of Object.entries(EXPECTED)) {
    it(`say what the ${name} is, in a title and a sentence`, () => {
      const { title, about } = JSON.parse(source(name, 'about.json')) as { title: string; about: string };
      expect(title).to.match(/^[A-Z][\w -]+$/);
      expect(about).to.match(/^[A-Z].{20,}\.$/);
    });

    it(`load nothing from anywhere for the ${name}`, () => {
      const files = readdirSync(`${SAMPLES}${name}`).filter((file) => /\.(html|css)$/.test(file));
      for (const file of files) expect(source(name, file)).not.to.match(/url\(|https?:|@import|src=/i);
    });

    for (const language of LANGUAGES)
      for (const [index, [paper, size]] of Object.entries(papersOf(name)).entries()) {
        it(`print the ${name} on ${paper}, ${language}: its text, its pages, without a tag left over or a warning`, async () => {
          const pdf = await print(name, { language }, size);
          expect(pdfInfo(pdf).pages).to.equal(expected.pages[language][index]);
          const text = pdfText(pdf);
          for (const one of expected[language])
            if (typeof one === 'string') expect(text).to.include(one);
            else expect(text).to.match(one);
          expect(text).not.to.match(/\[\[|\]\]/);
        });
      }
  }

  it('are on the paper that is asked for', async () => {
    for (const [name, sizes] of Object.entries({
      invoice: { A4: [595, 842], Letter: [612, 792] },
      certificate: { A4: [842, 595], Letter: [792, 612] },
      'shipping-label': { A6: [298, 420], '4 × 6 inch': [288, 432] },
      book: { A5: [420, 595], 'half Letter': [396, 612] },
    }))
      for (const [paper, [width = 0, height = 0]] of Object.entries(sizes)) {
        const info = pdfInfo(await print(name, {}, papersOf(name)[paper]));
        expect(info.width, `${name}, ${paper}`).to.be.closeTo(width, 1);
        expect(info.height, `${name}, ${paper}`).to.be.closeTo(height, 1);
      }
  });

  it('have a German text for every label', () => {
    for (const name of Object.keys(EXPECTED)) {
      if (!existsSync(`${SAMPLES}${name}/translations.json`)) continue;
      const { de = {} } = JSON.parse(source(name, 'translations.json')) as Record<string, object>;
      const template = source(name, `${name}.html`) + source(name, `${name}.css`);
      const labels = [...template.matchAll(/\[\[(?:let \w+ = )?(["'])(.*?)\1 \| t\b/g)].map(
        ([, , label = '']) => label,
      );
      for (const label of labels) expect(de, `${name}: ${label}`).to.have.property(label);
    }
  });

  it('print header, footer and page number on each page', async () => {
    const pages = pagesOf(await print('report'));
    for (const [index, page] of pages.entries()) {
      const [header = ''] = lines(page);
      expect(header).to.match(/^ *Nordlys Energy Cooperative +Annual report 2025$/);
      expect(lines(page).at(-1)).to.match(new RegExp(`^ *Org. no. 918 274 365 +${index + 1} ?/ ?${pages.length}$`));
    }
  });

  it('leave no heading alone at the foot of a page', async () => {
    const html = source('report', 'report.html');
    const headings = [...html.matchAll(/<(h[23]|figcaption)>\[\["([^"{]+)" \| t\]\]/g)].map(([, , text = '']) => text);
    expect(headings).to.include.members(['From the chair', 'Finances', 'Generation by month, in gigawatt hours']);
    for (const page of pagesOf(await print('report'))) {
      const foot = lines(page).slice(-2).join('\n');
      for (const heading of headings) expect(foot).not.to.include(heading);
    }
  });

  it('print a label for each parcel on a separate page', async () => {
    const [first = '', second = ''] = pagesOf(await print('shipping-label'));
    expect(first)
      .to.match(/\b1 ?\/ ?2\b/)
      .and.to.include('6.4 kg')
      .and.not.include('Fragile');
    expect(second)
      .to.match(/\b2 ?\/ ?2\b/)
      .and.to.include('11.8 kg')
      .and.to.include('Fragile');
  });

  it('deliver without a price', async () => {
    for (const isLong of [false, true])
      expect(pdfText(await print('delivery-note', { isLong }))).not.to.match(/[€$£]|\bEUR\b|\bprice/i);
  });

  it('add up, although no sum is in the data', async () => {
    for (const [name, rows] of Object.entries({
      payslip: [
        /^ *Gross pay +3,626\.80 +27,077\.20$/m,
        /^ *Deductions +1,025\.64 +7,477\.62$/m,
        /^ *£2,601\.16\b/m,
        /^ *£19,599\.58 this tax year/m,
        /Net pay £2,601\.16 .* Other £168\.70$/m,
      ],
      report: [
        /^ *Wind +347\.0 +1,088\.5 +1,013\.3 +\+7\.4$/m,
        /^ *Grytendal .* −12\.3 /m,
        /^ *All sites +505\.2 +1,445\.0 +1,354\.1 +\+6\.7$/m,
        /^ *Operating result before depreciation +51,591 +44,881$/m,
        /^ *Dividend to members +35% +9,171$/m,
        /^ *Result of the year +26,204 +21,713$/m,
      ],
    })) {
      const text = pdfText(await print(name));
      for (const row of rows) expect(text).to.match(row);
      expect(source(name, `${name}.json`)).not.to.match(/3,?626\.80?|2,?601\.16|26,?204/);
    }
  });
});
