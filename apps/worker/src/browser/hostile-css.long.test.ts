import { checkDocument } from '@toolpress/document';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { sheet, startTestRenderer, type TestRenderer } from '../testing/chromium.js';

/** Values that load `https://w.example/` in some spelling, in this browser or in one to come. */
const VALUES = [
  'url(https://w.example/)',
  'url( "https://w.example/" )',
  'u\\72l(https://w.example/)',
  '\\75 rl(https\\3a //w.example/)',
  'url(https://w.example/x\\)y)',
  'url("https://w.example/\\\nx")',
  'url("https://w.example/" crossorigin(anonymous))',
  'url(/**/"https://w.example/")',
  'url(https://w.example/',
  'url("https://w.example/',
  'src("https://w.example/")',
  'src(var(--text))',
  'url(var(--text))',
  'image("https://w.example/", red)',
  'image-set("https://w.example/" 1x)',
  'image\\-set("https://w.example/" 1x)',
  'image-set(type("image/png") "https://w.example/" 1x)',
  'image-set(url(https://w.example/) 1x, "https://w.example/" 2x)',
  '-webkit-image-set(calc(1) "https://w.example/" 1x)',
  'image-set("#" 1x, "" 2x, "https://w.example/" 3x)',
  'image-set(var(--text) 1x)',
  'image-set(--text() 1x)',
  'image-set(inherit(--text) 1x)',
  'image-set(attr(title) 1x)',
  'image-set(attr(title type(<string>)) 1x)',
  'image-set(if(style(--text): var(--text); else: "https://w.example/") 1x)',
  'cross-fade(url(https://w.example/), "https://w.example/", 50%)',
  '-webkit-cross-fade(url(https://w.example/), image-set(var(--text) 1x), .5)',
  'attr(title type(<url>))',
  'attr(title type(*))',
  'attr(title, url(https://w.example/))',
  'var(--image)',
  'var(--set)',
  'image-set(var(--choice))',
  'var(--none, url(https://w.example/))',
  'env(none, url(https://w.example/))',
  'if(style(--none): none; else: url(https://w.example/))',
  'light-dark(url(https://w.example/), image-set("https://w.example/" 1x))',
  '--image()',
  'url(#a), url("https://w.example/")',
  'none; @font-face { src: url(https://w.example/); @font-face {} font-family: Zz } font-family: Zz',
];

/** `VALUE` is where the value stands. */
const RULES = [
  'p { background: VALUE }',
  'p { content: VALUE }',
  'p { mask-image: VALUE }',
  'p { border: 1px solid; border-image-source: VALUE }',
  'p { display: list-item; list-style-image: VALUE }',
  'p { display: list-item } p::marker { content: VALUE }',
  'p { clip-path: VALUE; filter: VALUE }',
  'p { --x: VALUE; background: var(--x) }',
  'p { cursor: VALUE, auto; background: VALUE }',
  'rect { fill: VALUE; marker: VALUE }',
  '@page { background: VALUE; @top-left { content: VALUE } }',
  '@media print { @layer x { p { &::before { content: VALUE } } } }',
  '@property --y { syntax: "*"; inherits: true; initial-value: VALUE } p { background: var(--y) }',
  '@font-face { font-family: Zz; src: VALUE } p { font-family: Zz }',
  '@font-face { src: VALUE; @font-face { font-family: Inter } font-family: Zz } p { font-family: Zz }',
  '@keyframes k { from { background: VALUE } } p { animation: k 1s infinite }',
];

const KNOWN = `<style>:root { --text: "https://w.example/"; --image: url(https://w.example/);
--set: image-set("https://w.example/" 1x); --choice: "https://w.example/" 1x }
@function --text() { result: "https://w.example/" } @function --image() { result: url(https://w.example/) }</style>`;
/** They wait for each other: a page that does nothing for a moment cleans its memory, which takes longer than printing. */
const ALL_LIMIT_MS = 120_000;
const BODY = '<p title="https://w.example/">x</p><svg><rect width="9" height="9"/></svg>';

describe('CSS made to load something', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer();
  });
  after(() => renderer.close());

  for (const rule of RULES) {
    it(`asks for addresses that lead nowhere, and for nothing else: ${rule}`, async () => {
      const printed = VALUES.map(async (value) => {
        const html = `${KNOWN}<style>${rule.replaceAll('VALUE', () => value)}</style>${BODY}`;
        const checked = checkDocument({ html });
        expect(checked.html.replace(BODY, ''), value).not.to.match(/url\(\s*["']?https:\/\/w\.example/i);
        const work = { ...sheet(checked.html), deadAddresses: checked.reports.addresses };
        const outcome = await renderer.print(work, ALL_LIMIT_MS).catch((error: unknown) => error);
        expect(outcome, value).to.be.instanceOf(Buffer);
      });
      await Promise.all(printed);
    });
  }
});
