import { compileTemplate, FilledText } from '@toolpress/template';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import type { Accessibility, AccessibilityReport, Rendering } from './accessibility.js';
import { AccessibilityCheck, type AccessibilityOptions } from './check.js';
import { BODY } from './study.js';

const UNIVERSAL: AccessibilityOptions = { isUniversal: true, hasTitle: true, language: 'en' };

function checked(html: string, css = '', options = UNIVERSAL): { html: string; accessibility: Accessibility } {
  const { accessibility, ...document } = checkDocument({ html, css, accessibility: new AccessibilityCheck(options) });
  if (accessibility === undefined) throw new Error('was not asked for');
  return { html: document.html, accessibility };
}

const reportOf = (html: string, options = UNIVERSAL, rendering?: Rendering): AccessibilityReport =>
  checked(html, '', options).accessibility.report(rendering);

/** Returns subject and fault, without the alternative. */
const short = ({ message }: { message: string }): string => message.replace(/: .*|\.$/s, '');
const errorsOf = (html: string, options = UNIVERSAL): string[] => reportOf(html, options).errors.map(short);
const warningsOf = (html: string, options = UNIVERSAL): string[] => reportOf(html, options).warnings.map(short);

const PIXEL = 'src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"';

describe('accessibility of a document', () => {
  describe('of pictures', () => {
    for (const [what, html] of [
      ['an `img` with a text', `<img ${PIXEL} alt="Our shop">`],
      ['an `img` that decorates', `<img ${PIXEL} alt>`],
      [
        'an `img` that is named otherwise',
        `<img ${PIXEL} aria-labelledby="a"><b id="a">Shop</b><img ${PIXEL} title="Shop">`,
      ],
      ['an `img` that decorates by its role', `<img ${PIXEL} role="presentation">`],
      ['an `img` without an address', '<img><img src="">'],
      [
        'what is hidden',
        `<p hidden><img ${PIXEL}></p><p aria-hidden="true"><img ${PIXEL}></p><p style="display: none"><img ${PIXEL}>`,
      ],
      [
        'an `svg` with a name',
        '<svg role="img" aria-label="Chart"><path d="M0 0"/></svg><svg><title>Chart</title><path/></svg>',
      ],
      ['an `svg` of texts', '<svg><rect/><text>North</text></svg>'],
      ['an `svg` that decorates', '<svg aria-hidden="true"><path/></svg><svg role="none"><path/></svg>'],
      [
        'an `svg` that draws nothing',
        '<svg><defs><path id="p"/></defs><symbol><path/></symbol></svg><svg width="0"><path/></svg>',
      ],
      ['a formula', '<math><mi>x</mi></math><math alttext="x"><mspace/></math><math></math>'],
      [
        'a formula of KaTeX',
        '<span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span><span class="katex-html" aria-hidden="true">x</span></span>',
      ],
      ['an emoji with a name', '<span role="img" aria-label="a smile">☺</span>'],
    ] as const)
      it(`takes ${what}`, () => expect(errorsOf(html)).to.deep.equal([]));

    it('names each place once, with how often a loop fills it', () => {
      const template = compileTemplate(`<p>\n[[#each a]]<img ${PIXEL}>[[/each]]</p><svg><path/></svg>`);
      const html = new FilledText(template, { a: [1, 2, 3] });
      const { accessibility } = checkDocument({ html, accessibility: new AccessibilityCheck(UNIVERSAL) });
      expect(accessibility?.report().errors).to.deep.equal([
        {
          code: 'not_accessible',
          message:
            '`img` at html 2:12 (3 times) has no `alt`: describe the image, or write `alt=""` if it is decorative.',
          line: 2,
          column: 12,
        },
        {
          code: 'not_accessible',
          message:
            '`svg` at html 2:115 has no accessible name: describe the drawing in `aria-label` (or in the `title` of an `svg`), or write `aria-hidden="true"` if it is decorative.',
          line: 2,
          column: 115,
        },
      ]);
    });

    it('rejects a formula without a text alternative, with its position', () => {
      const html =
        '<math>\n<mphantom><mi>x</mi></mphantom></math>\n<span class="katex"><span class="katex-html" aria-hidden="true">x</span></span>';
      const { errors } = reportOf(html, UNIVERSAL);
      expect(errors.map(({ message, line, column }) => [message.split(': ')[0], line, column])).to.deep.equal([
        ['`math` at html 1:1 is a formula without text', 1, 1],
        ['`span` at html 3:1 is a formula without text', 3, 1],
      ]);
      expect(reportOf(html, { ...UNIVERSAL, isUniversal: false }).warnings).to.have.lengthOf(2);
    });

    it('refuses every kind that has no text', () => {
      const html = `<img ${PIXEL}><img ${PIXEL} alt=" "><input type="image" ${PIXEL}><map name="m"><area href="#a"></map><b role="img">x</b>`;
      expect(errorsOf(html).map((one) => one.split(' ', 1)[0])).to.deep.equal([
        '`img`',
        '`img`',
        '`input`',
        '`area`',
        '`b`',
      ]);
    });

    it('distinguishes an `alt` of spaces from a missing one', () =>
      expect(errorsOf(`<img ${PIXEL} alt=" ">`)).to.deep.equal(['`img` at html 1:1 has an `alt` of only spaces']));

    it('refuses links that show a picture only, whose text is empty', () => {
      expect(errorsOf(`<a href="#a"><img ${PIXEL} alt=""></a>`)).to.deep.equal([
        '`a` at html 1:1 is a link without text',
      ]);
      expect(errorsOf(`<a href="#a"><img ${PIXEL} alt="Home"></a>`)).to.deep.equal([]);
      expect(errorsOf(`<a href="#a"><img ${PIXEL} alt=""> Home</a><a href="#b"></a><a id="c"></a>`)).to.deep.equal([]);
      expect(errorsOf(`<a href="#a"><img ${PIXEL}></a>`)).to.have.length(1, 'the picture is told alone');
    });
  });

  describe('of headings', () => {
    const levels = (...list: number[]): string => list.map((level) => `<h${level}>x</h${level}>\n`).join('');

    it('takes levels in their order, from whichever they begin', () => {
      for (const list of [[1], [1, 2, 3, 2, 3, 1, 2], [2, 2, 3], [3, 4, 3]])
        expect(errorsOf(levels(...list))).to.deep.equal([]);
    });

    it('refuses one that skips a level, once', () => {
      expect(reportOf(levels(1, 3, 4, 2, 4)).errors.map(({ message }) => message)).to.deep.equal([
        '`h3` at html 2:1 is a heading of level 3 after one of level 1: make it an `h2`.',
        '`h4` at html 5:1 is a heading of level 4 after one of level 2: make it an `h3`.',
      ]);
    });

    it('refuses a first one that is below a later one', () => {
      expect(errorsOf(levels(2, 1, 2))).to.deep.equal([
        '`h2` at html 1:1 is the first heading, but one of a higher level follows',
      ]);
    });

    it('counts roles and levels, and no heading that is empty', () => {
      expect(errorsOf('<h1>a</h1><p role="heading" aria-level="2">b</p><h3>c</h3>')).to.deep.equal([]);
      expect(errorsOf('<h1>a</h1><h4 role="presentation">b</h4><h5> </h5><h3 aria-level="2">c</h3>')).to.deep.equal([]);
      expect(errorsOf('<h1>a</h1><p role="heading" aria-level="7">b</p>')).to.deep.equal([
        '`p` at html 1:11 has a heading level that PDF does not support',
      ]);
    });
  });

  describe('of tables', () => {
    const table = (rows: readonly (readonly string[])[], before = ''): string =>
      `<table>${before}${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    const DATA = [
      ['Item', 'Each', 'Sum'],
      ['Tea', '2.50 €', '$ 5.00'],
      ['Cake', '3', '1,200.00 EUR'],
    ];

    it('refuses data without heads', () => {
      const HEADLESS = '`table` at html 1:1 has no header cells';
      expect(errorsOf(table(DATA))).to.deep.equal([HEADLESS]);
      expect(errorsOf(table([['a', 'b']], '<caption>Sums</caption>'))).to.deep.equal([HEADLESS]);
      expect(errorsOf('<table role="table"><tr><td>a</table>')).to.deep.equal([HEADLESS]);
      expect(errorsOf('<table><tr><td scope="col">a<td>b<tr><td>c<td>d</table>')).to.deep.equal([HEADLESS]);
      expect(errorsOf('<table><caption>x</caption><tr><th><th><tr><td>c<td>d</table>')).to.deep.equal([HEADLESS]);
    });

    it('takes data with heads, of columns or rows', () => {
      expect(errorsOf('<table><tr><th>a<th><tr><td>1<td>2</table><table><tr><th>a<td>1</table>')).to.deep.equal([]);
      expect(errorsOf('<table><tr><td role="columnheader">a<td>b<tr><td>1<td>2</table>')).to.deep.equal([]);
    });

    it('takes the cells of `thead` for heads, as HTML does', () => {
      const { html, accessibility } = checked('<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>');
      expect(accessibility.report().errors).to.deep.equal([]);
      expect(html)
        .to.include('<td role="columnheader">a</td><td role="columnheader">b</td>')
        .and.not.include('presentation');
    });

    it('makes no table of what only arranges: cells become paragraphs', () => {
      for (const rows of [
        [['<h1>Invoice</h1>', 'No. 7']],
        [
          ['Net', '12.00'],
          ['Tax', '1.00'],
          ['Sum', '13.00'],
        ],
        [
          ['Net', '-', '12.00'],
          ['Tax', '-', '1.00'],
          ['Sum', '-', '13.00'],
        ],
        [['From', '<table><tr><td>To</table>']],
      ]) {
        const { html, accessibility } = checked(table(rows));
        expect(accessibility.report().errors).to.deep.equal([]);
        expect(html).to.include('<table role="presentation">');
      }
      expect(checked(table([['a', '<p>b']])).html).to.include('<td role="paragraph">a</td><td><p>b</p></td>');
      expect(checked('<table><thead><tr><td>Letterhead</thead><tr><td>Text</table>').html).not.to.include(
        'columnheader',
      );
    });

    it('warns where it may be data: three columns without numbers', () => {
      const html = table([
        ['Day', 'Who', 'Where'],
        ['Monday', 'Ann', 'Office'],
      ]);
      expect(errorsOf(html)).to.deep.equal([]);
      expect(warningsOf(html)).to.deep.equal([
        '`table` at html 1:1 has no header cells, so it is read as text, cell by cell',
      ]);
      expect(warningsOf(html.replace('<table', '<table role="none"'))).to.deep.equal([]);
    });

    it('refuses cells that overlap', () => {
      const rows = '<table><tr><th>a<th>b<th>c<tr><td>1<td rowspan="2">2<td>3<tr><td colspan="2">4<td>5</table>';
      expect(errorsOf(rows)).to.deep.equal(['`td` at html 1:62 overlaps another cell of its table']);
      expect(errorsOf(rows.replace('colspan="2"', ''))).to.deep.equal([]);
      expect(
        errorsOf('<table><tr><th>a<th>b<tbody><tr><td rowspan="9">1<td>2<tbody><tr><td colspan="2">3</table>'),
      ).to.deep.equal([], 'a group ends what spans rows');
    });

    itWithinCpuMs(2_500, 'is fast with spans as large as they may be', () => {
      const cells = '<td colspan="1000" rowspan="65534">x'.repeat(100);
      errorsOf(`<table><tr><th>a${`<tr>${cells}`.repeat(50)}</table>`);
    });
  });

  describe('of forms', () => {
    it('refuses a box to tick that nothing names, and warns of other fields', () => {
      const html =
        '<input type="checkbox"><input><select><option>a</select><textarea></textarea><button></button><input type="hidden">';
      expect(errorsOf(html)).to.deep.equal(['`input` at html 1:1 has no label']);
      expect(warningsOf(html).map((one) => one.split(' at ', 1)[0])).to.deep.equal([
        '`input`',
        '`select`',
        '`textarea`',
      ]);
    });

    it('takes every way to name one', () => {
      const html =
        '<label>Yes <input type="radio"></label><input id="a" type="checkbox"><label for="a">No</label><input type="checkbox" aria-label="x">';
      expect(reportOf(html)).to.deep.equal({ errors: [], warnings: [] });
    });
  });

  describe('of title and language', () => {
    const without = { isUniversal: true, hasTitle: false };

    it('refuses a document without them, as a whole', () => {
      expect(reportOf('<p>x', without).errors).to.deep.equal([
        {
          code: 'not_accessible',
          message: 'The document has no language: write `<html lang="en">`, or send `locale`.',
        },
        {
          code: 'not_accessible',
          message: 'The document has no title: write a `title` element, or send `metadata.title` or `filename`.',
        },
      ]);
      expect(errorsOf('<html lang="de"><title>Invoice</title><p>x', without)).to.deep.equal([]);
      expect(errorsOf('<html lang=""><title> </title><svg><title>x</title></svg>', without)).to.have.length(2);
    });

    it('gives a document without a language that of the request', () => {
      const document = checkDocument({ html: '<p>x', accessibility: new AccessibilityCheck(UNIVERSAL) });
      expect(document.html).to.include('<html lang="en">');
      expect(document.language).to.equal('en');
      expect(
        checkDocument({ html: '<html lang="fr"><p>x', accessibility: new AccessibilityCheck(UNIVERSAL) }).language,
      ).to.equal('fr');
    });

    it('corrects the names of locales, and rejects unknown languages', () => {
      const { html } = checked('<html lang="de_AT"><p lang="pt_BR">x<p lang="">y');
      expect(html).to.include('lang="de-AT"').and.include('lang="pt-BR"').and.include('lang=""');
      expect(errorsOf('<p lang="English, please">x', UNIVERSAL)).to.deep.equal([
        '`p` `lang` at html 1:4 is not a language tag such as `de` or `pt-BR`',
      ]);
    });
  });

  it('refuses little for level A alone, and warns of what it recommends', () => {
    const html = `<html lang="e n"><h1>a</h1><h4>b</h4><img ${PIXEL}><input>`;
    const levelA = { isUniversal: false, hasTitle: false };
    expect(errorsOf(html, levelA)).to.deep.equal([
      '`html` `lang` at html 1:7 is not a language tag such as `de` or `pt-BR`',
    ]);
    expect(warningsOf(html, levelA)).to.deep.equal(['`img` at html 1:38 has no `alt`']);
  });

  describe('of what sheets hide', () => {
    const html = `<style>.a { display: none }</style><p><img class="a" ${PIXEL}></p><h1>x</h1><h2 class="a">y</h2><h3>z</h3>`;

    it('lists the elements whose layout is needed', () => {
      const { doubtful, elements } = checked(html).accessibility;
      expect([doubtful, elements]).to.deep.equal([[1, 2, 3, 4], 5]);
      expect(checked(html.replace('display', 'float')).accessibility.doubtful).to.deep.equal([]);
      expect(checked('<h1>x</h1><h2>y</h2>', 'p { visibility: hidden }').accessibility.doubtful).to.deep.equal([0, 1]);
    });

    it('counts what shows only', () => {
      expect(errorsOf(html)).to.deep.equal(['`img` at html 1:39 has no `alt`']);
      expect(
        reportOf(html, UNIVERSAL, {
          shows: (at) => at !== 1 && at !== 3,
          pictures: new Set(),
          generated: new Set(),
        }).errors.map(short),
      ).to.deep.equal(['`h3` at html 1:173 is a heading of level 3 after one of level 1']);
    });
  });

  it('reports texts that the browser draws as pictures', () => {
    const html = '<p>a</p><div><b style="filter: blur(1px)">b</b></div>';
    expect(checked(html).accessibility.mayDraw).to.equal(true);
    for (const css of ['p { filter: none }', 'p { backdrop-filter: blur(1px) }', '.filter:hover {}'])
      expect(checked('<p>a', css).accessibility.mayDraw, css).to.equal(false);
    for (const css of ['p{filter:blur(1px)}', 'p { -webkit-filter : blur(1px) }', 'p { -webkit-box-reflect: below }'])
      expect(checked('<p>a', css).accessibility.mayDraw, css).to.equal(true);
    const rendering = { shows: () => true, pictures: new Set([2, BODY]), generated: new Set([0]) };
    expect(reportOf(html, UNIVERSAL, rendering).errors.map(short)).to.deep.equal([
      'The document has text with `filter` or `-webkit-box-reflect`, which the browser draws as an image',
      '`b` at html 1:14 has text with `filter` or `-webkit-box-reflect`, which the browser draws as an image',
    ]);
    expect(reportOf(html, UNIVERSAL, rendering).warnings.map(short)).to.deep.equal([
      '`p` at html 1:1 has text that CSS adds (`content`), which is not read aloud',
    ]);
  });

  it('reports when the browser has to measure texts that CSS adds', () => {
    for (const css of ['p::before { content: "a" }', 'p:after{content:counter(c)}'])
      expect(checked('<p>a', css).accessibility.mayDraw, css).to.equal(true);
    for (const css of ['p::before { content: "" }', '@page { @top-left { content: "a" } }', 'p { align-content: end }'])
      expect(checked('<p>a', css).accessibility.mayDraw, css).to.equal(false);
  });

  it('leaves a document as it is that does not ask for it', () => {
    const html = '<table><tr><td>a<td>b</table><p lang="de_DE">x';
    const document = checkDocument({ html });
    expect(document.accessibility).to.equal(undefined);
    expect(document.html).not.to.include('role').and.not.to.include('de-DE');
  });

  it('does not follow names in circles', () => {
    const drawing = (id: string, name: string): string => `<svg id=${id} aria-labelledby="${name}"><path/></svg>`;
    expect(errorsOf(`${drawing('a', 'a')}${drawing('b', 'c')}${drawing('c', 'b')}`)).to.have.length(3);
    expect(errorsOf(`<p id=t>x</p>${drawing('a', 'a t')}${drawing('b', 'none t')}`)).to.deep.equal([]);
  });

  itWithinCpuMs(4_000, 'is fast with links in links, names of names and labels in labels', () => {
    reportOf(`${'<a href="#x"><marquee>'.repeat(200)}<img ${PIXEL} alt="">`);
    const names = Array.from(
      { length: 5_000 },
      (_, index) => `<svg id=a${index} aria-labelledby="a${index + 1} a${index + 1}"><path/></svg>`,
    );
    expect(reportOf(names.join('')).errors).to.have.length(5_000);
    reportOf(`<div id=x>${'<i></i>'.repeat(20_000)}</div>${'<i role=img aria-labelledby=x></i>'.repeat(20_000)}`);
    reportOf(`${'<label>'.repeat(450)}${' '.repeat(1_000_000)}`);
  });

  itWithinCpuMs(6_000, 'is fast with a document of faults only', () => {
    const { errors } = reportOf(`<img ${PIXEL}>`.repeat(20_000));
    expect(errors).to.have.length(20_000);
  });
});
