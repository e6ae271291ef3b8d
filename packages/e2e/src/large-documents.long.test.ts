import { type Answer, descendantsOf, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const pages = (count: number): string => `${'<p style="break-after: page">body</p>'.repeat(count - 1)}<p>last`;
/** Some 33 bytes of PDF for each pixel, which nothing makes smaller. */
const noise = (width: number, height: number): string =>
  `<style>@page { margin: 0 } body { margin: 0 }</style><svg width="${width}" height="${height}"><filter id="f" x="0" y="0" width="100%" height="100%">
  <feTurbulence baseFrequency="0.9"/></filter><rect width="${width}" height="${height}" filter="url(#f)"/></svg>`;
const words = 'word '.repeat(200_000);
/** A header whose text is long and whose height is not. */
const long = '<div style="height: 10px; overflow: hidden">[[#list]][[text]][[/list]]</div>';
const repeated = (times: number) => ({ list: Array<number>(times).fill(0), text: words });

/** Small requests that want much. */
const REFUSED: Record<string, { body: object; code: string; says: string[] }> = {
  'a PDF over the limit': {
    body: { html: noise(500, 500) },
    code: 'pdf_too_large',
    says: ['limit of 2 MiB', 'split the document'],
  },
  'an A0 sheet of noise': {
    body: { html: noise(3_170, 4_480), page_size: 'A0' },
    code: 'document_too_complex',
    says: ['memory'],
  },
  'rows from data, more than can be printed': {
    body: {
      html: '<table>[[#rows]]<tr><td>[[.]][[/rows]]</table>',
      data: { rows: Array.from({ length: 100_000 }, (_, row) => `some text of row ${row}`) },
    },
    code: 'document_too_complex',
    says: ['memory'],
  },
  'a header filled to 5 MiB': {
    body: { html: pages(50), header_html: long, data: repeated(5) },
    code: 'template_invalid',
    says: ['`header_html`', '1048576 characters'],
  },
  'a footer filled to 19 MiB': {
    body: { html: pages(50), footer_html: long, data: repeated(19) },
    code: 'template_invalid',
    says: ['`footer_html`', '1048576 characters'],
  },
  'a header and a footer that are too long on 50 pages': {
    body: { html: pages(50), header_html: long, footer_html: long, data: repeated(1) },
    code: 'document_too_complex',
    says: ['`header_html`, `footer_html` and `watermark_html`', 'pages together'],
  },
  'a document that is too long for the browser’s pipe': {
    body: {
      html: '<p hidden title="[[#list]][[text]][[/list]]">x',
      css: '.none { --text: "[[#few]][[text]][[/few]]" }',
      // Control characters take six bytes in a message.
      data: { list: Array(19).fill(0), few: Array(4).fill(0), text: '\u0001'.repeat(1024 ** 2 / 2) },
    },
    code: 'document_too_complex',
    says: ['64 MiB'],
  },
};

describe('A small request that wants much', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ env: { RENDER_MEMORY_MB: '500', RENDER_MAX_PDF_MB: '2' } });
  });
  after(() => service.stop());

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });
  /** The browser’s own process: all others of Chromium have a type. */
  const browser = (): number[] =>
    descendantsOf(service.workers[0]?.pid ?? 0)
      .filter(({ command }) => !command.includes('--type='))
      .map(({ pid }) => pid);

  for (const [what, { body, code, says }] of Object.entries(REFUSED)) {
    it(`(${what}) is rejected with 422 at the first attempt; browser and worker continue`, async () => {
      await print({ html: 'x' });
      const before = browser();
      const answer = await print(body);
      expect(answer.headers.get('x-error-code'), answer.body.error).to.equal(code);
      expect(answer.status).to.equal(422);
      for (const words of says) expect(answer.body.error).to.include(words);
      expect((await print({ html: 'next' })).status).to.equal(200);
      expect(browser()).to.deep.equal(before);
      expect(service.logs()).not.to.match(/rendering a job failed|"level":"(error|fatal)"/);
    });
  }

  it('is printed where it is an ordinary one: a logo of 150 KiB on 50 pages', async () => {
    // White noise in a comment of the PNG would not be decoded, nor would bytes after its end.
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC';
    const logo = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(150 * 1024, 7)]).toString('base64');
    const answer = await print({ html: pages(50), header_html: `<img src="data:image/png;base64,${logo}">` });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data.page_count).to.equal(50);
  });
});
