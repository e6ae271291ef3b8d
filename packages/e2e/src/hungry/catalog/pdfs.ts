/** PDFs of callers that are expensive to read, and documents whose PDF is expensive to finish. */
import { deflateSync } from 'node:zlib';
import { pdfOfObjects, streamObject } from '@toolpress/testkit';
import { type Entry, each, filled, large, MIB, MOST, markup, numbered, PAGE_BREAK, TINY, times } from './entry.js';

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const ONE_PAGE = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const packed = (content: Buffer): Buffer => deflateSync(content, { level: 9 });
const twice = (content: Buffer): Buffer => streamObject(packed(packed(content)), '/Filter[/FlateDecode/FlateDecode]');

const page = (entries: string, ...more: (string | Buffer)[]): Buffer =>
  pdfOfObjects([CATALOG, ONE_PAGE, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${entries}>>`, ...more]);

let salt = 0;

/** Returns an entry of a background. A comment in it differs for each request, so that it is read each time. */
const background = (name: string, aimsAt: string, size: number, pdf: (size: number) => Buffer): Entry =>
  large(
    `a background of ${name}`,
    `pdf/background: ${aimsAt}`,
    size,
    (given) => ({
      html: 'x',
      background_pdf: Buffer.concat([pdf(given), Buffer.from(`\n% ${salt++}\n`)]).toString('base64'),
    }),
    { ways: ['call', 'job', 'row', 'check', 'preview', 'saved'] },
  );

export const PDFS: readonly Entry[] = [
  background('a page that is slow to read', 'content', 100 * MIB, (size) =>
    pdfOfObjects([
      CATALOG,
      `<</Type/Pages/Count 50/Kids[${'3 0 R '.repeat(50)}]>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
      twice(Buffer.alloc(size, 'q Q ')),
    ]),
  ),
  background('content that unpacks', 'Flate', 400 * MIB, (size) =>
    page('/Contents 4 0 R', twice(Buffer.alloc(size, ' '))),
  ),
  background('an object stream that unpacks', 'object streams', 300 * MIB, (size) =>
    page(
      '/Contents 4 0 R',
      streamObject(packed(Buffer.alloc(size, ' ')), '/Type/ObjStm/N 1/First 5/Filter/FlateDecode'),
    ),
  ),
  background('many objects', 'the table of objects', MOST.pdf, (size) =>
    page('/Resources<</Font<</F 5 0 R>>>>', ...times(Math.floor(size / 60), (index) => `<</A ${index + 5} 0 R>>`)),
  ),
  background('many pages', 'the tree of pages', MOST.pdf, (size) => {
    const count = Math.floor(size / 100);
    return pdfOfObjects([
      CATALOG,
      `<</Type/Pages/Count ${count}/Kids[${numbered(size / 10, (index) => `${index + 3} 0 R `)}]>>`,
      ...times(count, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
    ]);
  }),
  background('a deep tree of pages', 'the tree of pages', 60_000, (depth) =>
    pdfOfObjects([CATALOG, ...times(depth, (index) => `<</Type/Pages/Count 1/Kids[${index + 3} 0 R]>>`)]),
  ),
  background('a chain of tables', 'cross references', MOST.pdf, (size) => chained(Math.floor(size / 90))),
  background('forms that draw the next one twice', 'drawings', 30, (count) =>
    page(
      '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>',
      streamObject('/X Do'),
      ...times(count, (index) =>
        streamObject(
          '/X Do /X Do',
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${index + 6} 0 R>>>>`,
        ),
      ),
      streamObject('0 0 1 1 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    ),
  ),
  background('arrays in arrays', 'values', MOST.pdf / 2, (size) =>
    page(`/Contents 4 0 R/Resources<</Font<</F ${'['.repeat(size)}${']'.repeat(size)}>>>>`, streamObject('q Q')),
  ),
  large('a background for each page, for archives', 'pdf/background/conformity.ts: operations', 20 * MIB, (size) => ({
    html: `<html lang=en><title>x</title>${PAGE_BREAK.repeat(49)}x`,
    background_pdf: page('/Contents 4 0 R', twice(Buffer.alloc(size, '1 0 0 rg 0 0 1 1 re f '))).toString('base64'),
    conformance: ['pdf/a-3a', 'pdf/ua-1'],
  })),
  markup('marked cells', 'pdf/tags.ts, standards/structure/tables.ts', 2_400, (rows) => ({
    html: `${TINY}<table>${`<tr>${'<td>x'.repeat(10)}`.repeat(rows)}</table>`,
    tagged: true,
  })),
  markup('cells for PDF/UA', 'document/accessibility/tables.ts, standards', 9_900, (rows) => ({
    html: `<html lang=en><title>x</title>${TINY}<table><tr><th scope=col>a<th>b${'<tr><td headers="a b">x<td>x'.repeat(rows)}</table>`,
    conformance: ['pdf/ua-1'],
  })),
  markup('cells that overlap', 'document/accessibility/tables.ts: overlapping', 9_900, (rows) => ({
    html: `<html lang=en><title>x</title><table><tr><th>a${'<tr><td rowspan=65534 colspan=1000>x<td>y'.repeat(rows)}</table>`,
    conformance: ['pdf/ua-1'],
  })),
  markup('names by other elements', 'document/accessibility/names.ts: says, for each id', 9_000, (count) => ({
    html: `<html lang=en><title>x</title><p id=a>${`<i>${'<b></b>'.repeat(count)}</i>`.repeat(4)}</p><p>${`<img src=x aria-labelledby="${'a '.repeat(200)}">`.repeat(count)}`,
    conformance: ['pdf/ua-1'],
  })),
  markup(
    'labels inside each other',
    'document/accessibility/names.ts: hasText, study.ts: contains',
    50_000,
    (count) => ({
      html: `<html lang=en><title>x</title>${'<div><label for=a>'.repeat(220)}${`<p>${'<b></b>'.repeat(1_000)}</p>`.repeat(count / 1_000)}`,
      conformance: ['pdf/ua-1'],
    }),
  ),
  markup('marked elements', 'document/structure/marks.ts, standards/structure/tree.ts', 59_000, (count) => ({
    html: `<html lang=en><title>x</title>${TINY}${each(count / 9, (index) => `<p>${'<b>x</b><sup>y</sup>'.repeat(4)}${index}`)}`,
    conformance: ['pdf/a-3a', 'pdf/ua-1'],
  })),
  markup('languages of elements', 'document/structure/marks.ts: localeRule', 9_000, (count) => ({
    html: `<html lang=en><title>x</title>${TINY}${each(count, (index) => `<dl lang=en-x-a${index}><dt>x<dd>y</dl>`)}`,
    tagged: true,
  })),
  markup('lists inside each other', 'standards/structure/lists.ts', 200, (depth) => ({
    html: `<html lang=en><title>x</title>${TINY}${`${'<ul><li>x'.repeat(depth)}${'</ul>'.repeat(depth)}`.repeat(40)}`,
    tagged: true,
  })),
  markup('links', 'standards/structure/links.ts, pdf/destinations.ts', 9_000, (count) => ({
    html: `<html lang=en><title>x</title>${TINY}${each(count, (index) => `<a id=i${index} href=#i${count - index}>x</a> `)}`,
    conformance: ['pdf/a-3a', 'pdf/ua-1'],
  })),
  markup('borders and shadows', 'standards/conformance/artifacts.ts, content.ts', 20_000, (count) => ({
    html: `<html lang=en><title>x</title><style>i{display:inline-block;border:1px dotted red;background:linear-gradient(red,blue)}</style>${`<p>${'<i>x</i>'.repeat(1_000)}`.repeat(count / 1_000)}`,
    conformance: ['pdf/a-3a'],
  })),
  markup('lines of text', 'standards/structure/line-ends.ts, conformance/repeated-texts.ts', MIB, (size) => ({
    html: `<html lang=en><title>x</title>${TINY}<p style="text-align:justify">${filled(size, 'an old word ')}`,
    conformance: ['pdf/a-3a'],
  })),
  markup('glyphs', 'pdf/text/fonts.ts, to-unicode.ts', 20_000, (count) => ({
    html: `<html lang=zh><title>x</title>${TINY}<p>${each(count, (index) => String.fromCodePoint(0x4e00 + (index % 20_900)))}`,
    conformance: ['pdf/a-2b'],
  })),
  markup('footnotes', 'worker/render/footnotes: pages and notes', 990, (count) => ({
    html: `${TINY}${each(count, (index) => `x<span data-footnote>${'note '.repeat(60)}${index}</span> `)}`,
  })),
  markup('footnotes inside each other', 'worker/render/footnotes, document/references', 480, (count) => ({
    html: `<p>${'x<span data-footnote>n'.repeat(count)}`,
  })),
  markup('a blurred watermark with numbers', 'worker/render/headers, pdf/stamps.ts', 40, (pixels) => ({
    html: `${PAGE_BREAK.repeat(49)}x`,
    watermark_html: `<div style="width:180mm;height:250mm;filter:blur(${pixels}px);background:linear-gradient(red,blue)">[[page]]</div>`,
  })),
  markup('pages without end', 'worker/render/paper.ts, print-roll.ts', 40_000, (count) => ({
    html: '<p>x'.repeat(count),
    page_size: { width: '80mm', height: 'auto' },
  })),
  large('attachments', 'pdf/attachments.ts: each file', MOST.body * 0.7, (size) => ({
    html: '<html lang=en><title>x</title>x',
    attachments: times(50, (index) => ({
      name: `a${'x'.repeat(190)}.csv`,
      data_base64: Buffer.alloc(Math.floor(size / 50), `${index};"a\n`).toString('base64'),
      mime_type: 'text/csv',
      description: 'x'.repeat(1_000),
    })),
    conformance: ['pdf/a-3b'],
  })),
  large('metadata and passwords', 'pdf/file/metadata.ts, protect.ts: each object', 1_000, (length) => ({
    html: `${TINY}${each(4_900, (index) => `<h1>${index}</h1>`)}`,
    metadata: {
      title: '&<\u{1f600}'.repeat(200),
      author: 'a'.repeat(length),
      keywords: times(100, () => 'k'.repeat(length)),
    },
    protect: { user_password: 'x'.repeat(120), owner_password: 'y' },
    outline: true,
  })),
  large('rules and permissions', 'contract/schema.ts, standards.ts: unique items of a list', MOST.body / 2, (size) => ({
    html: 'x',
    conformance: times(Math.floor(size / 14), () => 'pdf/a-2b'),
    protect: { permissions: times(Math.floor(size / 16), () => 'print') },
  })),
];

/** A PDF whose tables refer to each other. */
function chained(count: number): Buffer {
  const first = page('').toString('latin1');
  let previous = Number(/startxref\n(\d+)/.exec(first)?.[1]);
  const parts = [first];
  let length = first.length;
  for (let index = 0; index < count; index++) {
    const part = `xref\n0 0\ntrailer\n<</Size 4/Root 1 0 R/Prev ${previous}>>\nstartxref\n${length}\n%%EOF\n`;
    previous = length;
    length += part.length;
    parts.push(part);
  }
  return Buffer.from(parts.join(''), 'latin1');
}
