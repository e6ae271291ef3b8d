/** The documents that are printed: the same bytes in every run, for every target. A document with another serial number has other texts. */
import { crc32, deflateSync } from 'node:zlib';

/**
 * @typedef {object} BenchDocument
 * @property {string} name
 * @property {string} html
 * @property {object} [data]
 * @property {Record<string, string | { base64: string }>} [files] style sheets and PNG images by path
 * @property {string} [header] HTML with `[[page]]` and `[[pages]]`
 * @property {string} [footer]
 * @property {string} [typst] about the same document for Typst
 * @property {number} pages that the PDF must have
 * @property {number} [images] that the PDF must have
 * @property {object} [options] more fields of the service's request
 */

/** Each page is broken off on purpose and not quite full: the count does not hang on the machine's fonts. */
const ROWS_A_PAGE = 20;

/** @returns {BenchDocument} a statement of one page, with its style sheet inside and without images */
export const onePage = (serial = 0) => report('1 page', 1, { serial });

/**
 * A real invoice: a logo, a header and a footer with page numbers, two style sheets and a font of the installation. Its number, in the header
 * as well, its customer, its rows and its terms of payment, in the footer, are its own.
 *
 * @returns {BenchDocument}
 */
export function invoice(serial = 0) {
  const random = randomBytes(3, serial);
  const number = 4_711 + serial;
  const [first, second] = [capitalized(word(random)), capitalized(word(random))];
  const customer = `${first} and ${second} Ltd<br>${1 + (random() % 99)} ${first} Road<br>Othertown`;
  const rows = rowsOf(0, random);
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Invoice ${number}</title><link rel="stylesheet" href="base.css"><link rel="stylesheet" href="invoice.css"></head><body><header><img src="logo.png" alt="Example Ltd"><address>Example Ltd<br>1 Sample Street<br>Anytown</address></header><h1>Invoice ${number}</h1><p>${customer}</p>${tableOf(rows)}<p class="total">Total ${money(total)}</p></body></html>`;
  return {
    name: 'invoice',
    html,
    files: { 'base.css': BASE_STYLE, 'invoice.css': INVOICE_STYLE, 'logo.png': { base64: logoBase64() } },
    header: `<div style="${MARGIN_STYLE}">Example Ltd · Invoice ${number}</div>`,
    footer: `<div style="${MARGIN_STYLE}">Payable within ${7 + (random() % 60)} days · page [[page]] of [[pages]]</div>`,
    pages: 1,
    images: 1,
  };
}

/** @returns {BenchDocument} a year's report */
export const fortyPages = (serial = 0) => report('40 pages', 40, { serial });

/** @returns {BenchDocument & { header: string, footer: string }} the same page with a header and a footer: only these depend on the serial number */
export const headedPage = (serial = 0) => ({
  ...onePage(),
  name: 'differing header and footer',
  header: `<div style="${HEADED_STYLE}">Example Ltd · Statement ${2_000 + serial}</div>`,
  footer: `<div style="${HEADED_STYLE}">Payable within ${7 + (serial % 60)} days · page [[page]] of [[pages]]</div>`,
});

/**
 * Makes the document with a serial number, by the documents' name.
 *
 * @type {Record<string, (serial: number) => BenchDocument>}
 */
export const SERIES = {
  invoice,
  '1 page': onePage,
  '40 pages': fortyPages,
  'differing header and footer': headedPage,
};

/**
 * A long list: a table of 10,000 rows, 200 on each page.
 *
 * @returns {BenchDocument}
 */
export function longTable() {
  const random = randomBytes(5);
  const rows = Array.from({ length: 500 }, (_, page) => rowsOf(page, random)).flat();
  const tables = Array.from({ length: 50 }, (_, page) => tableOf(rows.slice(page * 200, (page + 1) * 200)));
  const small =
    'table { font-size: 2pt; line-height: 1.1; break-before: page } td, th { padding: 0 !important } td br { display: none }';
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>List</title><style>${STYLE} ${small}</style></head><body>${tables.join('')}</body></html>`;
  return { name: 'table of 10,000 rows', html, pages: 50 };
}

/**
 * As large as documents get: 50 pages with two images each, 5 MiB of HTML.
 *
 * @returns {BenchDocument}
 */
export function largeDocument() {
  const random = randomBytes(7);
  return report('50 pages with 100 images', 50, { extra: () => `<p>${[0, 1].map(() => image(random)).join(' ')}</p>` });
}

/**
 * Pages of text: a heading and some paragraphs on each.
 *
 * @param {number} pages
 * @param {boolean} isReferring whether it also has contents, on further pages, and on each page a reference, a footnote and a running head
 * @returns {BenchDocument}
 */
export function longReport(pages, isReferring = false) {
  const random = randomBytes(11);
  const text = (/** @type {number} */ count) => Array.from({ length: count }, () => word(random)).join(' ');
  const chapters = Array.from({ length: pages }, (_, page) => {
    const more = isReferring
      ? `<p>See page [[page-of:#c${(page * 7_919) % pages}]].<span data-footnote>${text(12)}</span></p>`
      : '';
    const attributes = isReferring ? ` id="c${page}" data-running="chapter"` : '';
    return `<section><h1${attributes}>Chapter ${page + 1}</h1><p>${text(120)}</p>${more}<p>${text(80)}</p></section>`;
  });
  const contents = isReferring ? '<nav data-toc="h1"></nav>' : '';
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Report</title><style>@page { size: A4; margin: 20mm } body { font: 10pt/1.35 "Liberation Sans" } section + section, nav + section { break-before: page }</style></head><body>${contents}${chapters.join('')}</body></html>`;
  const margins = { header_html: '[[running.chapter]]', footer_html: '[[page]] of [[pages]]', outline: true };
  return { name: `${pages} pages`, html, pages, ...(isReferring && { options: margins }) };
}

/**
 * As many members as data can have, nearly: what parsers and checks take longest for.
 *
 * @returns {BenchDocument}
 */
export function largeData() {
  const data = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`m${index}`, index]));
  return { name: '300,000 members of data', html: '<p>[[m7]]</p>', data, pages: 1 };
}

/**
 * @param {string} name
 * @param {number} pages
 * @param {{ serial?: number, extra?: () => string }} options `extra`: more content for each page, which then has half of the rows
 * @returns {BenchDocument}
 */
function report(name, pages, { serial = 0, extra }) {
  const random = randomBytes(pages, serial);
  const tables = Array.from({ length: pages }, (_, page) => ({
    extra: extra?.() ?? '',
    rows: rowsOf(page, random).slice(0, extra === undefined ? ROWS_A_PAGE : ROWS_A_PAGE / 2),
  }));
  const sections = tables.map(
    ({ extra: more, rows }, page) =>
      `<section><header><h1>Statement ${2_000 + page}</h1><address>Example Ltd<br>1 Sample Street<br>Anytown</address></header>${more}${tableOf(rows)}<footer>Payable within 30 days. Thank you.</footer></section>`,
  );
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${STYLE}</style></head><body>${sections.join('')}</body></html>`;
  return {
    name,
    html,
    get typst() {
      return typstOf(tables.map(({ rows }) => rows));
    },
    pages,
  };
}

/** @typedef {{ number: number, title: string, note: string, quantity: number, price: number, amount: number }} Row money in cents */

/** @param {number} page from 0 @param {() => number} random @returns {Row[]} */
const rowsOf = (page, random) =>
  Array.from({ length: ROWS_A_PAGE }, (_, row) => {
    const [quantity, price] = [1 + (random() % 40), 100 + random() * 37];
    return {
      number: page * ROWS_A_PAGE + row + 1,
      title: `${word(random)} ${word(random)}`,
      note: `${word(random)} ${word(random)}, ${word(random)}`,
      quantity,
      price,
      amount: quantity * price,
    };
  });

const HEADS = ['No.', 'Item', 'Quantity', 'Price', 'Amount'];

/** @param {Row[]} rows @returns {string} HTML */
function tableOf(rows) {
  const lines = rows.map(
    ({ number, title, note, quantity, price, amount }) =>
      `<tr><td>${number}</td><td><b>${title}</b><br><small>${note}</small></td><td>${quantity}</td><td>${money(price)}</td><td>${money(amount)}</td></tr>`,
  );
  return `<table><thead><tr>${HEADS.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** @param {Row[][]} pages @returns {string} the source of the same tables for Typst */
function typstOf(pages) {
  const cells = (/** @type {Row} */ { number, title, note, quantity, price, amount }) =>
    `[${number}], [*${title}* \\ #text(fill: luma(100), size: 8pt)[${note}]], [${quantity}], [${money(price)}], [${money(amount)}],`;
  const section = (
    /** @type {Row[]} */ rows,
    /** @type {number} */ page,
  ) => `#grid(columns: (1fr, auto), text(16pt, fill: rgb("#0f5c5c"))[*Statement ${2_000 + page}*], align(right)[Example Ltd \\ 1 Sample Street \\ Anytown])
#line(length: 100%, stroke: 0.5mm + rgb("#0f5c5c"))
#table(columns: (auto, 1fr, auto, auto, auto), stroke: none, inset: (x: 1.5mm, y: 0.6mm), align: (left, left, right, right, right), fill: (_, row) => if calc.even(row) { rgb("#fafcfb") },
  table.header(${HEADS.map((head) => `[*${head}*]`).join(', ')}),
  ${rows.map(cells).join('\n  ')}
)
Payable within 30 days. Thank you.`;
  return `#set page(paper: "a4", margin: 15mm)\n#set text(font: "Liberation Sans", size: 9pt)\n${pages.map(section).join('\n#pagebreak()\n')}\n`;
}

const STYLE = `@page { size: A4; margin: 15mm }
* { box-sizing: border-box; margin: 0 }
body { font: 9pt/1.3 "Liberation Sans", Arial, sans-serif; color: #222 }
section + section { break-before: page }
header { display: flex; justify-content: space-between; border-bottom: .5mm solid #0f5c5c; margin-bottom: 5mm }
h1 { font-size: 16pt; color: #0f5c5c } address { font-style: normal; text-align: right }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left; background: #eef5f3 } th, td { padding: .4mm 1.5mm; border-bottom: .2mm solid #d5dddb }
td:nth-child(n+3), th:nth-child(n+3) { text-align: right } tbody tr:nth-child(even) { background: #fafcfb }
small { color: #666 } footer { margin-top: 5mm; color: #666 } img { width: 40mm; height: 40mm }`;

const BASE_STYLE = `@page { size: A4; margin: 25mm 15mm 20mm }
* { box-sizing: border-box; margin: 0 }
body { font: 9pt/1.3 Inter, sans-serif; color: #222 }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left; background: #eef5f3 } th, td { padding: .4mm 1.5mm; border-bottom: .2mm solid #d5dddb }
td:nth-child(n+3), th:nth-child(n+3) { text-align: right } small { color: #666 }`;
const INVOICE_STYLE = `header { display: flex; justify-content: space-between; margin-bottom: 5mm }
img { width: 60mm; height: 20mm } address { font-style: normal; text-align: right }
h1 { font-size: 16pt; color: #0f5c5c } p { margin: 3mm 0 } .total { text-align: right; font-weight: 700 }
tbody tr:nth-child(even) { background: #fafcfb }`;
const HEADED_STYLE = 'font: 8pt "Liberation Sans"; color: #666';
/** Chromium's own headers have no style sheet. */
const MARGIN_STYLE = 'width: 100%; padding: 0 15mm; font: 8pt Inter; color: #666';

const WORDS = 'paper ink binder lamp desk chair shelf folder stapler marker envelope ribbon clip board tray'.split(' ');
const word = (/** @type {() => number} */ random) => WORDS[random() % WORDS.length] ?? '';
const capitalized = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const money = (/** @type {number} */ cents) => (cents / 100).toFixed(2);

/**
 * @param {number} seed
 * @param {number} [serial] of the document
 * @returns {() => number} 0 to 255, always the same ones
 */
function randomBytes(seed, serial = 0) {
  let state = seed + 1_009 * serial;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

const IMAGE_SIDE = 113;

/** @param {() => number} random @returns {string} a picture of noise, which does not compress */
const image = (random) =>
  `<img alt="" src="data:image/png;base64,${png(IMAGE_SIDE, IMAGE_SIDE, random).toString('base64')}">`;

const LOGO = { width: 720, height: 240 };

/** @returns {Buffer} a PNG of some 20 KB: rings of two colors that fade */
export const logo = () =>
  png(LOGO.width, LOGO.height, (x, y, channel) => {
    const [ring, fade] = [Math.floor(Math.hypot(x - 120, y - 120) / 12), x / LOGO.width];
    const [dark, light] = [[15, 92, 92][channel] ?? 0, [238, 245, 243][channel] ?? 0];
    return Math.round((ring % 2 === 0 ? dark : light) * (1 - fade) + 255 * fade);
  });

/** @type {string | undefined} */
let logoText;
const logoBase64 = () => {
  logoText ??= logo().toString('base64');
  return logoText;
};

/**
 * @param {number} width in pixels
 * @param {number} height
 * @param {(x: number, y: number, channel: number) => number} colorAt 0 to 255
 */
function png(width, height, colorAt) {
  const line = 1 + 3 * width;
  const rows = Buffer.alloc(height * line);
  for (let index = 0; index < rows.length; index++) {
    const [y, at] = [Math.floor(index / line), (index % line) - 1]; // a line begins with its filter, 0
    if (at >= 0) rows[index] = colorAt(Math.floor(at / 3), y, at % 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits a channel, red green blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} content */
function chunk(type, content) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
