import { descendantsOf, eventually, pdfText, residentBytes, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const DEADLINE_MS = 6_000;
/** From the deadline until the answer is out, on a machine that is busy. */
const ANSWER_MS = 100_000;
const MEBIBYTE = 1024 * 1024;

const repeated = (text: string, times: number): string => text.repeat(times);

/** A drawing of 10^30 rectangles. */
const NESTED_USE = `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}">${repeated(`<use href="#g${level}"/>`, 10)}</g>`,
).join('')}</defs><use href="#g30"/></svg>`;

/** What each may be answered: printed where the browser manages it, else one of these. */
const PRINTED = 'printed';
const HOSTILE: Record<string, { body: { html: string; css?: string; header_html?: string }; answers: string[] }> = {
  'a box of a billion pixels': {
    body: { html: '<div style="width:1e9px;height:20px;background:red">x</div>' },
    answers: [PRINTED],
  },
  '20,000 nested boxes': { body: { html: repeated('<div>', 20_000) }, answers: ['document_too_complex'] },
  '100,000 rows': {
    body: { html: `<table>${repeated('<tr><td>a<td>b', 100_000)}</table>` },
    answers: ['document_too_complex', 'deadline_exceeded', 'page_limit'],
  },
  'a drawing without end': { body: { html: NESTED_USE }, answers: ['document_too_complex', 'deadline_exceeded'] },
  '5,000 flexible boxes': {
    body: { html: repeated('<div style="display:flex"><p>x</p></div>', 5_000) },
    answers: ['page_limit', 'deadline_exceeded'],
  },
  '400 flexible boxes inside each other': {
    body: { html: repeated('<div style="display:flex"><i>x</i>', 400) },
    answers: [PRINTED, 'document_too_complex', 'deadline_exceeded'],
  },
  '64 MB of data URL': {
    body: { html: `<img src="data:image/png;base64,${repeated('A', 64_000_000)}">` },
    answers: ['body_too_large'],
  },
  '5,000 pages': {
    body: { html: repeated('<p style="break-after:page">x</p>', 5_000) },
    answers: ['page_limit', 'deadline_exceeded'],
  },
  'a height of ten million pixels': {
    body: { html: '<div style="height:10000000px">x</div>' },
    answers: ['page_limit', 'deadline_exceeded'],
  },
  'cells over 65,534 rows': {
    body: { html: `<table>${repeated('<tr><td rowspan="65534">x<td>y', 3_000)}</table>` },
    answers: ['page_limit', 'document_too_complex', 'deadline_exceeded'],
  },
  '20,000 levels of CSS': {
    body: { html: 'x', css: repeated('a{', 20_000) },
    answers: ['document_too_complex'],
  },
  'selectors that multiply': {
    body: { html: '<p>x', css: repeated('&,& &{', 40) },
    answers: [PRINTED, 'document_too_complex', 'deadline_exceeded'],
  },
  'a word of four million letters': {
    body: { html: `<p>${repeated('w', 4_000_000)}` },
    answers: [PRINTED, 'document_too_complex', 'page_limit', 'deadline_exceeded'],
  },
  '10,000 columns': {
    body: { html: `<div style="columns:10000">${repeated('x ', 100_000)}</div>` },
    answers: [PRINTED, 'page_limit', 'document_too_complex', 'deadline_exceeded'],
  },
  'shadows over shadows': {
    body: { html: repeated('<p>x', 100), css: `p { box-shadow: ${repeated('0 0 100px red,', 3_000)} 0 0 1px red }` },
    answers: [PRINTED, 'document_too_complex', 'deadline_exceeded'],
  },
  'a header without end': {
    body: { html: 'x', header_html: NESTED_USE },
    answers: ['document_too_complex', 'deadline_exceeded'],
  },
  'a header of 5,000 pages': {
    body: { html: 'x', header_html: repeated('<p style="break-after:page">x</p>', 5_000) },
    answers: ['invalid_parameter'],
  },
};

const rss = (pid: number): number => residentBytes(pid) / MEBIBYTE;

describe('Hostile documents', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ env: { RENDER_DEADLINE_MS: String(DEADLINE_MS), RENDER_MEMORY_MB: '700' } });
    await small();
  });
  after(() => service.stop());

  /** The largest process of the browser, MiB. */
  const largest = (): number => Math.max(...descendantsOf(service.workers[0]?.pid ?? 0).map(({ pid }) => rss(pid)));

  async function small(): Promise<void> {
    const { status, body } = await service.call(PDF, { body: { html: '<p>small</p>' } });
    expect(status, body.error).to.equal(200);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('small');
  }

  for (const [what, { body, answers }] of Object.entries(HOSTILE)) {
    it(`${what}: a clear answer in time, memory returns, the next document is printed as usual`, async () => {
      const begun = performance.now();
      const answer = await service.call(PDF, { body });
      const took = performance.now() - begun;
      const code = answer.status === 200 ? PRINTED : answer.headers.get('x-error-code');
      await small();
      await eventually(() => expect(largest(), 'MiB').to.be.below(300));
      expect(answers, answer.body.error).to.include(code);
      expect(took, 'milliseconds').to.be.below(DEADLINE_MS + ANSWER_MS);
    });
  }

  it('and none of it is a fault of the service', () => {
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });
});
