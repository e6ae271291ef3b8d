import { pdfInfo, pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const KINDS = ['default', 'first', 'last', 'even', 'odd'] as const;
type Kinds = Partial<Record<(typeof KINDS)[number], string>>;

/** The number of generated documents; `DOCUMENTS=2000` makes more. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 40);

/** The same numbers in every run. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

interface Generated {
  kinds: Kinds;
  count: number;
  /** The running head that begins on a page, by the page's index. */
  chapters: ReadonlyMap<number, string>;
  body: Record<string, unknown>;
}

function generated(seed: number): Generated {
  const numbers = chance(seed);
  const below = (limit: number): number => Math.floor(numbers.next().value * limit);
  const count = 1 + below(12);
  const chapters = new Map<number, string>();
  const pages = Array.from({ length: count }, (_, index) => {
    const chapter = below(3) === 0 ? `Chapter&amp;${index + 1}` : undefined;
    if (chapter) chapters.set(index + 1, chapter.replace('&amp;', '&'));
    const heading = chapter ? `<h4 data-running="chapter" style="font-size: 0">${chapter}</h4>` : '';
    return `<div style="${index > 0 ? 'break-before: page' : ''}">${heading}body${index + 1}</div>`;
  });
  const kinds: Kinds = {};
  for (const kind of KINDS) {
    const text = `${kind}:[[page]]:[[pages]]:([[running.chapter]])`;
    const computed = `${kind}:[[page | plus: 0]]:[[#if page <= pages]][[pages]][[/if]]:([[running.chapter]])`;
    const choice = below(5);
    if (choice === 1) kinds[kind] = '';
    else if (choice > 1) kinds[kind] = choice === 2 ? text : computed;
  }
  const sizes = ['A4', 'A6', 'Letter', undefined];
  const first = below(2) === 0 ? 1 : below(300) - 50;
  const body = {
    html: pages.join(''),
    page_size: sizes[below(4)],
    orientation: below(4) === 0 ? 'landscape' : 'portrait',
    tagged: below(3) === 0,
    first_page_number: first,
    [below(2) === 0 ? 'header_html' : 'footer_html']: kinds,
    ...(below(3) === 0 && { watermark_html: { html: 'mark[[page]]', layer: below(2) === 0 ? 'under' : 'over' } }),
  };
  return { kinds, count, chapters, body };
}

/** What the specification of kinds says, written once more. */
function expectedOn({ kinds, count, chapters, body }: Generated, index: number): string | undefined {
  const { first, last, even, odd, default: other } = kinds;
  const parity = index % 2 === 0 ? even : odd;
  const text = (index === 1 ? first : undefined) ?? (index === count ? last : undefined) ?? parity ?? other ?? '';
  if (text === '') return undefined;
  const begun = [...chapters].filter(([page]) => page <= index).at(-1);
  const shift = (body['first_page_number'] as number) - 1;
  return `${text.split(':')[0]}:${index + shift}:${count + shift}:(${begun?.[1] ?? ''})`;
}

describe('Pages of generated documents', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  async function check(seed: number): Promise<void> {
    const document = generated(seed);
    const answer = await service.call(PDF, { body: document.body });
    expect(answer.status, `${seed}: ${answer.body.error}`).to.equal(200);
    const pdf = Buffer.from(answer.body.data.pdf_base64, 'base64');
    expect(pdfInfo(pdf).pages, String(seed)).to.equal(document.count);
    const pages = pdfText(pdf).split('\f').slice(0, document.count);
    pages.forEach((text, before) => {
      const index = before + 1;
      const words = text.split(/\s+/).filter((word) => word.includes(':'));
      const expected = expectedOn(document, index);
      expect(words, `seed ${seed}, page ${index}`).to.deep.equal(expected === undefined ? [] : [expected]);
      expect(text).to.include(`body${index}`);
      if ('watermark_html' in document.body)
        expect(text, `seed ${seed}`).to.include(`mark${index + (document.body['first_page_number'] as number) - 1}`);
    });
  }

  it('have the header or footer of their kind, with their number and running head', async () => {
    for (let seed = 1; seed <= DOCUMENTS; seed++) await check(seed);
  });
});
