import { ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './check-document.js';
import { checkFragment } from './check-fragment.js';
import { MAX_NESTING } from './policy/inspection.js';
import { markForTags } from './structure/marks.js';

const STYLE = '<style>b{}</style>';
const build = (html: string): string => checkDocument({ html, css: 'b{}' }).html;

describe('Building the document', () => {
  for (const [what, html, head, body] of [
    ['a fragment', '<h1>x</h1>', STYLE, '<h1>x</h1>'],
    ['just text', 'a & b', STYLE, 'a &amp; b'],
    ['nothing', '', STYLE, ''],
    ['a head with a sheet of its own', '<head><style>h{}</style></head><p>x', `<style>h{}</style>${STYLE}`, '<p>x</p>'],
    ['a head that is never named', '<title>x</title><p>y', `<title>x</title>${STYLE}`, '<p>y</p>'],
    ['a comment that names the head', '<head><!-- </head><body> --></head>', STYLE, ''],
    ['an attribute that names the head', '<head><meta a="</head>"></head>', `<meta a="&lt;/head&gt;">${STYLE}`, ''],
    [
      'a title that names the head',
      '<title></head><style></title>',
      `<title>&lt;/head&gt;&lt;style&gt;</title>${STYLE}`,
      '',
    ],
    ['noscript, which is part of the document', '<body><noscript><b>x</b></noscript>', STYLE, '<b>x</b>'],
    ['a byte order mark', '\ufeff<title>x</title>', `<title>x</title>${STYLE}`, ''],
  ] as const) {
    it(`puts the sheet at the end of the head, for ${what}`, () => {
      expect(build(html)).to.equal(`<html><head>${head}</head><body>${body}</body></html>`);
    });
  }

  it('keeps the language and attributes of the root and the body', () => {
    const built = build('<!doctype html><html lang="de"><body class="x">y');
    expect(built).to.include('<html lang="de">').and.include('<body class="x">y');
  });

  const XHTML = '-//W3C//DTD XHTML 1.0 Transitional//EN';
  for (const [written, doctype] of [
    ['', ''],
    ['<!doctype nonsense>', ''],
    ['<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">', ''],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', ''],
    [
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
      `<!DOCTYPE html PUBLIC "${XHTML}" "">`,
    ],
    [
      `<!DOCTYPE html PUBLIC "${XHTML}" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`,
      `<!DOCTYPE html PUBLIC "${XHTML}" "">`,
    ],
    ['<!-- x --> <!doctype HTML>', '<!DOCTYPE html>'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">', '<!DOCTYPE html>'],
    ['<!DOCTYPE html SYSTEM "&quot;<b>', ''],
    ["<!DOCTYPE html SYSTEM '<b>'>", ''],
    ["<!DOCTYPE html SYSTEM '<b onclick=x'>", '<!DOCTYPE html>'],
  ] as const) {
    it(`keeps the mode of ${written || 'no doctype'}, and no more of it`, () => {
      const built = build(`${written}<html><p>x`);
      expect(built.slice(0, built.indexOf('<html'))).to.equal(doctype);
      expect(build(built), 'once more').to.equal(built.replace(STYLE, `${STYLE}${STYLE}`));
    });
  }

  it('keeps a table in the paragraph that quirks mode leaves it in', () => {
    const table = '<table><tbody><tr><td>x</td></tr></tbody></table>';
    expect(build(`<p>a${table}`)).to.include(`<p>a${table}</p>`);
    expect(build(`<!DOCTYPE html><p>a${table}`)).to.include(`<p>a</p>${table}`);
  });

  for (const css of [
    'a::after { content: "</style><p>out" }',
    '/* </STYLE > */ b{}',
    '</style',
    '<</style><</style>',
  ]) {
    it(`keeps CSS within its element: ${css}`, () => {
      const built = checkDocument({ html: '<i></i>', css }).html;
      expect(built.match(/<\/style/gi)).to.have.lengthOf(1);
      expect(built).to.match(/<\/style><\/head><body><i><\/i><\/body><\/html>$/);
    });
  }

  it('does not repeat a long `lang`, which is not a language tag, in the marks of its elements', () => {
    const html = `<html lang="${'a'.repeat(10_000)}">${'<sub>x</sub>'.repeat(1_000)}`;
    expect(checkDocument({ html, mark: markForTags }).html.length).to.be.below(50_000);
  });

  itWithinCpuMs(10_000, 'takes deep documents and refuses those that are too deep for any browser', () => {
    const nested = (levels: number): string => '<div>'.repeat(levels);
    expect(build(nested(MAX_NESTING - 3))).to.include('</div>');
    for (const html of [nested(MAX_NESTING + 1), nested(100_000), '<svg>'.repeat(100_000)]) {
      expect(() => build(html))
        .to.throw(ServiceError, 'nests elements more than 500 levels')
        .with.property('code', 'document_too_complex');
    }
  });

  it('puts CSS with other line ends and null characters in as HTML will read it', () => {
    expect(checkDocument({ html: 'x', css: 'a {}\r\nb {}\rc {}\0' }).html).to.include(
      '<style>a {}\nb {}\nc {}\ufffd</style>',
    );
  });

  it('returns the title and the language', () => {
    const { title, language } = checkDocument({
      html: '<html lang=" de-CH "><title> Invoice\n  4711 &amp; more </title><svg><title>x</title></svg><title>y</title>',
    });
    expect({ title, language }).to.deep.equal({ title: 'Invoice 4711 & more', language: 'de-CH' });
  });

  it('omits a missing or empty title and language', () => {
    for (const html of ['<svg><title>x</title></svg>', '<html lang=""><title> </title>']) {
      expect(checkDocument({ html })).to.have.all.keys(
        'html',
        'numbered',
        'images',
        'changesPage',
        'counted',
        'features',
        'formulas',
        'ownMargins',
        'references',
        'replacedFonts',
        'reportAt',
        'reports',
        'strings',
        'wantedSheets',
      );
    }
  });
});

describe('What the request says about pages', () => {
  const own = '@page { size: A5; margin: 1cm; @top-left { content: "x" } }';

  it('takes the place of what the document says, in the sheet and in style elements anywhere', () => {
    const { html } = checkDocument({
      html: `<style>${own}</style><p>x</p><style>@page { size: A5 !important } @page :first { size: A5 }</style>`,
      css: own,
      page: { size: '4in 6in', margin: '1in 2in' },
    });
    const rest = '@page {   @top-left { content: "x" } }';
    const head = `<style>@page { size: 4in 6in; margin: 1in 2in }</style><style>${rest}</style><style>${rest}</style>`;
    expect(html).to.equal(
      `<html><head>${head}</head><body><p>x</p><style>@page { } @page :first { size: A5 }</style></body></html>`,
    );
  });

  it('leaves alone what it does not decide', () => {
    expect(checkDocument({ html: '', css: own }).html).to.include(`<style>${own}</style></head>`);
    expect(checkDocument({ html: '', css: own, page: { margin: '0' } }).html)
      .to.include('@page { size: A5;  @top-left')
      .and.include('<head><style>@page { margin: 0 }</style>');
  });
});

describe('A header or footer', () => {
  it('is content that a div may have, with separate sheets and images', () => {
    const { html, images } = checkFragment(
      '<!doctype html><html><head><style>b { color: red }</style></head><body class="x"><b>[[page]]</b><img src="https://images.example/a b">',
      'header_html',
    );
    expect(html).to.equal('<style>b { color: red }</style><b>[[page]]</b><img src="https://images.example/a%20b">');
    expect(images).to.have.lengthOf(1);
    expect(images[0]).to.include({ url: 'https://images.example/a%20b', place: '`img` `src` at header_html 1:102' });
  });

  it('is read without its byte order mark', () => {
    const { html } = checkFragment('\ufeff<p>x</p>', 'watermark_html');
    expect(html).to.equal(' <p>x</p>');
  });

  it('has no say about the size and margins of pages', () => {
    const { html } = checkFragment('<style>@page { size: A5; margin: 0 } b {}</style>', 'footer_html');
    expect(html).to.match(/^<style>@page \{ +\} b \{\}<\/style>$/);
  });
});
