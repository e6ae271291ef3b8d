import { expect } from 'chai';
import { describe, it } from 'mocha';
import { buildDocument } from './index.js';

const START = '<!DOCTYPE html><meta charset="utf-8">';
const STYLE = '<style>b{}</style>';
const build = (html: string): string => buildDocument({ html, css: 'b{}' });

describe('Building the document', () => {
  it('makes a fragment a document', () => {
    expect(build('<h1>x</h1>')).to.equal(`${START}${STYLE}<h1>x</h1>`);
    expect(build('just text')).to.equal(`${START}${STYLE}just text`);
    expect(build('')).to.equal(`${START}${STYLE}`);
  });

  it('adds nothing but the start where there is no CSS', () => {
    for (const css of [undefined, '', [], ['', '']]) {
      expect(buildDocument({ html: '<p>', ...(css === undefined ? {} : { css }) })).to.equal(`${START}<p>`);
    }
    expect(buildDocument({ html: '<!doctype html><p>', css: '' })).to.equal('<!doctype html><p>');
  });

  it('takes several sheets in their order, each on its own', () => {
    expect(buildDocument({ html: '<p>', css: ['a { /* open', '', '@page {}'] })).to.equal(
      `${START}<style>a { /* open</style><style>@page {}</style><p>`,
    );
  });

  // `|` marks where the sheet has to stand.
  for (const [what, marked] of Object.entries({
    'a whole head': '<!DOCTYPE html><html lang="de"><head><title>x</title><style>h{}</style>|</head><body><p>x',
    'a head that is never named': '<!doctype HTML>\n<title>x</title>\n|<p>x',
    'a head without an end': '<!doctype html><head><link rel=x>|<body>',
    'upper case': '<!DOCTYPE HTML><HTML><HEAD><STYLE>h{}</Style >|</HEAD><BODY>',
    'an empty head': '<!doctype html><html><head>|</head>',
    'a comment that names the head': '<!doctype html><!-- </head><body> --><html><head><!-- </head> -->|</head>',
    'comments that end at once': '<!doctype html><!--><!---><!----><!----!>|</head>-->',
    'a comment that does not end as it seems to': '<!doctype html><!--!> </head> -->|</head>',
    'attributes that name the head': `<!doctype html><html a="</head>" b='>' c=">"d><head e = "<body>" / f>|</head>`,
    'attributes of every shape': `<!doctype html><meta a b= c =d e=f/g =h "=i j='k'l / ><meta a=>|</head>`,
    'a title that names the head': '<!doctype html><title></head><style></titles></title>|</head>',
    'a style that names the head': '<!doctype html><style a=">">/* </head> </styles> */</style/>|</head>',
    'a script': '<!doctype html><script>"</head>"</script>|</head>',
  })) {
    it(`puts the sheet at the end of the head, for ${what}`, () => {
      const [before, behind] = marked.split('|') as [string, string];
      expect(build(before + behind)).to.equal(before + STYLE + behind);
    });
  }

  // The rest is either not the head any more or may swallow everything that follows.
  for (const rest of [
    '<body class="x"><style>h{}</style>',
    '<p>',
    'text<style>h{}</style>',
    '</html>',
    '<header>',
    '<h1>',
    '<noscript><style>h{}</style></noscript>',
    '<template><style></style></template>',
    '<!-- never closed <style>',
    '<title>never closed',
    '<style>never closed',
    '<script><!--<script></script><style></style>--></script>',
    '<meta name="never closed>',
    '<meta name',
    '<? x ?>',
    '<![CDATA[ x ]]>',
    '<',
  ]) {
    it(`puts the sheet before ${rest.slice(0, 28)}, where it applies in any case`, () => {
      expect(build(`<!doctype html><meta name=a>${rest}`)).to.equal(`<!doctype html><meta name=a>${STYLE}${rest}`);
    });
  }

  it('gives a document its doctype where it has none that counts', () => {
    expect(build('<html><head></head>')).to.equal(`${START}<html><head>${STYLE}</head>`);
    expect(build('<title>x</title><!doctype html><p>')).to.equal(`${START}<title>x</title><!doctype html>${STYLE}<p>`);
    expect(build('<!doctype html')).to.equal(`${START}${STYLE}<!doctype html`);
    expect(build(' \n<!-- x --><!doctype html><p>')).to.equal(` \n<!-- x --><!doctype html>${STYLE}<p>`);
  });

  it('drops a byte order mark, which would be text before the head', () => {
    expect(build('\ufeff<!doctype html><title>x</title>')).to.equal(`<!doctype html><title>x</title>${STYLE}`);
  });

  for (const css of [
    'a::after { content: "</style><p>out" }',
    '/* </STYLE > */ b{}',
    '</style',
    '<</style><</style>',
    'a { b: \\</style> }',
  ]) {
    it(`keeps CSS within its element: ${css}`, () => {
      const built = buildDocument({ html: '<p>', css });
      expect(built.match(/<\/style/gi)).to.have.lengthOf(1);
      expect(built).to.equal(
        `${START}<style>${css.replaceAll(/<\/style/gi, (end) => `<\\${end.slice(1)}`)}</style><p>`,
      );
    });
  }

  for (const [what, html] of Object.entries({
    comments: '<!-- x -->'.repeat(500_000),
    'open comments': '<!--'.repeat(1_000_000),
    attributes: `<meta ${'a '.repeat(2_000_000)}`,
    titles: '<title>'.repeat(500_000),
    scripts: '<script></script>'.repeat(200_000),
  })) {
    it(`reads megabytes of ${what} in no time`, () => {
      expect(build(html)).to.have.lengthOf(START.length + STYLE.length + html.length);
    }).timeout(5_000);
  }
});
