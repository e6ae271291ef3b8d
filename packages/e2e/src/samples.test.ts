import { readdirSync } from 'node:fs';
import { pdfInfo, pdfText, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { requestFor, SAMPLES, source } from './sample-requests.js';

const [A4, A5, A6] = [
  { width: 595, height: 842 },
  { width: 420, height: 595 },
  { width: 298, height: 420 },
];

/** What each sample comes to, in each of its languages. */
const EXPECTED = {
  book: {
    pages: 12,
    paper: A5,
    texts: ['Contents', 'Metals that burn · Sodium', 'That of 18 August 1868', 'Davy, Humphry, 5', 'Uranium'],
  },
  'e-invoice': {
    pages: 1,
    paper: A4,
    texts: [
      'Invoice RL-2026-1184',
      '20 November 2026',
      '1.5 hours',
      '7% VAT on €839.25',
      '€58.75',
      '€1,052.58',
      '€852.58',
    ],
  },
  invoice: {
    pages: 1,
    paper: A4,
    texts: ['Invoice 2026-0417', '5 December 2026', 'Denmark', '煎茶・抹茶・ほうじ茶', '14 hours', '€14,500.00'],
  },
  'invoice.de': {
    pages: 1,
    paper: A4,
    texts: ['Rechnung 2026-0417', '5. Dezember 2026', 'Dänemark', '14 Stunden', '14.500,00 €'],
  },
  letter: {
    pages: 4,
    paper: A4,
    texts: [
      'مع خالص التقدير',
      'הזמנה לטעימת היבול החדש',
      '拝啓',
      '新豆品鉴会邀请函',
      '2026年12月10日木曜日',
      '11銘柄のカッピング',
      '2026年12月10日星期四',
      '品鉴11款咖啡',
      '+39 040 555 0127',
      '👩🏽‍🌾',
      '☕',
      '🇮🇹',
    ],
  },
  payslip: { pages: 1, paper: A4, texts: ['Zofia Nováková-Price', '6 hours at time and a half', '4.5 left of 28'] },
  report: {
    pages: 5,
    paper: A4,
    texts: ['Annual report 2025', 'Our 45 sites', 'new in 2025', 'Result of the year', 'Elle Márjá Gaup'],
  },
  'shipping-label': {
    pages: 2,
    paper: A6,
    texts: ['Ångström Förlag AB', '60 × 40 × 20 cm', 'Fragile', 'NF 0084 1726 5094 8 SE'],
  },
};

/** The samples of records. scripts/lib/service/serve.long.test.mjs prints them from the sample base. */
const FROM_RECORDS = ['order'];

const lines = (page: string): string[] => page.split('\n').filter((line) => line.trim() !== '');

describe('The samples', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  async function print(name: string, more: object = {}): Promise<Buffer> {
    const answer = await service.call('/api/utilities/html-to-pdf', { body: { ...requestFor(name), ...more } });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.have.property('warnings');
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  it('are all known here', () => {
    const files = readdirSync(SAMPLES, { encoding: 'utf8', recursive: true });
    const requests = files.flatMap((file) => /^(.+)\/request(.*)\.json$/.exec(file)?.slice(1).join('') ?? []);
    expect(requests).to.have.members([...Object.keys(EXPECTED), ...FROM_RECORDS]);
  });

  for (const [name, { pages, paper, texts }] of Object.entries(EXPECTED)) {
    it(`print the ${name} with its pages, its paper and its text, without a tag left over or a warning`, async () => {
      const pdf = await print(name);
      const info = pdfInfo(pdf);
      expect(info.pages).to.equal(pages);
      expect(info.width).to.be.closeTo(paper.width, 1);
      expect(info.height).to.be.closeTo(paper.height, 1);
      const text = pdfText(pdf);
      for (const expected of texts) expect(text).to.include(expected);
      expect(text).not.to.match(/\[\[|\]\]/);
    });

    it(`load nothing from anywhere for the ${name}`, () => {
      const [folder = ''] = name.split('.');
      const files = readdirSync(`${SAMPLES}${folder}`).filter((file) => /\.(html|css)$/.test(file));
      for (const file of files) expect(source(folder, file)).not.to.match(/url\(|https?:|@import|src=/i);
    });
  }

  it('repeat the head of a table on each page that it reaches', async () => {
    const pages = pdfText(await print('report')).split('\f');
    const { sites } = JSON.parse(source('report', 'report.json')) as { sites: { name: string }[] };
    const reached = pages.filter((page) =>
      lines(page).some((line) => sites.some(({ name }) => line.trim().startsWith(`${name}  `))),
    );
    expect(reached).to.have.lengthOf(2);
    for (const page of reached) expect(page).to.match(/^ *Site +Municipality +MW +GWh/m);
  });

  it('print header, footer and page number on each page', async () => {
    const pages = pdfText(await print('report'))
      .split('\f')
      .slice(0, EXPECTED.report.pages);
    for (const [index, page] of pages.entries()) {
      const [header = ''] = lines(page);
      expect(header).to.match(/^ *Nordlys Energy Cooperative +Annual report 2025$/);
      expect(lines(page).at(-1)).to.match(new RegExp(`^ *Org. no. 918 274 365 +${index + 1} ?/ ?${pages.length}$`));
    }
  });

  it('leave no heading alone at the foot of a page', async () => {
    const html = source('report', 'report.html');
    const headings = [...html.matchAll(/<(h[23]|figcaption)>([^<[]+)/g)].map(([, , heading = '']) => heading.trim());
    expect(headings).to.include.members(['From the chair', 'Finances', 'Generation by month, in gigawatt hours']);
    for (const page of pdfText(await print('report')).split('\f')) {
      const foot = lines(page).slice(-2).join('\n');
      for (const heading of headings) expect(foot).not.to.include(heading);
    }
  });

  it('print a label for each parcel on a separate page', async () => {
    const [first = '', second = ''] = pdfText(await print('shipping-label')).split('\f');
    expect(first)
      .to.match(/\b1 ?\/ ?2\b/)
      .and.to.include('6.4 kg')
      .and.not.include('Fragile');
    expect(second)
      .to.match(/\b2 ?\/ ?2\b/)
      .and.to.include('11.8 kg')
      .and.to.include('Fragile');
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
