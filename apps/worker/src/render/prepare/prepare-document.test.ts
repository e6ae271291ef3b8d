import type { RenderJob } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { requestedPage } from '../paper/paper.js';
import { prepareDocument } from './prepare-document.js';

const LENGTH = 60_000;
/** Of the processor. A search in a search takes some hundred times as long; each of these takes a tenth of it or less. */
const MOST_MS = 3_000;

const many = (text: string): string => text.repeat(Math.ceil(LENGTH / text.length));

/** Texts that could make a parser search for a missing end, again from each position. */
const LONG_TEXTS: Record<string, Partial<RenderJob>> = {};
for (const text of ['<', '<a', '</a', '<!--', '<![CDATA[', '&', '&amp;', ' ', '<b>', '<p ', '<table>'])
  LONG_TEXTS[`HTML: ${text}`] = { html: `<p>${many(text)}` };
for (const text of ['[[', '[[a', '[[a]]', '[[#a]]', '[[/a]]', '[[page-of:#a]]', '{{', '{{a}}', '<%', '${', '{%'])
  LONG_TEXTS[`template: ${text}`] = { html: `<p>${many(text)}`, data: { a: 1 } };
for (const text of ['(', '"', '\\"', 'not ', 'a.', ' | upper', '1', ' ', 'a + '])
  LONG_TEXTS[`expression: ${text}`] = { html: `[[a ${many(text)}]]` };
for (const text of ['}', 'a{', '/*', '<!--', '@media ', '@import ', '@page ', 'a,', 'p[', 'p:is(', 'p{--a:var(--a,'])
  LONG_TEXTS[`CSS: ${text}`] = { css: `${many(text)}{ color: red }` };
for (const text of ['<', ' <', '(', '/*', '\\22 ', ' ', 'url(', 'a,', '[', 'a '])
  LONG_TEXTS[`CSS value: ${text}`] = { css: `p::after { content: "${many(text)}"; font-family: ${many(text)} }` };
for (const [name, value] of [
  ['src', many('1.')],
  ['src', `data:${many(';')}`],
  ['src', `data:image/svg+xml,${many('<')}`],
  ['srcset', many('a ')],
  ['srcset', `a.png ${many('1')}ax`],
  ['style', many('(')],
  ['style', `content: '${many('\\')}`],
  ['style', `background: ${many('url(')}`],
  ['style', `font: ${many('a ')}`],
  ['class', many('a ')],
  ['lang', many('a-')],
  ['href', `#${many('%')}`],
  ['data-toc', many('h1 ')],
  ['data-running', many('a')],
  ['data-footnote', many(' ')],
  ['title', many(' data-footnote')],
] as const)
  LONG_TEXTS[`${name}: ${value.slice(0, 12)}`] = { html: `<nav ${name}="${value}">x</nav><img ${name}="${value}">` };

describe('A document is prepared in a time that grows with its length, where it repeats', () => {
  for (const [name, texts] of Object.entries(LONG_TEXTS)) {
    it(name, () => {
      const before = process.cpuUsage();
      try {
        const job = { requestId: 'test', html: '<p>x', orientation: 'portrait' as const, ...texts };
        prepareDocument(job, () => undefined).html({ top: 0, right: 0, bottom: 0, left: 0 });
      } catch (error) {
        expect(error).to.have.property('name', 'ServiceError');
      }
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).to.be.below(MOST_MS);
    });
  }
});

describe('What the service adds to a document', () => {
  it('is in its head, which may have any attributes', () => {
    for (const html of [
      '<html =x=""><p>x',
      '<html ==x><p>x',
      '<html a\u00a0b="c"><p>x',
      '<html a"b=\'"\'><p>x',
      '<!doctype html><html lang="en"><head profile="a" =x=""><p>x',
    ]) {
      const job: RenderJob = { requestId: 'test', html, orientation: 'portrait', filename: 'named.pdf' };
      const printed = prepareDocument(job, () => undefined).html({ top: 0, right: 0, bottom: 0, left: 0 });
      expect(printed, html).to.match(/<head[^>]*><title>named<\/title>/);
    }
  });
});

describe('The page settings of a request', () => {
  it('are the same each time, so that a checked style sheet and the style of headers are used again', () => {
    const html = '<link rel="stylesheet" href="a.css"><p>x';
    const files = { 'a.css': '@page { size: 80mm auto; margin: 2cm }' };
    const job: RenderJob = { requestId: 'test', html, files, orientation: 'portrait', headerHtml: 'x' };
    expect(requestedPage(job)).to.deep.equal(requestedPage({ ...job }));
    const [one, other] = [job, { ...job }].map((each) => prepareDocument(each, () => undefined));
    expect(one?.ownMarginsPage?.('')).to.be.a('string').and.equal(other?.ownMarginsPage?.(''));
  });
});

describe('Marks of emphasis', () => {
  it('are looked for in documents whose styles have some', () => {
    const has = (texts: Partial<RenderJob>): boolean =>
      prepareDocument({ requestId: 'test', html: '<p>x', orientation: 'portrait', ...texts }, () => undefined).structure
        .hasEmphasis;
    const css = 'em { TEXT-EMPHASIS: dot }';
    for (const texts of [
      { css },
      { html: `<style>${css}</style>` },
      { html: '<p style="-webkit-text-emphasis-style: dot">x' },
      { html: '<link rel="stylesheet" href="a.css">', files: { 'a.css': '@import "b.css"', 'b.css': css } },
    ])
      expect(has(texts), JSON.stringify(texts)).to.equal(true);
    expect(has({ css: 'em { color: red }' })).to.equal(false);
  });
});

describe('The margins of the document’s own', () => {
  const hasOwn = (job: Partial<RenderJob>): boolean => {
    const whole: RenderJob = { requestId: 'test', html: 'x', orientation: 'portrait', ...job };
    return prepareDocument(whole, () => undefined).ownMarginsPage !== undefined;
  };
  const css = '@page { margin: 2cm }';

  it('are read only where a header takes their place', () => {
    expect(hasOwn({ css, headerHtml: 'h' })).to.equal(true);
    expect(hasOwn({ css })).to.equal(false);
    expect(hasOwn({ css, headerHtml: 'h', margin: { top: 1 } })).to.equal(false);
    expect(hasOwn({ css: '@page { size: A5 } @page :first { margin: 0 }', headerHtml: 'h' })).to.equal(false);
  });
});
