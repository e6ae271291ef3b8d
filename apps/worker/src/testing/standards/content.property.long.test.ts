import { type Conformance, wantsTags } from '@toolpress/contract';
import { finishPdf } from '@toolpress/pdf';
import { Conforming } from '@toolpress/standards';
import { areJudgesHere, type Flavour, pdfPictures } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Printer } from '../../browser/printer.js';
import { printSettings } from '../../render/paper/paper.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { PIXEL } from '../chromium.js';
import { faultsOf } from '../conforming.js';
import { testPage } from '../page.js';

/** The number of generated documents, and the first one; far more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 2);
const FIRST = Number(process.env['FIRST_DOCUMENT'] ?? 1);
/** Of pictures that are compared. */
const DPI = 60;

/** Numbers that are the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const GRADIENTS = [
  'linear-gradient(40deg, red, rgb(0 0 255 / 0.3))',
  'radial-gradient(circle, #fff8, teal)',
  'conic-gradient(red, gold, green)',
  'repeating-linear-gradient(45deg, #ccc 0 4px, transparent 4px 8px)',
  `url(${PIXEL})`,
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Ccircle r='5' fill='red'/%3E%3C/svg%3E")`,
];
const STYLES = [
  ...['opacity: 0.4', 'opacity: 0', 'mix-blend-mode: multiply', 'mix-blend-mode: difference', 'isolation: isolate'],
  ...[
    'filter: blur(1px)',
    'filter: grayscale(1)',
    'filter: drop-shadow(2px 2px 1px red)',
    'backdrop-filter: blur(1px)',
  ],
  ...[
    'box-shadow: 2px 2px 4px #0008',
    'box-shadow: inset 0 0 3px red',
    'text-shadow: 1px 1px 2px red',
    'text-shadow: 1px 1px #888',
  ],
  ...[
    'border: 2px dashed green',
    'border: 3px double #333',
    'border-radius: 9px; border: 1px solid',
    'border-bottom: 4px groove red',
  ],
  ...['outline: 2px dotted', 'transform: rotate(3deg)', 'transform: skewX(9deg) scale(0.9)', 'clip-path: circle(60%)'],
  ...[
    'overflow: hidden; height: 2em',
    'position: relative; left: 9px',
    'float: right',
    'columns: 2; column-rule: 1px solid red',
  ],
  ...[
    'text-decoration: underline wavy red',
    'text-emphasis: filled',
    '-webkit-text-stroke: 1px red',
    'letter-spacing: 2px',
  ],
  ...[
    'writing-mode: vertical-rl; height: 6em',
    'direction: rtl',
    'font-variant: small-caps',
    'font-feature-settings: "frac"',
  ],
  ...[
    'font-weight: 900; font-style: italic',
    'font-family: serif',
    'font-family: monospace',
    'font-size: 60px',
    'font-stretch: 50%',
  ],
  ...[
    'visibility: hidden',
    'color: transparent',
    'text-transform: uppercase',
    'break-before: page',
    'break-inside: avoid',
  ],
  '-webkit-box-reflect: below 1px linear-gradient(transparent, #000)',
  ...GRADIENTS.flatMap((image) => [
    `background: ${image}`,
    `mask-image: ${image}`,
    `border: 4px solid; border-image: ${image} 2`,
  ]),
  ...GRADIENTS.map((image) => `background: ${image}; background-clip: text; color: transparent`),
];
const TEXTS = [
  ...[
    'office ffi fl 1/2',
    'Größe ½ № ﬁ …',
    'a\u{200b}b\u{200d}c\u{feff}d\u{ad}e\u{a0}f',
    '日本語 葛\u{e0100}',
    'العربية لا',
    'שָׁלוֹם',
  ],
  ...[
    'हिन्दी क्षेत्र ज्ञान',
    'தமிழ் ஸ்ரீ',
    'ภาษาไทย น้ำ',
    'বাংলা ক্ষ',
    'മലയാളം',
    '😀 ☎︎ ❤️',
    '👨‍👩‍👧 🇩🇪 👍🏽 1️⃣',
    '𝐀 ∑ √ ≠',
    'e\u{301} n\u{308}',
    '☐ ☑ ✓ ★ →',
  ],
];
const SHAPES = [
  '<rect width="20" height="20" fill="url(#l)"/>',
  '<g opacity=".5"><circle cx="20" cy="9" r="8"/><text y="20">in svg</text></g>',
  '<rect width="40" height="30" fill="url(#p)" stroke="red" stroke-dasharray="3 1"/>',
  '<g mask="url(#m)"><rect width="50" height="20" fill="blue"/></g>',
  '<path d="M0 0 L30 30 Q 40 0 50 20 Z" fill-rule="evenodd" filter="url(#f)"/>',
  '<text x="4" y="12" fill="url(#l)" stroke="#888">text</text>',
  `<image href="${PIXEL}" width="9" height="9" opacity=".5"/>`,
  '<g style="mix-blend-mode: screen"><use href="#u" x="9"/></g>',
];
const DEFINITIONS =
  '<defs><linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="4" height="5" fill="red"/><text font-size="4" y="8">p</text></pattern><mask id="m"><rect width="30" height="30" fill="#888"/><text y="9">m</text></mask><filter id="f"><feGaussianBlur stdDeviation="1"/></filter><circle id="u" r="7" fill="gold"/></defs>';

function generated(seed: number): string {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const times = (most: number, make: () => string): string => Array.from({ length: 1 + random(most) }, make).join(' ');
  const style = (): string => `style='${times(2, () => `${pick(STYLES)};`).replaceAll("'", '&#39;')}'`;
  const inline = (depth: number): string => {
    const kind = depth > 2 ? 0 : random(6);
    if (kind === 1) return `<span ${style()}>${inline(depth + 1)}</span>`;
    if (kind === 2) return `<b>${pick(TEXTS)}</b> <i ${style()}>it</i>`;
    if (kind === 3) return `<img alt="${pick(['', 'dot'])}" width="12" height="9" src="${PIXEL}" ${style()}>`;
    if (kind === 4)
      return `<svg ${pick(['role="img" aria-label="drawing"', ''])} width="60" height="40">${DEFINITIONS}${times(3, () => pick(SHAPES))}</svg>`;
    return pick(TEXTS);
  };
  const block = (depth: number): string => {
    const kind = depth > 3 ? 0 : random(4);
    if (kind === 1) return `<div ${style()}>${times(3, () => block(depth + 1))}</div>`;
    if (kind === 2) return `<ul ${style()}><li>${inline(0)}</li><li ${style()}>${block(depth + 1)}</li></ul>`;
    return `<p ${style()}>${times(3, () => inline(0))}</p>`;
  };
  return `<!doctype html><html lang="en"><title>t</title><h1 ${style()}>Head</h1>${times(16, () => block(0))}</html>`;
}

const LEVELS: readonly [Conformance[], Flavour[]][] = [
  [['pdf/a-2b'], ['2b']],
  [
    ['pdf/a-3a', 'pdf/ua-1'],
    ['3a', 'ua1'],
  ],
];

describe('Documents of all that can be drawn', () => {
  const page = testPage();

  it(`conform to PDF/A and PDF/UA, and look the same: ${DOCUMENTS} of them`, async function () {
    this.timeout(300_000 + DOCUMENTS * 10_000);
    const info = { title: 't', createdAt: new Date(0) };
    const seeds = Array.from({ length: DOCUMENTS }, (_, index) => FIRST + index);
    const isJudged = await areJudgesHere('veraPdf');
    for (const [levels, flavours] of LEVELS) {
      const pdfs = new Map<string, Buffer>();
      for (const seed of seeds) {
        const settings = printSettings({ pageSize: 'A5', orientation: 'portrait', tagged: wantsTags(levels) });
        const run = (printer: Printer) => printer.print(generated(seed), settings);
        const printed = (await page.work({ images: NO_IMAGES, run })).result;
        const pdf = finishPdf(printed, { language: 'en', conform: new Conforming(levels, info) });
        const [before, after] = [pdfPictures(printed, DPI), pdfPictures(pdf, DPI)];
        expect(before.equals(after), `document ${seed} looks the same`).to.equal(true);
        pdfs.set(`document ${seed}`, pdf);
      }
      if (isJudged) for (const flavour of flavours) expect(await faultsOf(pdfs, flavour)).to.deep.equal({});
    }
    if (!isJudged) this.skip();
  });
});
