import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MAX_CHECKED_PER_PAGE, PagePart, type PageValues } from './page-part.js';

const LIKELY: PageValues[] = [
  { page: 1, pages: 50 },
  { page: 50, pages: 50 },
];

function partOf(
  html: string,
  { likely = LIKELY, data = {} as Record<string, string>, hasRunning = false, blocks = 1 } = {},
) {
  const part = new PagePart(html, 'header_html', { data, hasRunning, blocks, parts: 1, checked: 0 }, likely);
  return { part, checked: part.check({ language: undefined, resources: {} }) };
}

const onPage = (html: string, page: number, pages: number): string => partOf(html).part.on({ page, pages });

function errorOf(run: () => unknown): ServiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return expect.fail('it was accepted');
}

const SVG = 'data:image/svg+xml,x';

/** Headers that are rejected on page 5 of 5 and print no text on page 1 of 1. */
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
    it(`are checked as they will be printed: ${what}`, () => {
      const { part } = partOf(html);
      expect(part.on({ page: 1, pages: 1 })).to.include('\\');
      expect(part.isKnownOn({ page: 1, pages: 1 })).to.equal(true);
      expect(part.on({ page: 5, pages: 5 })).not.to.match(/svg\+xml|example/);
      expect(part.isKnownOn({ page: 5, pages: 5 })).to.equal(false);
      const known = partOf(html, { likely: [{ page: 5, pages: 5 }] });
      expect(known.part.isKnownOn({ page: 5, pages: 5 })).to.equal(true);
      expect(known.checked.reports.addresses).to.have.lengthOf(1);
    });
  }

  it('make no tag of a name that they are part of', () => {
    expect(onPage('<[[page]]img src=x>x', 5, 5)).not.to.include('<5');
    expect(onPage('<p [[page]]="x" style[[page]]="y">x</p>', 5, 5)).to.equal('<p 5="x" style5="y">x</p>');
    expect(onPage('&#[[page]]; &lt;[[page]]', 60, 60)).to.match(/^(?:&amp;#60;|&#60;|&lt;) &lt;60$/);
    expect(onPage('<!--[[page]]--><title>[[page]]</title><textarea>[[pages]]</textarea>', 3, 4)).to.equal(
      '<title>3</title><textarea>4</textarea>',
    );
  });

  it('may be in widths, classes, links and sheets', () => {
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

  for (const [template, printed] of [
    ['[[page | plus: 1]]', '4'],
    ['[[a | plus: pages]]', '8'],
    ['[[page | roman]]', 'III'],
    ['[[#if page == 3]]x[[/if]]', 'x'],
    ['[[#if page < pages]]x[[else]]y[[/if]]', 'x'],
    ['[[#page]][[. | plus: 2]][[/page]]', '5'],
    ['[[let n = page]][[n | times: 2]]', '6'],
    ['[["n" | append: page | upcase]]', 'N3'],
    ['[[#each list]][[../page | plus: .]],[[/each]]', '4,5,'],
    ['[[@root.page | plus: 1]]', '4'],
    ['[[#each .]][[#if @key == "page"]][[. | plus: 1]][[/if]][[/each]]', '4'],
    ['[[page.size]]', ''],
    ['[[page]] of [[pages]][[#each list]][[. | times: 2]][[/each]]', '3 of 724'],
  ] as const)
    it(`are computed with: ${template}`, () => {
      const data = { a: 1, list: [1, 2] } as unknown as Record<string, string>;
      expect(partOf(template, { data }).part.on({ page: 3, pages: 7 })).to.equal(printed);
    });

  it('are filled once for all pages where they are only in texts', () => {
    expect(partOf('[[page]] of [[pages]] [[#items]][[. | upcase]][[/items]]').part.isPlain).to.equal(true);
    for (const html of ['[[page | plus: 1]]', '<p class="[[page]]">', '[[#if pages]]x[[/if]]'])
      expect(partOf(html).part.isPlain, html).to.equal(false);
  });

  it('may be invalid for a filter on a page that does not exist, but not on all', () => {
    const { part } = partOf('[[pages | minus: page | roman]]');
    expect(part.on({ page: 1, pages: 3 })).to.equal('II');
    expect(errorOf(() => part.on({ page: 3, pages: 3 })).code).to.equal('template_invalid');
    expect(errorOf(() => partOf('[[page | roman: "loud"]]')).message).to.include('`header_html`');
  });

  it('may not be computed with in a header that would take long to check for every page', () => {
    const html = `<p class="[[page]]">${'word '.repeat(MAX_CHECKED_PER_PAGE / 5 / 10)}</p>`;
    const { part } = partOf(html);
    expect(
      errorOf(() => {
        for (let page = 1; page <= 10; page++) part.on({ page, pages: 10 });
      }).code,
    ).to.equal('document_too_complex');
    const plain = partOf(html.replace(' class="[[page]]">', '>[[page]]')).part;
    for (let page = 1; page <= 10; page++) plain.on({ page, pages: 10 });
    const long = partOf(html, { blocks: 2 }).part;
    for (let page = 1; page <= 10; page++) long.on({ page, pages: 10 });
  });

  it('do not multiply the work of a template', () => {
    const list = Array.from({ length: 10_000 }, () => 1) as unknown as string;
    const loop = '[[#each list]][[#each @root.list]]x[[/each]][[/each]]';
    expect(errorOf(() => partOf(`[[page | plus: 1]]${loop}`, { data: { list } })).message).to.include('100000 steps');
  });
});

describe('Texts that run in a header', () => {
  const hostile = '</style><img src=x onerror=y>[[page]]"\'\\7 url(x)';
  const on = (html: string): string =>
    partOf(html, {
      likely: [{ page: 1, pages: 1, running: { chapter: { first: hostile, last: hostile } } }],
      hasRunning: true,
    }).part.on({
      page: 1,
      pages: 1,
      running: { chapter: { first: hostile, last: hostile } },
    });

  it('are escaped as any value is', () => {
    expect(on('<p>[[running.chapter]]</p>')).to.equal(
      '<p>&lt;/style&gt;&lt;img src=x onerror=y&gt;[[page]]"\'\\7 url(x)</p>',
    );
    expect(on('<style>p::after { content: "[[running.chapter]]" }</style>')).not.to.match(/<img|url\(x/);
    expect(on('<p title="[[running.chapter]]">x</p>')).to.match(/^<p title="[^"]*">x<\/p>$/);
    expect(on('[[running.chapter | upcase | size]]')).to.equal(String(hostile.length));
  });
});
