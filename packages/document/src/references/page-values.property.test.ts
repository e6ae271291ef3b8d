/** No template can contain the mark of a page number, and no number changes anything but the text in its place. */

import { ServiceError } from '@toolpress/contract';
import { compileTemplate, FILTER_NAMES, FilledText, Formats, filterNamed, PageMarks } from '@toolpress/template';
import { caseCount } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { parseHtml, serializeHtml } from '../html.js';
import { PagePart } from '../page-part.js';
import { chance } from '../policy/testing/mutations.js';

/** Templates to try; 200,000 take some five minutes. */
const COUNT = Number(process.env['PAGE_VALUE_TEMPLATES'] ?? caseCount(400, 1_000));

const DATA = {
  list: ['a', 'b', { id: 'zz', n: 3 }],
  text: 'A{m}B',
  number: 7,
  object: { a: 1, b: [2] },
  ids: [{ id: 'zz' }, { id: 'yy' }],
};

const formats = (): Formats =>
  new Formats({ locale: 'en', translations: { en: { 'A{m}B': 'x{m}y', one: { one: '{m}', other: '{m}{n}' } } } });

/** Makes templates of everything that the language has, around the numbers of pages. */
class Templates {
  private readonly numbers;

  /** @param page tags that have the numbers of pages as values. */
  constructor(
    seed: number,
    private readonly page: readonly string[],
  ) {
    this.numbers = chance(seed);
  }

  private below(bound: number): number {
    return this.numbers.next().value % bound;
  }

  private pick(items: readonly string[]): string {
    return items[this.below(items.length)] ?? '';
  }

  private value(): string {
    if (this.below(2) === 0) return this.pick([...this.page, 'm', 'm']);
    return this.pick([
      'text',
      'number',
      'list',
      'object',
      '"zz"',
      '"A{m}B"',
      '"</style>"',
      '1',
      '""',
      'ids',
      '.',
      '@root',
      'nothing',
    ]);
  }

  private filter(): string {
    const name = this.pick(FILTER_NAMES);
    const { takes = [], named = [] } = filterNamed(name) ?? {};
    const given = takes.slice(0, this.below(takes.length + 1)).map(() => this.argument());
    const names = named === 'any' ? ['m', 'n'] : named;
    if (names.length > 0 && this.below(2) === 0) given.push(`${this.pick(names)}: ${this.argument()}`);
    return given.length === 0 ? name : `${name}: ${given.join(', ')}`;
  }

  /** Paths and constants: filters take no others. */
  private argument(): string {
    return this.pick([
      'm',
      'k',
      'list',
      'number',
      'text',
      '"zz"',
      '""',
      '" "',
      '1',
      '0',
      '2',
      '"upper"',
      '"m"',
      '"id"',
    ]);
  }

  private chain(): string {
    const filters = Array.from({ length: [0, 0, 1, 1, 2, 4][this.below(6)] ?? 0 }, () => ` | ${this.filter()}`);
    return `${this.value()}${filters.join('')}`;
  }

  private tag(): string {
    switch (this.below(9)) {
      case 0:
        return `[[&${this.chain()}]]`;
      case 1:
        return `[[#if ${this.value()} ${this.pick(['==', '<', 'contains', 'and', '!='])} ${this.value()}]]${this.tag()}[[/if]]`;
      case 2:
        return `[[#each ${this.chain()}]]${this.tag()}[[@index]][[/each]]`;
      case 3:
        return '[[let k = "zz"]][[#m]][[.]][[&.]][[/m]][[^m]]x[[/m]]';
      case 4:
        return `[[let m = ${this.chain()}]]${this.tag()}`;
      case 5:
        return `[[list[${this.pick(['m', 'k', '0'])}]]]`;
      case 6:
        return `[[#each (1..${this.pick(['m', '3', 'number'])})]]x[[/each]]`;
      default:
        return `[[${this.chain()}]]`;
    }
  }

  /** Where a text that changes after the check would do harm. */
  private around(tag: string): string {
    return this.pick([
      `<p>${tag}</p>`,
      `<p title="${tag}">x</p>`,
      `<p title=${tag}>x</p>`,
      `<p style="--x: ${tag}; color: ${tag}">x</p>`,
      `<style>a{}</sty${tag}le><meta name="color-scheme" content="dark"><style>b{}</style>`,
      `<${tag}b>x</${tag}b>`,
      `<if${tag}rame src=x></if${tag}rame>`,
      `<!-- ${tag} --${tag}>`,
      `<script>${tag}</script>`,
      `<title>${tag}</title>`,
      `<table>${tag}<tr><td>${tag}</table>`,
      `<pre>${tag}\nx</pre><textarea>${tag}\n</textarea>`,
      `<svg><text>${tag}</text><title>${tag}</title><style>${tag}</style></svg>`,
      `<h1 data-running="r">${tag}</h1><nav data-toc>${tag}</nav>`,
      `<img src="https://a.example/${tag}.png"><a href="#${tag}">x</a>`,
      `&am${tag};&#${tag};&#x${tag};&l${tag}t;`,
      `<p>u${tag}rl(x)</p><style>p::after { content: target-counter("#zz", page) "${tag}" }</style>`,
    ]);
  }

  next(): string {
    const parts = Array.from({ length: 1 + this.below(2) }, () => this.around(`${this.tag()}${this.tag()}`));
    return `[[let m = ${this.pick(this.page)}]]<i id=zz>z</i><i id=yy>y</i>${parts.join('')}`;
  }
}

/** What stays the same whatever the numbers are. */
const skeleton = (html: string): string =>
  html.replace(/(?<= data-(?:page|toolpress-[\w-]+)=")[^"]*/g, '').replace(/>[^<]*/g, '>');

/** @returns undefined for a template that is refused. Any other error is the test's failure. */
function unlessRefused<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
}

describe('Page numbers in templates', function () {
  this.timeout(1_800_000);

  it('change only the text in their places, with any filters', () => {
    const templates = new Templates(5, ['"zz" | page_of', '"yy" | page_of: "lower-roman"', 'ids[0].id | page_of']);
    let [printed, numbered] = [0, 0];
    for (let made = 0; made < COUNT; made++) {
      const template = templates.next();
      const marks = new PageMarks('elements');
      const checked = unlessRefused(() =>
        checkDocument({ html: new FilledText(compileTemplate(template), DATA, { formats: formats(), marks }), marks }),
      );
      if (checked === undefined) continue;
      printed += 1;
      if (checked.references.numbered.length > 0) numbered += 1;
      const texts = [
        new Map([
          ['zz', 3],
          ['yy', 1],
        ]),
        new Map([
          ['zz', 88],
          ['yy', 47],
        ]),
        new Map<string, number>(),
      ].map(checked.numbered);
      for (const html of texts) {
        expect(marks.numbersIn(html), template).to.deep.equal([]);
        expect(html, template).not.to.match(/k[0-9a-f]{24}/);
        expect(skeleton(html), template).to.equal(skeleton(texts[0] ?? ''));
      }
      // Required numbers are never empty when they are printed.
      for (const html of texts.slice(0, 2)) expect(serializeHtml(parseHtml(html, 'document')), template).to.equal(html);
      // Contents would be filled once more.
      const again = checkDocument({ html: (texts[0] ?? '').replaceAll('data-toc', 'data-x') });
      expect(again.html.replaceAll('data-x', 'data-toc'), template).to.equal(texts[0]);
      expect(again.reports.lacksContent, template).to.equal(checked.reports.lacksContent && again.reports.lacksContent);
    }
    expect(printed).to.be.above(COUNT / 20);
    expect(numbered).to.be.above(COUNT / 60);
  });

  for (const field of ['header_html', 'footer_html', 'watermark_html'] as const)
    it(`change nothing of a checked ${field} but the text in their places`, () => {
      const templates = new Templates(7, ['page', 'pages', 'running.r', 'pages | minus: page']);
      let plain = 0;
      for (let made = 0; made < COUNT / 5; made++) {
        const template = templates.next();
        const filling = { data: DATA, hasRunning: true, parts: 1, checked: 0, formats: formats() };
        const pages = [3, 49].map((page) => ({
          page,
          pages: 50,
          running: { r: { first: '</style><script>', last: '' } },
        }));
        const part = unlessRefused(() => new PagePart(template, field, filling, pages));
        const checked = part && unlessRefused(() => part.check({ language: 'en', resources: {} }));
        if (part === undefined || checked === undefined) continue;
        const texts = pages.flatMap((page) => unlessRefused(() => part.on(page)) ?? []);
        for (const html of texts) expect(html, template).not.to.match(/k[0-9a-f]{24}/);
        if (!part.isPlain) continue;
        plain += 1;
        expect(skeleton(texts[1] ?? ''), template).to.equal(skeleton(texts[0] ?? ''));
      }
      expect(plain).to.be.above(0);
    });
});
