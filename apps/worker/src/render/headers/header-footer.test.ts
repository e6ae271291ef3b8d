import { type RenderJob, ServiceError } from '@toolpress/contract';
import { pdfColours, pdfInfo, pdfSource, pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PIXEL } from '../../testing/chromium.js';
import { rendered } from '../../testing/rendered.js';
import { plainMargins } from '../paper/paper.js';

const MM = 72 / 25.4;
/** The texts of the pages, each on one line. */
const pagesOf = (pdf: Buffer): string =>
  pdfText(pdf)
    .trimEnd()
    .split('\f')
    .map((page) => page.replace(/\s+/g, ' ').trim())
    .join('\f');
const pages = (count: number): string =>
  '<p style="break-after: page">body</p>'.repeat(count - 1).concat('<p>body</p>');

describe('Headers and footers', () => {
  const { printed, pdfOf } = rendered();

  it('are on every page, with its number and the number of pages', async () => {
    const pdf = await pdfOf({
      html: pages(12),
      headerHtml: '<p>top [[page]]</p>',
      footerHtml: '<b>[[page]] of [[pages]]</b>',
    });
    const texts = pdfText(pdf).split('\f').slice(0, 12);
    expect(pdfInfo(pdf).pages).to.equal(12);
    texts.forEach((text, index) => {
      expect(text.replace(/\s+/g, ' ').trim()).to.equal(`top ${index + 1} body ${index + 1} of 12`);
    });
  });

  it('are filled from data, whose own page numbers are not seen there', async () => {
    const pdf = await pdfOf({
      html: '<p>[[page]]',
      headerHtml: '[[company]] [[page]]/[[pages]] [[#items]][[.]];[[/items]]',
      data: { company: 'Ä & Ö', page: 'own', items: [1, 2] },
    });
    expect(pdfText(pdf)).to.match(/Ä & Ö 1\/1 1;2;[\s\S]*own/);
  });

  it('are the same on the next documents of the template, in each kind of PDF', async () => {
    const job = { headerHtml: '<p>top [[page]]', footerHtml: '<b>[[page]] of [[pages]]</b>' };
    for (const [count, more] of [
      [2, {}],
      [2, { conformance: ['pdf/a-3a'], tagged: true }],
      [2, { firstPageOnly: true }],
      [3, {}],
      [2, {}],
    ] as const)
      for (let time = 0; time < 3; time++) {
        const of = await pdfOf({ html: pages(count), ...job, ...more } as Partial<RenderJob>);
        const texts = Array.from({ length: 'firstPageOnly' in more ? 1 : count }, (_, index) => index + 1);
        expect(pagesOf(of)).to.equal(texts.map((page) => `top ${page} body ${page} of ${count}`).join('\f'));
      }
  });

  it('keep what elements share by a name', async () => {
    const radios = '<p>1 <input type="radio" name="g" checked> A <input type="radio" name="g"> B</p>';
    const printed = async (headerHtml: string) => [...pdfColours(await pdfOf({ html: 'x', headerHtml }))].sort();
    expect(await printed(radios)).to.not.deep.equal(await printed(radios.replace(' checked', '')));
  });

  it('make the same bytes in the first and later documents of a template', async () => {
    const print = (template: string, number: string) =>
      pdfOf({
        ...{ html: '<p>body', css: `p { margin: 0.3px } /* ${template} */`, headerHtml: `<p>Invoice ${number}` },
        ...{ footerHtml: '[[page]]', metadata: { createdAt: '2026-01-02T03:04:05Z' } },
      } as Partial<RenderJob>);
    const alone = await print('one', '4711');
    for (const other of ['1', '2222', 'of many words '.repeat(30)]) await print('other', other);
    for (let time = 0; time < 3; time++) expect(await print('other', '4711')).to.deep.equal(alone);
  });

  it('look as the document looks: the same words in the same size, font and place across', async () => {
    const line = '<div class="line">measured words</div>';
    const pdf = await pdfOf({
      html: `<!DOCTYPE html><html><head><style>.line { letter-spacing: 1px }</style></head><body>${line}`,
      css: 'html { font-size: 8pt } body { font: 2rem/1.5 serif; margin: 0 } .line { text-align: right; font-weight: bold }',
      headerHtml: line,
      footerHtml: line,
    });
    const words = pdfWords(pdf).filter(({ text }) => text === 'measured');
    expect(words).to.have.lengthOf(3);
    const [header, body, footer] = words;
    for (const other of [header, footer]) {
      expect(other?.xMin).to.be.closeTo(body?.xMin ?? 0, 0.2);
      expect(other?.xMax).to.be.closeTo(body?.xMax ?? 0, 0.2);
      expect((other?.yMax ?? 0) - (other?.yMin ?? 0)).to.be.closeTo((body?.yMax ?? 0) - (body?.yMin ?? 0), 0.2);
    }
  });

  it('are not disturbed by what the document says about its body and its boxes', async () => {
    const css = `html { margin: 9cm; columns: 3 } body { padding: 7cm !important; position: relative; top: 4cm; display: flex }
      * { border: 1cm solid; margin: 2cm } div { display: none } #header, #footer { display: none } p { break-before: page }
      @page { @top-left { content: "box" } margin: 8cm !important }`;
    const pdf = await pdfOf({
      html: 'x',
      css,
      headerHtml: '<p style="all: revert; break-before: page">kept</p>',
      margin: { top: 1 },
    });
    const [word] = pdfWords(pdf).filter(({ text }) => text === 'kept');
    expect(word?.yMax).to.be.below(72);
    expect(word?.xMin).to.be.closeTo(10 * MM, 1);
  });

  it('keep classes that other tools fill with their own texts', async () => {
    const header =
      '<span class="title">t</span><span class="date">d</span><span class="url">u</span><span class="pageNumber">p</span><span class="totalPages">n</span>';
    expect(pdfText(await pdfOf({ headerHtml: header })).trim()).to.match(/^tdupn/);
  });

  it('print backgrounds and images, and keep their links', async () => {
    const header = `<div style="background: #123456">x</div><img width="20" src="${PIXEL}"><a href="https://example.com/there">link</a>`;
    const pdf = pdfSource(await pdfOf({ html: pages(3), headerHtml: header }));
    expect(pdf).to.include('/Subtype /Image');
    expect(pdf.match(/\(https:\/\/example\.com\/there\)/g)).to.have.lengthOf(3);
  });

  for (const [what, job, width, height] of [
    ['A6', { pageSize: 'A6' }, 298, 420],
    ['Letter on its side', { pageSize: 'Letter', orientation: 'landscape' }, 792, 612],
    ['a size of the document’s own', { css: '@page { size: A5 landscape }' }, 595, 420],
  ] as const) {
    it(`are within the margins of ${what}`, async () => {
      const pdf = await pdfOf({ ...job, headerHtml: '<div style="text-align: right">top</div>', footerHtml: 'bottom' });
      const info = pdfInfo(pdf);
      expect(info.width).to.be.closeTo(width, 1);
      expect(info.height).to.be.closeTo(height, 1);
      const [top, body, bottom] = ['top', 'body', 'bottom'].map((text) =>
        pdfWords(pdf).find((word) => word.text === text),
      );
      expect(top?.xMax).to.be.closeTo(width - 10 * MM, 1);
      expect(top?.yMin).to.be.closeTo(5 * MM, 4);
      expect(bottom?.xMin).to.be.closeTo(10 * MM, 1);
      expect(bottom?.yMax).to.be.closeTo(height - 5 * MM, 4);
      expect(body?.yMin).to.be.above(top?.yMax ?? Number.POSITIVE_INFINITY);
    });
  }

  it('are on pages of different sizes, within the margins of each', async () => {
    const css = '@page wide { size: A4 landscape } .wide { page: wide }';
    const html = '<p>first</p><p class="wide">second</p>';
    const pdf = await pdfOf({ html, css, headerHtml: '<div style="text-align: right">[[page]]</div>' });
    const ends = pdfWords(pdf)
      .filter(({ text }) => /^[12]$/.test(text))
      .map(({ xMax }) => xMax);
    expect(ends[0]).to.be.closeTo(595 - 10 * MM, 2);
    expect(ends[1]).to.be.closeTo(842 - 10 * MM, 2);
  });

  it('are within the margins of the document’s `@page`, where the request gives none', async () => {
    const job = { html: '<!DOCTYPE html><body style="margin: 0">body', headerHtml: '<p style="margin: 0">head' };
    for (const [css, left, top, more] of [
      ['@page { margin: 3cm 2cm 1cm 4cm }', 40, 30],
      ['@page { margin-left: calc(1cm + 3cm) !important } @page { margin-left: 1cm }', 40, 15],
      ['@media screen { @page { margin: 9cm } } @media print { @page { margin: 30mm 15% } }', 31.5, 30],
      ['@page { margin: 40mm } @page :first { margin-left: 20mm; color: red }', 20, 40],
      ['@page { margin: 40mm } @page b { margin-top: 0 } @page :left { margin: 10mm }', 40, 40],
      ['@page { size: 80mm auto; margin: 21mm 7mm }', 7, 21],
      ['@page { margin: 44px 52px 44px 44px }', 44 * (25.4 / 96), 12],
      [
        '@page { margin: 0 0 0 30mm; @top-left { content: "own" } @left-top { content: "own" } }',
        10,
        15,
        { margin: {} },
      ],
    ] as const) {
      const words = pdfWords(await pdfOf({ ...job, css, ...more }));
      const [head, body] = ['head', 'body'].map((text) => words.find((word) => word.text === text));
      expect(head?.xMin, css).to.be.closeTo(left * MM, 1);
      expect(body?.xMin, css).to.be.closeTo(left * MM, 1);
      expect(body?.yMin, css).to.be.closeTo(top * MM, 4);
    }
  });

  it('extend margins of the document’s `@page` that are zero', async () => {
    const headerHtml = '<p style="margin: 0; height: 20mm">head';
    for (const css of ['@page { margin: 10mm }', '@page { margin: 0 }', '@page { margin: 2in; margin-top: 19mm }']) {
      const words = pdfWords(await pdfOf({ css, headerHtml }));
      expect(words.find(({ text }) => text === 'body')?.yMin, css).to.be.closeTo(30 * MM, 8);
    }
    // Margins that leave no page are none to Chromium either.
    const none = pdfWords(await pdfOf({ css: '@page { margin: 150mm }', headerHtml }));
    expect(none.find(({ text }) => text === 'body')?.xMin).to.be.closeTo(10 * MM, 8);
    const narrow = pdfWords(await pdfOf({ css: '@page { margin-left: 0 }', headerHtml }));
    expect(narrow.find(({ text }) => text === 'body')?.yMin).to.be.closeTo(30 * MM, 8);
  });

  it('keep the margins of a cover, and print on it only if they fit', async () => {
    const cover = '<div style="height: 297mm; background: #0a141e">cover</div>';
    const job = { headerHtml: '<p>head [[page]]', footerHtml: '<p>foot [[page]]' };
    for (const [css, seen] of [
      ['@page :first { margin: 0 }', 'cover\fhead 2 body foot 2'],
      ['@page :first { margin: 0 !important }', 'cover\fhead 2 body foot 2'],
      ['@page cover { margin: 0 } .cover { page: cover }', 'cover\fhead 2 body foot 2'],
      ['@page :first { margin: 0 0 2cm } .cover div { height: 277mm !important }', 'cover foot 1\fhead 2 body foot 2'],
      ['@page :first { margin-top: 0 } .cover div { height: 27cm !important }', 'cover foot 1\fhead 2 body foot 2'],
    ] as const) {
      const pdf = await pdfOf({
        ...job,
        css,
        html: `<!DOCTYPE html><body style="margin: 0"><div class="cover">${cover}</div><p class="last">body`,
      });
      expect(pagesOf(pdf), css).to.equal(seen);
      expect(pdfColours(pdf), css).to.include('10,20,30');
    }
  });

  it('are within the margins of each page, where pages have separate ones', async () => {
    const css = '@page :left { margin-left: 4cm } @page :right { margin: 3cm 6cm } div { break-before: page }';
    const headerHtml = '<div style="text-align: right">[[page]]</div>';
    const pdf = await pdfOf({
      html: '<!DOCTYPE html><div>x</div><div>y</div>',
      css,
      headerHtml,
      margin: { top: 2 / 2.54 },
    });
    const [right, left] = pdfWords(pdf).filter(({ text }) => /^[12]$/.test(text));
    expect(right?.xMax).to.be.closeTo(595 - 60 * MM, 2);
    expect(right?.yMin).to.be.closeTo(15 * MM - 8, 4);
    expect(left?.xMax).to.be.closeTo(595 - 10 * MM, 2);
    expect(left?.yMin).to.be.closeTo(10 * MM - 8, 4);
  });

  it('are omitted on a page whose margin is too small for them', async () => {
    const headerHtml =
      '<p style="margin: 0">many words that fill one line of a wide page and many of a narrow one [[page]]';
    const css = '@page slim { margin: 10mm 8cm } .slim { page: slim }';
    const pdf = await pdfOf({ html: '<p>wide<p class="slim">slim', css, headerHtml, margin: { top: 15 / 25.4 } });
    expect(pagesOf(pdf)).to.match(/page and many of a narrow one 1 wide\fslim$/);
  });

  it('take the place of the document’s own margin boxes at their edge', async () => {
    const css = `@page { @top-left { content: "own top" } @bottom-right { content: "own bottom" } }
      @page :first { @top-center { content: "first" !important } }`;
    for (const [job, seen] of [
      [{ headerHtml: 'head' }, 'head body own bottom'],
      [{ footerHtml: 'foot' }, 'own top first body foot'],
      [{ headerHtml: 'head', footerHtml: 'foot' }, 'head body foot'],
      [{}, 'own top first body own bottom'],
    ] as const) {
      expect(pagesOf(await pdfOf({ ...job, css, margin: { top: 1, bottom: 1 } }))).to.equal(seen);
    }
  });

  it('make a margin grow that is not given, and have to fit one that is', async () => {
    const headerHtml = '<div style="height: 40mm">high</div>';
    const [body] = pdfWords(await pdfOf({ headerHtml })).filter(({ text }) => text === 'body');
    expect(body?.yMin).to.be.within(50 * MM, 60 * MM);
    const refused = await printed({ headerHtml, margin: { top: 1 } });
    expect(refused).to.be.instanceOf(ServiceError).and.include({ code: 'invalid_parameter' });
    expect((refused as ServiceError).message)
      .to.include('`header_html` is 40 mm high')
      .and.include('25.4 mm');
    expect(await printed({ footerHtml: headerHtml, margin: { bottom: 41 / 25.4 } })).to.be.instanceOf(Buffer);
    const nothingLeft = await printed({ footerHtml: '<div style="height: 30cm">', pageSize: 'A5' });
    expect(nothingLeft).to.include({ code: 'invalid_parameter' });
  });

  it('never fail for what the document’s style sheets do to pages', async () => {
    for (const css of [
      'html { direction: rtl; zoom: 2 } body { writing-mode: vertical-rl }',
      '* { display: none !important; all: unset !important; position: fixed !important; break-before: page !important }',
      'toolpress-page, toolpress-part { display: none !important } @layer toolpress-header-footer { toolpress-page { height: 1px !important } }',
      '@page { size: A4; page-orientation: rotate-left } @page :left { size: A3 }',
      '@page { height: 5cm } @page :left { max-height: 4cm; padding-top: 1cm }',
    ]) {
      const pdf = await pdfOf({ html: pages(2), css, headerHtml: '<p>head [[page]]' });
      expect(pdfText(pdf), css).to.include('head 1');
    }
  });

  for (const css of [
    '@page { padding-top: 5mm }',
    '@page { border: 1px solid }',
    '@page :first { padding: 5mm } @page :left { border-block: 2mm solid }',
  ]) {
    it(`are where they are without it beside ${css}`, async () => {
      const job = {
        html: pages(3),
        ...{
          headerHtml: '<p>head [[page]]',
          footerHtml: '<p>foot',
          watermarkHtml: { html: '<p>mark', layer: 'over' as const },
        },
      };
      const placesIn = async (css: string) =>
        pdfWords(await pdfOf({ ...job, css }))
          .filter(({ text }) => ['head', 'foot', 'mark'].includes(text))
          .map(({ page, text, xMin, yMin }) => [page, text, Math.round(xMin), Math.round(yMin)]);
      const places = await placesIn('');
      expect(places).to.have.lengthOf(9);
      expect(await placesIn(css)).to.deep.equal(places);
    });
  }

  it('leave the document the padding and the borders of its pages', async () => {
    const css = '@page { padding: 20mm; border: 5mm solid #12ab34 }';
    const [plain, stamped] = [
      await pdfOf({ css }),
      await pdfOf({ css, watermarkHtml: { html: '<p>mark', layer: 'over' as const } }),
    ];
    const bodyOf = (pdf: Buffer) => pdfWords(pdf).find(({ text }) => text === 'body');
    expect(bodyOf(stamped)).to.deep.equal(bodyOf(plain));
    expect(pdfColours(stamped)).to.include('18,171,52');
  });

  it('do not hide the document behind what its sheets print on whole pages', async () => {
    const html = '<div style="background: #12ab34; height: 3cm">body</div>';
    for (const css of [
      '@page { background: #ffffdd }',
      '@page :first { background-color: #ffffdd }',
      'body::before { content: ""; position: fixed; inset: 0; background: #ffffdd; z-index: -1 }',
      'html::after { content: "" !important; position: fixed; inset: 0; background: #ffffdd; z-index: -1; display: block !important }',
    ])
      expect([...pdfColours(await pdfOf({ html, css, headerHtml: '<p>head' }))], css).to.include.members([
        '18,171,52',
        '255,255,221',
      ]);
  });

  it('have to leave room for the document', async () => {
    for (const job of [{ margin: { left: 4, right: 4 } }, { margin: { left: 4, right: 4 }, headerHtml: 'x' }]) {
      expect(await printed(job)).to.include({ code: 'invalid_parameter' });
    }
  });

  it('are under the content policy and the strict rule, which name the field', async () => {
    for (const job of [
      { headerHtml: '<iframe src="https://example.com/">' },
      { footerHtml: '<p style="background:url(x)">x</p>', onBlocked: 'error' as const },
    ]) {
      const refused = await printed(job);
      expect(refused).to.include({ code: 'content_forbidden' });
      expect((refused as ServiceError).message).to.include('headerHtml' in job ? 'header_html' : 'footer_html');
    }
    const strict = await printed({ footerHtml: '[[page]] [[nothing]]', strict: true });
    expect(strict).to.include({ code: 'tag_without_value' });
    expect((strict as ServiceError).message)
      .to.include('[[nothing]]')
      .and.not.include('[[page]]');
  });

  it('are checked with the page numbers that they print, in any place', async () => {
    const drawing =
      'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><rect width=%2299%22 height=%2299%22/></svg>';
    for (const [job, field] of [
      [{ headerHtml: `<style>p { background: \\7[[pages]]rl('${drawing}') }</style><p>x` }, 'header_html'],
      [{ footerHtml: `<p style="background: \\7[[page]]rl('${drawing}')">x` }, 'footer_html'],
    ] as const) {
      const refused = await printed({ html: pages(5), ...job, onBlocked: 'error' });
      expect(refused).to.be.instanceOf(ServiceError).and.include({ code: 'content_forbidden' });
      expect((refused as ServiceError).message).to.include(`${field} 1:`);
      expect(
        await printed({ html: pages(4), ...job, onBlocked: 'error' }),
        'where they make nothing of it',
      ).to.be.instanceOf(Buffer);
    }
  });

  it('match the kind of their page', async () => {
    const kinds = { first: 'first', last: 'last', even: 'even', odd: 'odd', default: 'default' };
    const of = async (count: number, headerHtml: NonNullable<RenderJob['headerHtml']>) =>
      pagesOf(await pdfOf({ html: pages(count), headerHtml })).replaceAll(' body', '');
    expect(await of(5, kinds)).to.equal('first\feven\fodd\feven\flast');
    expect(await of(2, kinds)).to.equal('first\flast');
    expect(await of(1, kinds)).to.equal('first');
    const { first: _, ...notFirst } = kinds;
    expect(await of(1, notFirst)).to.equal('last');
    expect(await of(3, notFirst)).to.equal('odd\feven\flast');
    expect(await of(3, { default: '[[page]] of [[pages]]', first: '' })).to.equal('body\f2 of 3\f3 of 3');
    expect(await of(3, { even: 'even' })).to.equal('body\feven\fbody');
    expect(await of(2, { default: '', even: '' })).to.equal('body\fbody');
  });

  it('leave all pages the margin that the highest kind needs', async () => {
    const footerHtml = { default: 'low', last: '<div style="height: 5cm">high</div>' };
    const tops = pdfWords(await pdfOf({ html: '<p style="height: 99cm">x', footerHtml })).filter(
      ({ text }) => text === 'low',
    );
    expect(pdfInfo(await pdfOf({ html: '<p style="height: 99cm">x', footerHtml })).pages).to.equal(5);
    expect(tops).to.have.lengthOf(4);
    const refused = await printed({ footerHtml, margin: { bottom: 1 } });
    expect((refused as ServiceError).message).to.include('50 mm high');
  });

  it('may compute with the numbers of pages, and have conditions on them', async () => {
    const pdf = await pdfOf({
      html: pages(4),
      headerHtml: '[[#if page > 1]]p. [[page | roman: "lower"]]/[[pages | roman]][[else]]cover[[/if]]',
      footerHtml: '[[#if page == pages]]end[[else]]next is [[page | plus: 1]][[/if]]',
    });
    expect(pagesOf(pdf)).to.equal(
      'cover body next is 2\fp. ii/IV body next is 3\fp. iii/IV body next is 4\fp. iv/IV body end',
    );
  });

  it('begin with the number that the request gives the first page', async () => {
    const job = { html: pages(3), headerHtml: { default: '[[page]] of [[pages]]', even: 'even [[page]]' } };
    expect(pagesOf(await pdfOf({ ...job, firstPageNumber: 18 }))).to.equal(
      '18 of 20 body\feven 19 body\f20 of 20 body',
    );
    expect(pagesOf(await pdfOf({ ...job, firstPageNumber: -1 }))).to.equal('-1 of 1 body\feven 0 body\f1 of 1 body');
    const of = await pdfOf({ html: `${pages(3)}<p id="last">[[page-of:#last]]`, firstPageNumber: 18 });
    expect(pagesOf(of)).to.equal('body\fbody\fbody 20');
    const css = '@page { @bottom-center { content: counter(page) "/" counter(pages) } }';
    expect(pagesOf(await pdfOf({ html: pages(3), css, firstPageNumber: -1 }))).to.equal(
      'body -1/3\fbody 0/3\fbody 1/3',
    );
    const refused = await printed({ ...job, headerHtml: '[[page | roman]]', firstPageNumber: 0 });
    expect((refused as ServiceError).message)
      .to.include('header_html')
      .and.include('from 1 to 3999');
  });

  it('have what only a page far on shows: images, a higher margin, what is blocked, tags without a value', async () => {
    const headerHtml = (more: string) => `[[#if page == 7]]${more}[[else]]low[[/if]]`;
    const job = { html: pages(8) };
    const files = { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#0a141e" d="M0 0h300v99H0"/></svg>' };
    const colours = pdfColours(await pdfOf({ ...job, headerHtml: headerHtml('<img src="a.svg">'), files }), 7);
    expect(colours).to.include('10,20,30');
    const high = pagesOf(await pdfOf({ ...job, headerHtml: headerHtml('<div style="height: 8cm">high</div>') }));
    expect(high.split('\f')[6]).to.equal('high body');
    for (const [more, code] of [
      ['<iframe src="https://example.com/">', 'content_forbidden'],
      ['<img src="b.png">', 'content_forbidden'],
      ['[[nothing]]', 'tag_without_value'],
    ] as const) {
      const refused = await printed({ ...job, headerHtml: headerHtml(more), strict: true });
      expect(refused, more).to.include({ code });
      expect((refused as ServiceError).message).to.include('header_html 1:');
      expect(await printed({ html: pages(6), headerHtml: headerHtml(more), strict: true }), more).to.be.instanceOf(
        Buffer,
      );
    }
  });

  it('print the text that runs: of the first element that begins on the page, else of the last one before it', async () => {
    const next = '<p style="break-before: page">x';
    const running = (text: string, name = 'chapter') => `<h1 data-running="${name}">${text}</h1>`;
    const html = `<p>cover${next}${running('One')}${running('Two')}${next}${next}${running('&lt;b>Three &amp; [[a')}${running('P', 'part')}`;
    const headerHtml = '([[#if running.chapter]][[running.chapter]][[else]]none[[/if]]|[[running.part]])';
    expect(
      pagesOf(await pdfOf({ html, headerHtml, data: { running: { part: 'own' } } }))
        .split('\f')
        .map((page) => page.replace(/\).*/s, ')')),
    ).to.deep.equal(['(none|)', '(One|)', '(Two|)', '(<b>Three & [[a|P)']);
    const lasts = '([[running.chapter | upcase]]|[[running.chapter.last | upcase]]|[[#if running.part.last]]x[[/if]])';
    expect(
      pagesOf(await pdfOf({ html, headerHtml: lasts }))
        .split('\f')
        .map((page) => page.replace(/\).*/s, ')')),
    ).to.deep.equal(['(||)', '(ONE|TWO|)', '(TWO|TWO|)', '(<B>THREE & [[A|<B>THREE & [[A|x)']);
    expect(pagesOf(await pdfOf({ headerHtml: '[[running.part]]', data: { running: { part: 'own' } } }))).to.equal(
      'own body',
    );
  });

  it('have room for the longest text that runs', async () => {
    const long = 'long text '.repeat(60).trim();
    const html = `<p>x<h1 data-running="a" style="break-before: page">y<span style="font-size: 0">${long}</span></h1>`;
    const headerHtml = '[[running.a]]';
    const [, second] = pagesOf(await pdfOf({ html, headerHtml })).split('\f');
    expect(second?.split('long').length).to.be.at.least(61);
    const refused = await printed({ html, headerHtml, margin: { top: 0.3 } });
    expect(refused).to.include({ code: 'invalid_parameter' });
  });

  it('of any kind are refused where they would be too large on all pages together', async () => {
    const long = 'x '.repeat(350_000);
    const job = { html: pages(50), margin: { top: 10 }, pageSize: 'A0' as const, data: { long } };
    const invisible = '<b style="font-size: 0">[[long]]</b>';
    for (const [headerHtml, says] of [
      [`${invisible}[[page]]`, 'longer than 33554432 characters on 50 pages'],
      [{ default: `${invisible}[[page | roman]]` }, 'header_html.default'],
    ] as const) {
      const refused = await printed({ ...job, headerHtml });
      expect(refused).to.be.instanceOf(ServiceError);
      expect((refused as ServiceError).message).to.include(says);
    }
  });

  it('escape their values, in any place', async () => {
    const text = '</style><script>[[page]] [[#if x]]{{y}}</b>\\7 url(https://example.com/)" onload="x';
    const html = '<h1 data-running="a">[[text]]</h1><h2 data-running="b">[[text]]</h2>';
    const headerHtml =
      '<style>b::before { content: "[[running.b]]"; color: [[running.b]] }</style><b title="[[running.b]]">b</b>[[running.a]]|[[running.b]]';
    const said = pagesOf(await pdfOf({ html, headerHtml, data: { text }, onBlocked: 'error' }));
    expect(said).to.include('</style><script>').and.include('{{y}}');
    expect(said.split('onload').length).to.be.at.least(4);
  });

  it('may have numbers in their styles and classes', async () => {
    const css = '.p2 { font-weight: bold; font-family: "DejaVu Sans" } .bar { height: 3mm; background: teal }';
    const headerHtml =
      '<div class="bar" style="width: calc(100% * [[page]] / [[pages]])"></div><b class="p[[page]]">part [[page]]</b>';
    expect(pdfText(await pdfOf({ html: pages(3), css, headerHtml }))).to.match(/part 1[\s\S]*part 2[\s\S]*part 3/);
  });

  it('do not hide a dark document behind an opaque background', async () => {
    const word = '<p style="background: #fe0203">body</p>';
    for (const html of [
      `<meta name="color-scheme" content="dark">${word}`,
      `<style>:root { color-scheme: dark }</style>${word}`,
    ]) {
      expect(pdfColours(await pdfOf({ html, headerHtml: '<p>head' }))).to.include('254,2,3');
    }
  });

  it('do not change the document', async () => {
    const html =
      '<head><meta name="color-scheme" content="dark"><style title="own">p { letter-spacing: 0 }</style></head><p>body</p>';
    const alone = pdfWords(await pdfOf({ html })).find(({ text }) => text === 'body');
    const headerHtml = '<style title="other">p { letter-spacing: 9px }</style><p>head';
    const pdf = await pdfOf({ html, headerHtml, margin: { top: 1 } });
    const width = (word: typeof alone): number => (word?.xMax ?? 0) - (word?.xMin ?? 0);
    const together = pdfWords(pdf).find(({ text }) => text === 'body');
    expect(width(together)).to.be.closeTo(width(alone), 0.1).and.above(5);
  });

  it('are skipped by readers of a tagged PDF, which has its language and title', async () => {
    const pdf = await pdfOf({ html: '<html lang="de"><title>Bericht</title><p>x', headerHtml: 'top', tagged: true });
    expect(pdfInfo(pdf)).to.include({ title: 'Bericht', tagged: true });
    expect(pdfSource(pdf))
      .to.match(/\/Lang \(de\)/)
      .and.include('/Artifact BMC');
  });

  it('that are empty are omitted', async () => {
    const plain = await pdfOf({ headerHtml: '', footerHtml: '' });
    expect(pdfSource(plain)).not.to.include('/Artifact');
    expect(plainMargins({})).to.include({ top: 10 / 25.4 });
  });

  it('stop at the limit of pages', async () => {
    expect(pdfInfo(await pdfOf({ html: pages(50), headerHtml: '[[page]]' })).pages).to.equal(50);
    expect(await printed({ html: pages(51), headerHtml: '[[page]]' })).to.include({ code: 'page_limit' });
  });

  describe('and what the PDF says of itself', () => {
    it('is the title of its document, else the name of its file, else nothing', async () => {
      expect(pdfInfo(await pdfOf({ html: '<title>Über uns</title>x', filename: 'a.pdf' })).title).to.equal('Über uns');
      expect(pdfInfo(await pdfOf({ filename: 'Rechnung <4711> & mehr.pdf' })).title).to.equal('Rechnung <4711> & mehr');
      expect(pdfInfo(await pdfOf({})).title).to.equal(undefined);
    });

    it('is the language of its document', async () => {
      expect(pdfSource(await pdfOf({ html: '<html lang="pt-BR">x' }))).to.include(
        `/Lang <${Buffer.from('\ufeffpt-BR', 'utf16le').swap16().toString('hex')}>`,
      );
    });
  });
});
