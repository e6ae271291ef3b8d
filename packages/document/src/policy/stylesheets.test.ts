import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { checkFragment } from '../check-fragment.js';
import { DocumentFiles, type FileContent } from '../files.js';

const CDN = 'https://cdn.example/';

/** @param sheets by path or URL. */
function checked(html: string, sheets: Record<string, FileContent> = {}, css = '') {
  const files = new DocumentFiles(sheets);
  const fetched = (url: string) => {
    const text = sheets[url];
    return typeof text === 'string' ? { text } : undefined;
  };
  const { html: printed, wantedSheets, reports } = checkDocument({ html, css }, { files, fetched });
  const styles = [...printed.matchAll(/<style[^>]*>.*?<\/style>/gs)].map(([style]) => style);
  return { styles, wantedSheets, says: reports.read(reports.addresses).map(({ message }) => message) };
}

describe('The style sheets that a document names', () => {
  it('replace the links to them', () => {
    const html =
      '<link rel=stylesheet href=a.css><style>b</style><link rel=stylesheet href=/css/c.css?v=2 media=print><p>x<link rel=stylesheet href="d.css">';
    const { styles, says } = checked(html, { 'a.css': 'a', 'css/c.css': 'c', 'd.css': 'd' }, 'e');
    expect(styles).to.deep.equal([
      '<style>a</style>',
      '<style>b</style>',
      '<style media="print">c</style>',
      '<style>e</style>',
      '<style>d</style>',
    ]);
    expect(says).to.deep.equal([]);
  });

  it('keep the condition of an import that ends the text without a semicolon', () => {
    const { styles } = checked('', { 'a.css': 'a' }, '@import "a.css" layer(one)');
    expect(styles).to.deep.equal(['<style>@layer one{a}</style>']);
  });

  it('are read without their byte order marks', () => {
    const marked = '\ufeffa { b: "ü" }';
    const utf16 = Buffer.from(marked, 'utf16le');
    const sheets = {
      'text.css': `\ufeff@import "imported.css"; c`,
      'imported.css': marked,
      'utf8.css': { base64: Buffer.from(marked).toString('base64') },
      'le.css': { base64: utf16.toString('base64') },
      'be.css': { base64: Buffer.from(utf16).swap16().toString('base64') },
    };
    const links = ['text', 'utf8', 'le', 'be'].map((name) => `<link rel=stylesheet href=${name}.css>`).join('');
    const { styles, says } = checked(links, sheets, marked);
    const texts = styles.map((style) => style.replaceAll(/<\/?style>/g, '').trim());
    expect(texts).to.deep.equal(['a { b: "ü" }', 'c', ...Array(4).fill('a { b: "ü" }')]);
    expect(says).to.deep.equal([]);
  });

  it('are requested, each once, until they are available', () => {
    const html = `<link rel=stylesheet href=${CDN}a.css><link rel=stylesheet href=//cdn.example/a.css#x>`;
    expect(checked(html).wantedSheets).to.deep.equal([`${CDN}a.css`]);
    const first = checked(html, { [`${CDN}a.css`]: '@import "b/b.css"; a' });
    expect(first.wantedSheets).to.deep.equal([`${CDN}b/b.css`]);
    const sheets = {
      [`${CDN}a.css`]: '@import "b/b.css"; a',
      [`${CDN}b/b.css`]: '@import "../c.css"; b',
      [`${CDN}c.css`]: 'c',
    };
    const { styles, wantedSheets } = checked(html.slice(0, html.indexOf('><') + 1), sheets);
    expect(wantedSheets).to.deep.equal([]);
    expect(styles).to.deep.equal(['<style>c</style>', '<style> b</style>', '<style> a</style>']);
  });

  it('are not imported for other media, without a warning', () => {
    for (const html of [
      `<style>@import "${CDN}a.css" screen; @import "b.css" only screen and (color), speech;</style>`,
      `<style media="screen">@import "${CDN}a.css"; @import "b.css" print;</style>`,
      '<style>@import "c.css";</style>',
    ])
      expect(checked(html, { 'c.css': '@import "d.css" screen;' }), html).to.deep.include({
        wantedSheets: [],
        says: [],
      });
  });

  it('import others with layers, conditions and media', () => {
    const sheets = { 'a.css': 'a { b: c' };
    for (const [rule, style] of [
      ['@import "a.css" print;', '<style media="print">a { b: c}</style>'],
      ['@import url(a.css) layer;', '<style>@layer{a { b: c}}</style>'],
      [
        '@import url("a.css") layer(x.y) supports(display: grid) screen and (color), print;',
        '<style media="screen and (color), print">@layer x.y{@supports (display: grid){a { b: c}}}</style>',
      ],
      ['@import "a.css" supports(not (display: grid));', '<style>@supports not (display: grid){a { b: c}}</style>'],
    ] as const) {
      expect(checked(`<style>${rule} d</style>`, sheets).styles[0], rule).to.equal(style);
      expect(checked('', sheets, rule).styles[0], rule).to.equal(style);
    }
    expect(checked('<style media=print>@import "a.css" (color);</style>', sheets).styles[0]).to.equal(
      '<style media="(color)">@media print{a { b: c}}</style>',
    );
  });

  it('end what they leave open where something is around them', () => {
    for (const [css, ended] of [
      ['a { b: c /* d', 'a { b: c /* d*/}'],
      ['a { b: "c', 'a { b: "c\n}'],
      ['@media x { a { b: (c', '@media x { a { b: (c)}}'],
      ['a { b: url(c', 'a { b: url(https://'],
    ] as const) {
      const [style = ''] = checked('<style>@import "a.css" layer(l);</style>', { 'a.css': css }).styles;
      expect(style.slice('<style>@layer l{'.length), css).to.satisfy((text: string) => text.startsWith(ended));
      expect(style).to.match(/\}<\/style>$/);
    }
  });

  it('are followed three imports deep, and never in a circle', () => {
    const { styles, says } = checked('<link rel=stylesheet href=a.css>', { 'a.css': '@import "a.css"; a' });
    expect(styles).to.have.lengthOf(4);
    expect(says).to.deep.equal([
      '`@import` at `a.css` 1:1 is not followed: style sheets import others 3 levels deep at most.',
    ]);
  });

  it('import one of the same name in the folder above', () => {
    const { styles, says } = checked('<link rel=stylesheet href=a.css>', {
      'a.css': '@import "../a.css"; a',
      '../a.css': 'b',
    });
    expect(styles).to.deep.equal(['<style>b</style>', '<style> a</style>']);
    expect(says).to.deep.equal([]);
  });

  it('are at most fifty, including nested imports', () => {
    const many = '@import "a.css";'.repeat(100);
    const { styles, says } = checked('<link rel=stylesheet href=a.css>', { 'a.css': `${many} a` });
    expect(styles.length).to.be.at.most(50);
    expect(says.join()).to.include('one style sheet too many');
  });

  it('are under the same policy, and a message names the sheet', () => {
    const { styles, says } = checked('<link rel=stylesheet href=css/a.css>', {
      'css/a.css': '\np { mask: url(x) }</style><iframe src=x>',
    });
    expect(styles).to.have.lengthOf(1);
    expect(styles[0]).to.match(
      /^<style>\np \{ mask: url\(https:\/\/[0-9a-f]{24}-s[0-9a-f]{16}-1\.invalid\/\) \}<\\\/style><iframe src=x><\/style>$/,
    );
    expect(says).to.deep.equal([
      '`url()` at `css/a.css` 2:11 is not loaded: CSS may not load anything; for an image, use an `img` element, or send `embedded_resources: true`, with which style sheets load paths in `files` and data URLs.',
    ]);
  });

  it('that are missing are reported with the way to send them', () => {
    expect(checked('<link rel=stylesheet href="../css/my%20style.css?x">').says).to.deep.equal([
      '`link` `href` at html 1:22 is not loaded: send the style sheet in `files`, as `../css/my style.css`.',
    ]);
    for (const tag of ["{% static 'a.css' %}", 'https://a.example/{{ theme }}.css', '<?= $css ?>'])
      expect(checked(`<link rel=stylesheet href="${tag}">`).says[0]).to.include('a tag of another template language');
    expect(checked('<link rel=stylesheet href="http://a.example/x.css">').says[0]).to.include('uses `http:`');
  });

  it('of a font service are not requested where all of their families are installed', () => {
    const link = (query: string): string => `<link rel=stylesheet href="https://fonts.googleapis.com/${query}">`;
    for (const query of [
      'css?family=Roboto:400,700|Open+Sans',
      'css2?family=Inter:wght@400..700&amp;family=Lora&amp;display=swap',
    ]) {
      expect(checked(link(query)), query)
        .to.include({})
        .and.have.property('wantedSheets')
        .that.has.lengthOf(0);
    }
    // The last ones also have classes.
    for (const query of ['css?family=Roboto|Gotham', 'icon?family=Material+Icons', 'css2?family=Material+Icons']) {
      expect(checked(link(query)).wantedSheets, query).to.have.lengthOf(1);
    }
  });

  it('are found in headers and footers too', () => {
    const files = new DocumentFiles({ 'a.css': 'a' });
    const { html } = checkFragment('<link rel=stylesheet href=a.css><p>x</p>', 'header_html', { resources: { files } });
    expect(html).to.equal('<style>a</style><p>x</p>');
  });
});
