import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkFragment, MAX_NUMBERED_CHARACTERS } from './check-fragment.js';
import { FilledText, templateFor } from './index.js';
import { PageNumbers } from './page-numbers.js';

/** A header with its tags filled, as it stands on one page. */
function onPage(html: string, page: number, pages: number): string {
  const numbers = new PageNumbers();
  const text = new FilledText(templateFor(html, 'header_html'), numbers.fillWith({}));
  return checkFragment(text, 'header_html', { numbers }).on(page, pages);
}

function errorOf(html: string, page: number, pages: number): ServiceError {
  try {
    onPage(html, page, pages);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return expect.fail(`${html} was accepted`);
}

const SVG = 'data:image/svg+xml,x';

/** What has to be refused on page 5 of 5 and is nothing on page 1 of 1. */
const HIDDEN = {
  'an escape in a sheet': `<style>p { background: \\7[[pages]]rl("${SVG}") }</style>`,
  'an escape of the page': `<style>p { background: \\7[[page]]rl(${SVG}) }</style>`,
  'an escape with zeros': `<style>p { background: \\00007[[pages]]rl(${SVG}) }</style>`,
  'an escape in a style attribute': `<p style='background: \\7[[pages]]rl("${SVG}")'>x</p>`,
  'an escape in a drawing’s sheet': `<svg><style>rect { fill: \\7[[pages]]rl("https://example.com/") }</style></svg>`,
  'an escape in a drawing’s attribute': `<svg><rect fill="\\7[[pages]]rl(https://example.com/)"/></svg>`,
} as const;

describe('The numbers of pages in a header or footer', () => {
  for (const [what, html] of Object.entries(HIDDEN)) {
    it(`are checked as they will stand: ${what}`, () => {
      expect(onPage(html, 1, 1)).to.include('\\');
      const { code, message } = errorOf(html, 5, 5);
      expect(code).to.equal('content_forbidden');
      expect(message).to.include('`url()` in').and.include('in header_html where `[[page]]` is 5 and `[[pages]]` is 5');
    });
  }

  it('make no tag of a name that they are part of', () => {
    expect(onPage('<[[page]]img src=x>x', 5, 5)).not.to.include('<5');
    expect(onPage('<p [[page]]="x" style[[page]]="y">x</p>', 5, 5)).to.equal('<p 5="x" style5="y">x</p>');
    expect(onPage('&#[[page]]; &lt;[[page]]', 60, 60)).to.equal('&amp;#60; &lt;60');
    expect(onPage('<!--[[page]]--><title>[[page]]</title><textarea>[[pages]]</textarea>', 3, 4)).to.equal(
      '<title>3</title><textarea>4</textarea>',
    );
  });

  it('may stand in widths, classes, links and sheets', () => {
    for (const [html, expected] of [
      ['<p style="width: calc(100% * [[page]] / [[pages]])">x</p>', '<p style="width: calc(100% * 3 / 7)">x</p>'],
      ['<p class="p[[page]]">[[page]]</p>', '<p class="p3">3</p>'],
      ['<a href="https://example.com/?page=[[page]]">x</a>', '<a href="https://example.com/?page=3">x</a>'],
      ['<style>p { left: [[page]]mm }</style><p>of [[pages]]</p>', '<style>p { left: 3mm }</style><p>of 7</p>'],
      [
        '<svg><rect width="[[page]]" fill="url(#g[[pages]])"></rect></svg>',
        '<svg><rect width="3" fill="url(#g7)"></rect></svg>',
      ],
    ] as const) {
      expect(onPage(html, 3, 7)).to.equal(expected);
    }
  });

  it('may not stand outside of texts in a header that would take long to check for every page', () => {
    const numbers = new PageNumbers();
    const html = `<p class="[[page]]">${'word '.repeat(MAX_NUMBERED_CHARACTERS / 5 / 10)}</p>`;
    const text = new FilledText(templateFor(html, 'footer_html'), numbers.fillWith({}));
    const { on } = checkFragment(text, 'footer_html', { numbers });
    expect(() => {
      for (let page = 1; page <= 10; page++) on(page, 10);
    })
      .to.throw(ServiceError)
      .with.property('code', 'document_too_complex');
    const inTexts = new FilledText(templateFor(html.replace(' class="[[page]]"', ''), 'footer_html'), {});
    const plain = checkFragment(inTexts, 'footer_html', { numbers });
    for (let page = 1; page <= 10; page++) plain.on(page, 10);
  });
});
