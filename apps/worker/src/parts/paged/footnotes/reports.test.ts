/** Footnotes in an ordinary report: a cover, contents, pages of another size with a table. */
import type { PdfWord } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bottomsOf, NumberedText, printNoted } from '../../../testing/noted.js';
import { testPage } from '../../../testing/page.js';

interface Variant {
  size?: string;
  css?: string;
  /** The texts of a table's head and of the first paragraph on its page. */
  inHead?: boolean;
  inFirst?: boolean;
  /** Between the table and the last chapter. */
  more?: (text: NumberedText) => string;
  pages: number;
}

const CSS = `@page { size: A5; margin: 15mm } @page wide { size: A5 landscape; margin: 12mm } .wide { page: wide }
  body { font: 10pt/1.4 serif } table { width: 100%; border-collapse: collapse } td, th { border: 1px solid; padding: 3px }
  .cover { height: 100mm; break-after: page } nav { break-after: page }`;

function report(
  text: NumberedText,
  { size = 'A5 landscape', css = '', inHead = false, inFirst = false, more }: Variant,
): string {
  const rows = Array.from(
    { length: 30 },
    (_, row) => `<tr><td>${text.text(1)}${row === 14 ? ` ${text.note(1)}` : ''}<td>${row}`,
  );
  const paragraphs = (count: number): string => Array.from({ length: count }, () => text.paragraph(100, 1)).join('');
  return `<!DOCTYPE html><html lang="en"><style>${CSS.replace('A5 landscape', size)} ${css}</style>
    <section class="cover"><h1>${text.text(2)}</h1><p>${text.note(1)}</section>
    <nav><h2>Contents</h2><ul><li>One<li>Two</ul></nav>
    <h2>One</h2>${paragraphs(5)}
    <div class="wide"><h2>Table</h2>${inFirst ? text.paragraph(20, 1) : ''}
      <table><thead><tr><th>${inHead ? text.note(1) : 'Region'}<th>2025</thead><tbody>${rows.join('')}</table></div>
    <h2>Two</h2>${more?.(text) ?? ''}${paragraphs(4)}</html>`;
}

const VARIANTS: Record<string, Variant> = {
  'a note in the first paragraph of a page of another size': { inFirst: true, pages: 9 },
  'a note in a head that is repeated on each page': { inHead: true, pages: 9 },
  'notes in both': { inHead: true, inFirst: true, pages: 9 },
  'pages of another format': { size: 'A4 landscape', inHead: true, inFirst: true, pages: 8 },
  'pages of a smaller format': { size: '148mm 105mm', inHead: true, inFirst: true, pages: 10 },
  'a cover on a page without margins': {
    css: '@page cover { margin: 0 } .cover { page: cover; height: 190mm }',
    pages: 8,
  },
  'a cover on a page with wider margins': { css: '@page cover { margin: 40mm } .cover { page: cover }', pages: 8 },
  'a cover, and a name for all other pages': {
    css: '@page cover { margin: 0 } @page text { margin: 15mm } body { page: text } .cover { page: cover; height: 190mm }',
    pages: 8,
  },
  'names for all that stands in the body': {
    css: '@page cover { margin: 0 } @page text { margin: 15mm } body > :not(.wide) { page: text } body > .cover { page: cover; height: 190mm }',
    pages: 8,
  },
  'a note in a blockquote': { more: (text) => `<blockquote>${text.paragraph(30, 3)}</blockquote>`, pages: 8 },
  'a note in a list item': { more: (text) => `<ul><li>a<li>${text.note(1)}<li>b</ul>`, pages: 8 },
  'a note in a caption': {
    more: (text) =>
      `<figure><div style="height: 60mm; background: #ccc"></div><figcaption>${text.note(2)}</figcaption></figure>`,
    pages: 8,
  },
  'notes in the cells of a long table': {
    more: (text) => {
      const rows = Array.from({ length: 60 }, (_, row) => `<tr><td>${row % 9 === 4 ? text.note(2) : text.text(1)}`);
      return `<table><thead><tr><th>${text.text(1)}</thead>${rows.join('')}</table>`;
    },
    pages: 10,
  },
};

/** A cover on a page with separate margins; sections of a heading, a box that stays with what follows, and a text. */
function book(text: NumberedText, margin: string): string {
  const section = (index: number): string => `<article><h2>${text.text(1)}</h2>
    <div class="facts"><svg viewBox="0 0 1 1"></svg><table>${[1, 2, 3, 4].map(() => `<tr><td>${text.text(2)}`).join('')}</table></div>
    ${text.paragraph(90, index % 3 === 2 ? 0 : 12)}</article>`;
  return `<!DOCTYPE html><html lang="en"><style>@page { size: A5; margin: 18mm } @page cover { margin: ${margin} }
    .cover { page: cover; height: 100mm; break-after: page } body { margin: 0; font: 10pt/1.45 serif }
    p { margin: 0; text-align: justify } h2 { margin: 0 0 2mm; break-after: avoid } article { margin-top: 9mm }
    .facts { display: grid; grid-template-columns: 30mm 1fr; break-inside: avoid; break-after: avoid }</style>
    <section class="cover">${text.text(2)}</section>${Array.from({ length: 24 }, (_, index) => section(index)).join('')}</html>`;
}

/** Where words stand that are not on the cover, points. */
const placesOf = (words: readonly PdfWord[]): string[] =>
  words
    .filter(({ page }) => page > 1)
    .map(({ text, page, xMin, yMin }) => `${page} ${Math.round(xMin)} ${Math.round(yMin)} ${text}`);

describe('Footnotes of a report', () => {
  const page = testPage();

  for (const [name, margin] of Object.entries({ 'without margins': '0', 'with wider margins': '40mm' }))
    it(`are placed, like the text, as if a cover ${name} had the margins of all pages`, async () => {
      const [text, other] = [new NumberedText(), new NumberedText()];
      const { words, prints } = await printNoted(page, book(text, margin));
      const alike = await printNoted(page, book(other, '18mm'));
      text.expectIn(words);
      text.expectBelow(words);
      expect(placesOf(words)).to.deep.equal(placesOf(alike.words));
      expect(prints, 'prints').to.be.at.most(alike.prints + 1);
    });

  for (const [name, variant] of Object.entries(VARIANTS))
    it(`are on the pages that call them, and add no page: ${name}`, async () => {
      const text = new NumberedText();
      const html = report(text, variant);
      // What is in a head stands on each of its pages.
      const heads = variant.more && /<thead><tr><th>(w\d+)/.exec(html)?.[1];
      const { words, pages, prints } = await printNoted(page, html);
      text.expectIn(
        words.filter((word, at) => word.text !== heads || words.findIndex(({ text: one }) => one === heads) === at),
      );
      text.expectBelow(words);
      expect(pages, 'pages').to.equal(variant.pages);
      expect(bottomsOf(words), 'pages with something on them').to.have.length(pages);
      expect(prints, 'prints').to.be.at.most(8);
    });
});
