/** The documents that are printed: the same bytes in every run, for every target. */
import { crc32, deflateSync } from 'node:zlib';

/**
 * @typedef {object} BenchDocument
 * @property {string} name
 * @property {string} html
 * @property {object} [data]
 * @property {number} pages that the PDF has to have
 */

/** Each page is broken off on purpose and not quite full: the count does not hang on the machine's fonts. */
const ROWS_A_PAGE = 20;

/** @returns {BenchDocument} an invoice */
export const onePage = () => report('1 page', 1);
/** @returns {BenchDocument} a statement of account */
export const fivePages = () => report('5 pages', 5);
/** @returns {BenchDocument} a year's report */
export const fortyPages = () => report('40 pages', 40);

/**
 * As large as documents get: 50 pages with two images each, 5 MiB of HTML.
 *
 * @returns {BenchDocument}
 */
export function largeDocument() {
  const random = randomBytes(7);
  return report('50 pages with 100 images', 50, () => `<p>${[0, 1].map(() => image(random)).join(' ')}</p>`);
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
 * @param {(page: number) => string} [extra] more content for each page; it has less rows then
 * @returns {BenchDocument}
 */
function report(name, pages, extra) {
  const random = randomBytes(pages);
  const sections = Array.from({ length: pages }, (_, page) => section(page, random, extra));
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${STYLE}</style></head><body>${sections.join('')}</body></html>`;
  return { name, html, pages };
}

/**
 * @param {number} page
 * @param {() => number} random
 * @param {((page: number) => string) | undefined} extra
 */
function section(page, random, extra) {
  const rows = Array.from({ length: extra === undefined ? ROWS_A_PAGE : ROWS_A_PAGE / 2 }, (_, row) => {
    const [quantity, price] = [1 + (random() % 40), 100 + random() * 37];
    const cents = quantity * price;
    return `<tr><td>${page * ROWS_A_PAGE + row + 1}</td><td><b>${word(random)} ${word(random)}</b><br><small>${word(random)} ${word(random)}, ${word(random)}</small></td><td>${quantity}</td><td>${money(price)}</td><td>${money(cents)}</td></tr>`;
  });
  return `<section><header><h1>Statement ${2_000 + page}</h1><address>Example Ltd<br>1 Sample Street<br>Anytown</address></header>${extra?.(page) ?? ''}<table><thead><tr><th>No.</th><th>Item</th><th>Quantity</th><th>Price</th><th>Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table><footer>Payable within 30 days. Thank you.</footer></section>`;
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

const WORDS = 'paper ink binder lamp desk chair shelf folder stapler marker envelope ribbon clip board tray'.split(' ');
const word = (/** @type {() => number} */ random) => WORDS[random() % WORDS.length];
const money = (/** @type {number} */ cents) => (cents / 100).toFixed(2);

/**
 * @param {number} seed
 * @returns {() => number} 0 to 255, always the same ones
 */
function randomBytes(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

const IMAGE_SIDE = 113;

/** @param {() => number} random @returns {string} a picture of noise, which no compression makes smaller */
function image(random) {
  const rows = Buffer.alloc(IMAGE_SIDE * (1 + 3 * IMAGE_SIDE));
  for (let index = 0; index < rows.length; index++) rows[index] = index % (1 + 3 * IMAGE_SIDE) === 0 ? 0 : random();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(IMAGE_SIDE, 0);
  header.writeUInt32BE(IMAGE_SIDE, 4);
  header.set([8, 2], 8); // 8 bits a channel, red green blue
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `<img alt="" src="data:image/png;base64,${png.toString('base64')}">`;
}

/** @param {string} type @param {Buffer} content */
function chunk(type, content) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
