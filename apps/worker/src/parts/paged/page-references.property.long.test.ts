import { type RenderJob, ServiceError } from '@toolpress/contract';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { prepareDocument } from '../../render/prepare/prepare-document.js';
import { printDocument } from '../../render/print/print-document.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { MAX_PDF_BYTES } from '../../testing/chromium.js';
import { testPage } from '../../testing/page.js';
import { printPagedFlow } from './paged.js';

/** The number of generated documents; far more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 100);
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc'];

/** Numbers that are the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Headings print as `HHname` in the text and as `name` in the contents; names hold no digits. */
function generated(seed: number): { job: RenderJob; names: string[] } {
  const random = randomFrom(seed);
  const pick = <Item>(...items: Item[]): Item => items[random(items.length)] as Item;
  const letters = (number: number): string => String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
  const names = Array.from({ length: 1 + random(25) }, (_, index) => `zq${letters(index)}`);
  const text = (): string =>
    '<p>lorem ipsum dolor</p>'.replace('dolor', 'dolor sit amet '.repeat(random(pick(4, 40, 200))));
  const reference = (): string => {
    const name = pick(...names);
    return pick(
      `<p><span>R${name}:[[page-of:#${name}]]</span></p>`,
      `<p><a class="c" href="#${name}">C${name}:</a></p>`,
    );
  };
  const section = (name: string): string => {
    const level = 1 + random(3);
    const style = pick('', '', 'break-before: page', 'margin-top: 3cm', 'font-size: 40pt', 'float: left');
    const around = pick(
      ['', ''],
      ['', ''],
      ['<table><tr><td>', '</table>'],
      ['<div class="columns">', '</div>'],
      ['<section style="break-inside: avoid">', '</section>'],
    );
    const body = `<h${level} id="${name}" style="${style}">${name}</h${level}>${text()}${reference()}${text()}`;
    return `${around[0]}${body}${around[1]}`;
  };
  const contents = '<nav data-toc></nav>';
  const body = names.map(section).join('');
  const html = `<!DOCTYPE html><style>h1::before, h2::before, h3::before { content: "HH" } span, a { white-space: nowrap }
    .c::after { content: target-counter(attr(href), page, lower-roman) } .columns { columns: 2 } @page { size: ${pick('A4', 'A5', 'A6 landscape', '90mm 200mm')} }</style>
    ${pick(contents + body, body + contents, `${text()}${contents}<div style="break-before: page"></div>${body}`)}`;
  const job: RenderJob = {
    ...{ requestId: 'test', html, orientation: 'portrait', tagged: random(4) === 0 },
    ...(random(3) === 0 && { headerHtml: `<p style="font-size: ${5 + random(40)}pt">top</p>` }),
    ...(random(3) === 0 && { firstPageNumber: pick(2, 9, 40) }),
  };
  return { job, names };
}

describe('Page numbers in generated documents', () => {
  const page = testPage();

  async function print(job: RenderJob): Promise<Buffer | undefined> {
    const document = prepareDocument(job, () => undefined);
    const run = (printer: Parameters<typeof printDocument>[0]) =>
      printDocument(printer, document, job, MAX_PDF_BYTES, { flow: printPagedFlow });
    try {
      return (await page.work({ images: NO_IMAGES, run })).result.pdf;
    } catch (error) {
      if (error instanceof ServiceError && /fixed width|50 pages/.test(error.message)) return undefined;
      throw error;
    }
  }

  it('match the pages on which another reader finds the targets', async () => {
    let [printed, numbers, refused] = [0, 0, 0];
    for (let seed = 1; seed <= DOCUMENTS; seed++) {
      const { job, names } = generated(seed);
      const pdf = await print(job);
      if (pdf === undefined) {
        refused += 1;
        continue;
      }
      printed += 1;
      const pages = pdfText(pdf).split('\f');
      const text = pages.join('\n');
      for (const name of names) {
        const number = pages.findIndex((one) => one.includes(`HH${name}`)) + (job.firstPageNumber ?? 1);
        const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, is = '']) => is);
        const listed = found(new RegExp(`(?<![A-Za-z])${name}\\s+(\\d+)`, 'g'));
        const decimal = found(new RegExp(`R${name}:(\\d+)`, 'g'));
        const roman = found(new RegExp(`C${name}:([ivxlc]+)`, 'g'));
        const where = `${name} of document ${seed}`;
        expect(listed, where).to.deep.equal([String(number)]);
        expect(new Set([...decimal, String(number)]), where).to.have.lengthOf(1);
        const numeral = `${TENS[Math.floor(number / 10)]}${ROMAN[number % 10]}`;
        expect(new Set([...roman, numeral]), where).to.have.lengthOf(1);
        numbers += listed.length + decimal.length + roman.length;
      }
    }
    expect(refused).to.be.below(DOCUMENTS / 20);
    expect(numbers).to.be.above(10 * printed);
  }).timeout(DOCUMENTS * 5_000);
});
