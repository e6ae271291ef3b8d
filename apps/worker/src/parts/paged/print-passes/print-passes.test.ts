import { PDFDocument } from '@cantoo/pdf-lib';
import type { RenderJob } from '@toolpress/contract';
import { finishPdf } from '@toolpress/pdf';
import type { PdfValue } from '@toolpress/pdf/testing';
import { itWithinCpuMs, pdfColours, pdfInfo, pdfPixels, pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countedPrints } from '../../../testing/counted-prints.js';
import { hyphenated } from './hyphenation.js';
import { PASS_LIMITS } from './print-passes.js';

describe('Print CSS that the browser does not have', () => {
  const { print, prints } = countedPrints();
  /** The words of each page. */
  async function pagesOf(job: Partial<RenderJob>): Promise<string[]> {
    const { pdf } = await print(job);
    const pages = pdfText(pdf).split('\f').slice(0, -1);
    return pages.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  describe('of a side that pages begin on', () => {
    const NUMBERS =
      '@page { @bottom-center { content: counter(page) } @top-left { content: "" } } @page :left { @top-left { content: "left" } }';

    for (const [css, pages] of [
      ['break-before: right', ['a 1', 'left 2', 'A 3', 'left 4', 'B 5']],
      ['break-before: recto', ['a 1', 'left 2', 'A 3', 'left 4', 'B 5']],
      ['page-break-before: left', ['a 1', 'left A 2', '3', 'left B 4']],
      ['break-before: verso', ['a 1', 'left A 2', '3', 'left B 4']],
      ['break-after: right', ['a A 1', 'left 2', 'B 3']],
      ['break-before: page', ['a 1', 'left A 2', 'B 3']],
    ] as const)
      it(`leaves a page blank before: ${css}`, async () => {
        const html = `<style>${NUMBERS} h1 { ${css} }</style><p>a<h1>A</h1><h1>B</h1>`;
        expect(await pagesOf({ html })).to.deep.equal(pages);
      });

    it('leaves the first page blank where the document begins on the left', async () => {
      expect(await pagesOf({ html: '<h1 style="break-before: left">A</h1>' })).to.deep.equal(['', 'A']);
    });

    it('counts from the other side where the document is read from the right', async () => {
      expect(await pagesOf({ html: '<html dir="rtl"><p>a<h1 style="break-before: right">A</h1>' })).to.deep.equal([
        'a',
        'A',
      ]);
    });

    it('is that of all that begins there', async () => {
      const html =
        '<style>h1 { break-before: right } section { background: red }</style><p>a<section><div><h1>A</h1>text</div></section><p>b';
      const { pdf } = await print({ html });
      expect(pdfColours(pdf, 2)).not.to.include('255,0,0');
      expect(pdfColours(pdf, 3)).to.include('255,0,0');
    });

    it('is kept with any headers, contents and page numbers, which show the real pages', async () => {
      const html =
        '<style>h1 { break-before: right }</style><nav data-toc="h1"></nav><h1 id="x">A</h1><p>see [[page-of:#y]]<h1 id="y">B</h1>';
      const pages = await pagesOf({ html, headerHtml: '[[page]]/[[pages]]', outline: true });
      expect(pages).to.deep.equal(['1/5 A 3 B 5', '2/5', '3/5 A see 5', '4/5', '5/5 B']);
    });

    it('is kept beside footnotes', async () => {
      const note = '<span data-footnote>note</span>';
      const html = `<style>h1 { break-before: right }</style><p>Preface${note}<h1>Chapter one${note}</h1>${'<p>line</p>'.repeat(60)}<h1>Chapter two${note}</h1>`;
      const pages = await pagesOf({ html });
      expect(pages.map((text) => text.includes('note'))).to.deep.equal([true, false, true, false, false, false, true]);
      expect(pages.map((text) => text === '')).to.deep.equal([false, true, false, false, false, true, false]);
    });

    it('costs a print only where a page has to be left blank', async () => {
      await print({ html: '<h1 style="break-before: page">A</h1>' });
      expect(prints()).to.equal(1);
      await print({ html: '<h1 style="break-before: right">A</h1>' });
      expect(prints()).to.equal(1);
      await print({ html: '<p>a<h1 style="break-before: right">A</h1>'.repeat(20) });
      expect(prints()).to.equal(2);
    });

    it('leaves no names of places in the PDF', async () => {
      const { printed } = await print({ html: '<p>a<h1 style="break-before: right">A</h1>' });
      expect(printed.pdf.toString('latin1')).not.to.include('toolpress-pass');
    });
  });

  describe('of pages by their places', () => {
    const chapter = '<p>a<h1>A</h1><p>b<h1>B</h1>';
    const box = (text: string): string => `{ @top-left { content: ${text} } }`;

    for (const [css, pages] of [
      [
        `@page :nth(odd) ${box('"odd"')} @page :nth( 2n ) ${box('"even"')}`,
        ['odd a', 'even', 'odd A b', 'even', 'odd B'],
      ],
      [`@page ${box('"x"')} @page :nth(1) ${box('"first"')}`, ['first a', 'x', 'x A b', 'x', 'x B']],
      [`@page :nth(n) ${box('"x"')}`, ['x a', 'x', 'x A b', 'x', 'x B']],
      [`@page :left ${box('"left"')} @page :blank ${box('none')}`, ['a', '', 'A b', '', 'B']],
      [
        `@page ${box('"x"')} @media print { @page :blank ${box('"blank"')} }`,
        ['x a', 'blank', 'x A b', 'blank', 'x B'],
      ],
    ] as const)
      it(`is ${css}`, async () => {
        const html = `<style>${css} h1 { break-before: right }</style>${chapter}`;
        expect(await pagesOf({ html })).to.deep.equal(pages);
      });

    it('is odd and even in documents that are read from the right as well', async () => {
      const html = `<html style="direction: rtl"><style>@media print { @page :nth(odd) ${box('"odd"')} @page :nth(even) ${box('"even"')} } h1 { break-before: page }</style><p>a<h1>A</h1>`;
      expect(await pagesOf({ html })).to.deep.equal(['odd a', 'even A']);
    });

    it('has sizes and margins', async () => {
      const html = `<style>@page { size: A5 } @page :nth(1) { size: A4 } @page :blank { size: A3 } h1 { break-before: right }</style><p>a<h1>A</h1>`;
      const pages = (await PDFDocument.load((await print({ html })).pdf)).getPages().map((page) => page.getWidth());
      expect(pages.map((width) => Math.round(width))).to.deep.equal([595, 842, 420]);
    });

    it('leaves blank pages in the rules of their chapters where no rule is for them', async () => {
      const html = `<style>@page a ${box('"a"')} section { page: a } h1 { break-before: right }</style><section><p>a<h1>A</h1></section>`;
      expect(await pagesOf({ html })).to.deep.equal(['a a', 'a', 'a A']);
    });
  });

  describe('of page numbers that restart', () => {
    const BOOK = `<style>@page { @bottom-left { content: "{" counter(page) "}" } @bottom-right { content: "(" counter(x) ")" } } @page front { @bottom-left { content: "counter(page) {" counter(page, lower-roman) "}" } }
      div { break-after: page } .front { page: front }</style>
      <section class=front><div>cover</div><div>contents <a href="#b">B</a></div></section><section class=main><div id=a>A</div><div id=b>B</div></section>`;
    const NUMBERS = '.main { counter-reset: page 1 }';
    const NUMBER = /\{(.*?)\}/;
    const numbersOf = async (job: Partial<RenderJob>): Promise<(string | undefined)[]> =>
      (await pagesOf(job)).map((text) => NUMBER.exec(text)?.[1]);

    for (const [css, numbers] of [
      [NUMBERS, ['i', 'ii', '1', '2']],
      ['.main { counter-set: page 7 }', ['i', 'ii', '7', '8']],
      ['.main { counter-reset: page }', ['i', 'ii', '1', '2']],
      ['body { counter-reset: page }', ['i', 'ii', '3', '4']],
      ['body { counter-reset: page 5 } #b { counter-reset: page 1 }', ['v', 'vi', '7', '1']],
      ['.main { counter-reset: page 1 !important; counter-increment: other }', ['i', 'ii', '1', '2']],
    ] as const)
      it(`is ${css}`, async () => {
        expect(await numbersOf({ html: BOOK, css })).to.deep.equal(numbers);
      });

    it('is reported for anything that prints page numbers', async () => {
      const css = `${NUMBERS} a::after { content: " on " target-counter(attr(href), page) } #b::after { content: " is " counter(page) } #b { string-set: x "p" counter(page) } @page { @bottom-right { content: string(x) } }`;
      const html = `${BOOK}see [[page-of:#b]]`;
      const pages = await pagesOf({ html, css, headerHtml: '[[page]]/[[pages]]' });
      expect(pages).to.deep.equal([
        '1/3 cover counter(page) {i}',
        '2/3 contents B on 2 counter(page) {ii}',
        '1/3 A {1}',
        '2/3 B is 2 {2} p2',
        '3/3 see 2 {3} p2',
      ]);
    });

    it('begins with what the request says', async () => {
      expect(
        await numbersOf({ html: BOOK, css: `body { counter-reset: page 3 } ${NUMBERS}`, firstPageNumber: 9 }),
      ).to.deep.equal(['ix', 'x', '1', '2']);
    });

    it('is skipped with a warning where page rules count themselves, or print unknown names', async () => {
      for (const css of [
        `${NUMBERS} @page x { counter-reset: page 3 }`,
        `${NUMBERS} @page { @top-left { content: counter(page, hebrew) } }`,
      ]) {
        const { printed } = await print({ html: BOOK, css });
        expect([...(printed.conditions ?? [])], css).to.deep.equal(['print:numbering']);
      }
    });

    it('costs one more print, and none where they are counted through', async () => {
      await print({ html: BOOK, css: NUMBERS });
      expect(prints()).to.equal(2);
      await print({ html: BOOK, css: 'body { counter-reset: page }' });
      expect(prints()).to.equal(1);
    });
  });

  describe('of numbers of pages in the flow', () => {
    it('prints those of the pages', async () => {
      const html =
        '<style>b::after { content: counter(page) "/" counter(pages, upper-roman) } div { break-after: page }</style><div>a<b></b></div><div>b</div><b>c</b>';
      expect(await pagesOf({ html })).to.deep.equal(['a1/III', 'b', 'c3/III']);
      expect(await pagesOf({ html, firstPageNumber: 7 })).to.deep.equal(['a7/IX', 'b', 'c9/IX']);
    });

    it('prints them in headers and footers as well', async () => {
      const html =
        '<style>i::after { content: counter(page) "/" counter(pages) }</style><p style="break-after: page">a<p>b';
      const pages = await pagesOf({ html, headerHtml: '<i></i>=[[page]]/[[pages]]', firstPageNumber: 4 });
      expect(pages).to.deep.equal(['4/5=4/5 a', '5/5=5/5 b']);
    });

    it('prints them in headers, footers and watermarks under the page', async () => {
      const html =
        '<style>i::after { content: counter(page) "/" counter(pages) }</style><p style="break-after: page">a<p>b';
      const parts = { headerHtml: '<i></i>=[[page]]', watermarkHtml: { html: '<i></i>', layer: 'under' } } as const;
      expect(await pagesOf({ html, ...parts })).to.deep.equal(['1/2=1 a 1/2', '2/2=2 b 2/2']);
    });

    it('leaves counters of the document alone', async () => {
      const html = '<style>b { counter-increment: page } b::after { content: counter(page) }</style><b></b><p><b></b>';
      expect(await pagesOf({ html })).to.deep.equal(['1 2']);
    });

    it('is reported where it has no effect because all pages show the same', async () => {
      const html = '<style>p { position: fixed; bottom: 0 } b::after { content: counter(page) }</style><p><b></b></p>x';
      const { printed } = await print({ html });
      expect([...(printed.conditions ?? [])]).to.deep.equal(['print:repeated']);
    });

    for (const [css, condition] of [
      ['i::after { position: fixed; bottom: 0 }', 'print:repeated'],
      ['i::after { position: absolute; bottom: 0 }', 'print:elsewhere'],
      ['i::after { position: absolute; right: 0 }', undefined],
      ['i::after { position: absolute; bottom: 0 } p { position: relative }', undefined],
      ['i { position: absolute; bottom: 0 }', undefined],
      ['i:not(p + p i)::after { position: absolute; bottom: 0 }', undefined],
    ] as const)
      it(`is reported ${condition === undefined ? 'without a condition' : 'under its condition'} for ${css}`, async () => {
        const html = `<style>i::after { content: counter(page) } p + p { break-before: page } ${css}</style><p>a<i></i><p>b<i></i>`;
        for (const firstPageNumber of [1, 7]) {
          const { printed } = await print({ html, firstPageNumber });
          expect([...(printed.conditions ?? [])]).to.deep.equal(condition === undefined ? [] : [condition]);
        }
      });
  });

  it('shows a `progress` of unknown value as empty: the same in every print', async () => {
    const html = '<progress></progress><progress max="5" style="accent-color: red"></progress>';
    const pictures = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const { pdf } = await print({ html });
      pictures.add(pdfPixels(pdf, 100).pixels.toString('base64'));
    }
    expect(pictures.size).to.equal(1);
    const { pdf } = await print({ html: html.replaceAll('progress', 'progress value=0') });
    expect(pictures).to.include(pdfPixels(pdf, 100).pixels.toString('base64'));
  });

  describe('of words that are parted', () => {
    const text =
      'Internationalization considerations notwithstanding, extraordinarily long representations unquestionably necessitate hyphenation';
    const long = 'Donaudampfschifffahrtsgesellschaft';

    it('parts them at the ends of lines, in English and German, and leaves their text as it is', async () => {
      const html = `<html lang="en"><style>p { hyphens: auto; width: 90px; font: 16px serif }</style><p>${text}<p lang="de">${long}<p lang="fr">${long}`;
      const { pdf } = await print({ html });
      const lines = pdfText(pdf)
        .split(/\s*\n\s*/)
        .filter((line) => line !== '');
      expect(lines).to.include('International-').and.include('gesellschaft').and.include(long);
      expect(pdfText(pdf)).not.to.match(/[\u00ad\u2010]/);
      expect(lines.join(' ').replaceAll('- ', '')).to.equal(`${text} ${long} ${long}`);
    });

    it('leaves addresses as they are', async () => {
      const addresses = [
        'https://example.com/representation',
        'hyphenation@example.com',
        '(www.considerations.example)',
      ];
      const html = `<html lang="en"><style>p { hyphens: auto; width: 60px; font: 16px serif }</style>${addresses.map((one) => `<p>see representation ${one}`).join('')}`;
      const { pdf } = await print({ html });
      const lines = pdfText(pdf).split(/\s+/);
      expect(lines).to.include.members(['hyphenation@example.com', '(www.considerations.example)']);
      expect(lines.filter((line) => line === 'rep-')).to.have.lengthOf(3);
      expect(lines.join('')).to.include(addresses[0]);
    });

    it('leaves alone what is not at the end of a line, and what is not to be parted', async () => {
      const html = `<html lang="en"><p style="hyphens: auto">${text}<p style="hyphens: none; width: 9px">representation`;
      const { pdf } = await print({ html, tagged: true });
      expect(
        pdfText(pdf)
          .replace(/-?\s+/g, (gap) => (gap.startsWith('-') ? '' : ' '))
          .trim(),
      ).to.equal(`${text} representation`);
    });

    for (const [size, where] of [
      ['A4 landscape', 'body'],
      ['297mm 420mm', '*'],
    ] as const)
      it(`leaves headers, footers and watermarks as they are, on pages of ${size} too`, async () => {
        const words = ['Representation', 'Consideration', 'Internationalization'] as const;
        const html = `<html lang="en"><style>@page wide { size: ${size} } div { page: wide } ${where} { hyphens: auto }</style><p>one<div>wide</div>`;
        const parts = {
          headerHtml: words[0],
          footerHtml: words[1],
          watermarkHtml: { html: words[2], layer: 'over' },
        } as const;
        const { pdf } = await print({ html, ...parts });
        expect(pdfText(pdf)).not.to.include('\u00ad');
        const [, { height } = { height: 0 }] = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize());
        const found = pdfWords(pdf).filter(({ page }) => page === 2);
        const middles = words.map((word) => {
          const { yMin = 0, yMax = 0 } = found.find(({ text }) => text === word) ?? {};
          return (yMin + yMax) / 2 / height;
        });
        expect(middles[0]).to.be.within(0.01, 0.1);
        expect(middles[1]).to.be.within(0.9, 0.99);
        expect(middles[2]).to.be.closeTo(0.5, 0.02);
      });

    it('leaves style sheets in the body as they are, and drawings', async () => {
      const html =
        '<html lang="en"><body style="hyphens: auto"><style>considerations { background: rgb(255, 0, 0) }</style><considerations>a</considerations><svg height="90"><text x="0 9 18 27 36 45 54" y="20">consideration</text></svg>';
      const { pdf } = await print({ html });
      const { pdf: plain } = await print({ html: html.replace('auto', 'manual') });
      expect(pdfColours(pdf)).to.include('255,0,0');
      expect(pdfWords(pdf)).to.deep.equal(pdfWords(plain));
    });

    it('takes soft hyphens of the author’s own out of the text that is copied', async () => {
      const html = `<p>Two&shy;fold <span style="width: 1em; display: inline-block">Internatio&#173;nalization</span>`;
      const { pdf } = await print({ html, headerHtml: 'Head&shy;er', footerHtml: '[[page]]' });
      expect(pdfText(pdf)).to.include('Twofold').and.include('Header').and.not.include('\u00ad');
    });

    it('takes them out of ligatures, too', async () => {
      const { pdf } = await print({ html: `<p style="font-family: 'EB Garamond'">dif&shy;ferent` });
      expect(pdfText(pdf)).to.include('different').and.not.include('\u00ad');
    });

    it('leaves a letterhead as it is, whose streams may become any number of bytes', async () => {
      const { printed } = await print({ html: '<p>Two&shy;fold' });
      const stream = Buffer.from('/Span <</ActualText <feff00ad>>> BDC EMC');
      const value = new Map<string, PdfValue>([
        ['Type', '/XObject'],
        ['Subtype', '/Form'],
        ['BBox', ['0', '0', '9', '9']],
      ]);
      const others = {
        pages: [{ form: { object: 1 }, box: [0, 0, 9, 9] as [number, number, number, number] }],
        objects: new Map([[1, { value, stream }]]),
      };
      const pdf = finishPdf(printed.pdf, { background: { others }, hasSoftHyphens: true });
      expect(pdf.toString('latin1')).to.include('<feff00ad>');
      expect(pdfText(pdf)).to.include('Twofold');
    });

    it('loads no patterns for other documents', async () => {
      const html = `<html lang="en"><p>${text}`;
      await print({ html });
      expect(prints()).to.equal(1);
    });

    it('parts words of the usual length only', async () => {
      const words = ['a'.repeat(100_000), 'café', 'considerations'];
      expect(await hyphenated({ en: words, 'de-at': ['Straßenbahn'], 'en-gb': ['organisation'] })).to.deep.equal({
        en: [['considerations', 'con\u00adsid\u00ader\u00ada\u00adtions']],
        'de-at': [['Straßenbahn', 'Stra\u00adßen\u00adbahn']],
        'en-gb': [['organisation', 'or\u00adgan\u00adisa\u00adtion']],
      });
    });

    itWithinCpuMs(3_000, 'parts no more words than take little time', async () => {
      const words = Array.from(
        { length: 10_000 },
        (_, index) => `${'extraordinarily'.repeat(3)}${'a'.repeat(index % 15)}`,
      );
      const { en = [] } = await hyphenated({ en: words, de: words });
      expect(en.length).to.be.within(500, 1_500);
    });
  });

  it('is no `page-orientation`, which turns pages in the browser; links lead to the whole page then', async () => {
    const html =
      '<style>@page wide { page-orientation: rotate-left } div { page: wide }</style><a href="#x">a</a><div><p id="x">b</div>';
    const { pdf } = await print({ html, pageSize: 'A5' });
    const pages = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize());
    expect(pages.map(({ width, height }) => width > height)).to.deep.equal([false, true]);
    expect(pdf.toString('latin1')).not.to.match(/\/XYZ \S+ -/);
  });

  it('is skipped with a warning in a document of too many elements', async () => {
    const html = `<style>h1 { break-before: right }</style><p>a${'<b></b>'.repeat(PASS_LIMITS.elements)}<h1>A</h1>`;
    const { pdf, printed } = await print({ html });
    expect(pdfInfo(pdf).pages).to.equal(2);
    expect([...(printed.conditions ?? [])]).to.deep.equal(['print:large']);
  });

  it('is done in documents whose names are called like what scripts use', async () => {
    const names = ['body', 'head', 'createElement', 'getElementById', 'createTreeWalker', 'documentElement'];
    const fields = ['id', 'parentElement', 'nodeType', 'style', 'before', 'previousSibling', 'setAttribute', 'closest'];
    const html = `<html lang="en"><style>h1 { break-before: right } form { hyphens: auto } form::after { content: counter(page) }</style><p>a${names.map((name) => `<img name="${name}"><form name="${name}">`).join('</form>')}${fields.map((name) => `<input name="${name}">`).join('')}</form><h1>A</h1><p id="\ud800" style="break-before: right">B</p>`;
    const pages = await pagesOf({ html });
    expect(pages[2]).to.equal('A');
    const inputs = ['append', 'getBoundingClientRect', 'data', 'cssRules', ...fields];
    const other = `<style>@page :nth(odd) { @top-left { content: string(x) } } @page { @bottom-left { content: counter(page) } } form { counter-reset: page 7; string-set: x content() counter(n) } form::after { content: leader(".") counter(page) }</style>
      <img name="styleSheets">${names.map((name) => `<form name="${name}">${name}${inputs.map((input) => `<input hidden name="${input}">`).join('')}</form>`).join('')}`;
    const [page = ''] = await pagesOf({ html: other });
    expect(page).to.match(/^body0 body ?\.+ 7 .* 7$/);
  });
});
