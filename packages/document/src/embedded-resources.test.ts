import { testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './check-document.js';
import { checkFragment } from './check-fragment.js';
import { DocumentFiles, type FileContent } from './files.js';
import { OUR_FAMILIES } from './fonts/families.js';
import { GIF, PNG, SVG } from './policy/testing/images.js';

const bytesOf = (url: string): { base64: string } => ({ base64: url.slice(url.indexOf(',') + 1) });
const FONT = testFont('Mine', { format: 'woff2' }).toString('base64');
const FONT_URL = `data:font/woff2;base64,${FONT}`;
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const DRAWING_URL = `data:image/svg+xml;base64,${Buffer.from(DRAWING).toString('base64')}`;

const FILES: Record<string, FileContent> = {
  'img/a.png': bytesOf(PNG),
  'dot.svg': DRAWING,
  'fonts/mine.woff2': { base64: FONT },
  'css/a.css': 'p { background: url(../img/a.png) }',
  'no.txt': 'text',
};

interface Printed {
  css: string;
  /** The whole document. */
  html: string;
  says: string[];
  images: unknown[];
}

function check(html: string, css = '', embeds = true): Printed {
  const files = new DocumentFiles(FILES, embeds);
  const { html: whole, images, reports } = checkDocument({ html, css }, { files });
  return {
    html: whole,
    css: /<style>([\s\S]*?)<\/style>/.exec(whole)?.[1] ?? '',
    says: reports.read(reports.addresses).map(({ message }) => message),
    images: images.map(({ file }) => file?.path),
  };
}

describe('With `embedded_resources`', () => {
  for (const [css, printed] of [
    ['p { background: url(img/a.png) }', `p { background: url(${PNG}) }`],
    ['p { background: url("/img/a.png?v=2") }', `p { background: url("${PNG}") }`],
    ['p { background-image: image-set("img/a.png" 1x) }', `p { background-image: image-set("${PNG}" 1x) }`],
    ['li { list-style: url(dot.svg) }', `li { list-style: url(${DRAWING_URL}) }`],
    ['p { mask: url(dot.svg#m) }', `p { mask: url(${DRAWING_URL}#m) }`],
    ['p::before { content: url(dot.svg) }', `p::before { content: url(${DRAWING_URL}) }`],
    ['p { border-image: url(img/a.png) 3 }', `p { border-image: url(${PNG}) 3 }`],
    [`p { background: url(${PNG}) }`, `p { background: url(${PNG}) }`],
    [`p { background: url('${GIF.replace('gif', 'png')}') }`, `p { background: url("${GIF}") }`],
    [
      `p { background: url("data:image/svg+xml,${encodeURIComponent(DRAWING)}") }`,
      `p { background: url("${DRAWING_URL}") }`,
    ],
    [
      '@font-face { font-family: Mine; src: url(fonts/mine.woff2) format("woff2") }',
      `@font-face { font-family: Mine; src: url(${FONT_URL}) format("woff2") }`,
    ],
    [
      '@font-face { font-family: Inter; src: url(https://a.example/x.woff2), url(fonts/mine.woff2) }',
      `@font-face { font-family: Inter; src: url(data:,), url(${FONT_URL}) }`,
    ],
    [
      `@font-face { font-family: Mine; src: url(data:application/font-woff2;base64,${FONT}) }`,
      `@font-face { font-family: Mine; src: url(${FONT_URL}) }`,
    ],
  ] as const)
    it(`a style sheet loads what the request carries: ${css.slice(0, 80)}`, () => {
      const { says, ...inElement } = check(`<style>${css}</style><p>x`);
      expect(says).to.deep.equal([]);
      expect(inElement.css).to.equal(printed);
      expect(inElement.images, 'as data, without a request').to.deep.equal([]);
      expect(check('<p>x', css).html).to.include(`<style>${printed}</style>`);
      const header = checkFragment(`<style>${css}</style>x`, 'header_html', {
        resources: { files: new DocumentFiles(FILES, true) },
      });
      expect(header.html).to.include(printed);
    });

  for (const before of [
    '',
    '/* Fonts */ ',
    `/*! ${'License text (https://a.example/). '.repeat(100)}*/\n`,
    '/* a */\n/* b { c } */',
    '<!-- ',
    '<!-- /* Font Definitions */\n',
    '@charset "utf-8"; /* x */ ',
    '@namespace "http://www.w3.org/1999/xhtml";/* x */',
    'b { color: red } /* x */ ',
    '@layer a; /* x */',
  ])
    it(`a face keeps its name in a document with other scripts, after ${before.slice(0, 40)}`, () => {
      const css = '@font-face { font-family: Mine; src: url(fonts/mine.woff2) } p { font-family: Mine }';
      const resources = { files: new DocumentFiles(FILES, true), families: { ...OUR_FAMILIES, withScripts: true } };
      const { html } = checkDocument({ html: `<style>${before}${css}</style><p>سلام` }, resources);
      expect(html).to.include('@font-face { font-family: Mine; src: url(data:');
      expect(html).to.include('p { font-family: Mine,toolpress-sans }');
    });

  it('an attribute loads it, too', () => {
    expect(check('<p style="background: url(img/a.png)">x').html).to.include(`background: url(${PNG})`);
  });

  it('paths are relative to their style sheet', () => {
    const { html, says } = check('<link rel="stylesheet" href="css/a.css"><p>x');
    expect(says).to.deep.equal([]);
    expect(html).to.include(`p { background: url(${PNG}) }`);
  });

  it('style sheets may be data URLs, with others in them', () => {
    const inner = `data:text/css;base64,${Buffer.from('b { color: red }').toString('base64')}`;
    const outer = `data:text/css,${encodeURIComponent(`@import url(${inner}); i { color: teal; background: url(img/a.png) }`)}`;
    const { html, says } = check(`<link rel="stylesheet" href="${outer}"><style>@import "${inner}";</style><p>x`);
    expect(html.split('b { color: red }')).to.have.lengthOf(3);
    expect(html).to.include('color: teal').and.not.to.include(PNG); // nothing is relative to a data URL
    expect(says).to.have.lengthOf(1);
  });

  it('images in elements may be data URLs of any kind', () => {
    const { html, says, images } = check(`<img src="${SVG}"><img src="${SVG}">`);
    expect(says).to.deep.equal([]);
    expect(images).to.deep.equal(['a data URL']);
    expect(html).to.match(/<img src="https:\/\/data-0-\w+\.invalid\/"><img/);
  });

  for (const [css, said] of [
    ['p { background: url(https://a.example/x.png) }', 'CSS may not load anything'],
    ['p { background: url(//a.example/x.png) }', 'CSS may not load anything'],
    ['p { background: url(file:///etc/passwd) }', 'CSS may not load anything'],
    ['p { background: url(gone.png) }', 'the request has no such file'],
    ['p { background: url(no.txt) }', 'it is no image or font'],
    ['p { background: url(fonts/mine.woff2) }', 'it is no image or font'],
    ['p { background: url("data:text/html,<script>") }', 'it is no image or font'],
    ['@font-face { font-family: Own; src: url(img/a.png) } p { font-family: Own }', 'it is no image or font'],
    ['@font-face { font-family: Own; src: url(https://a.example/a.woff2) } p { font-family: Own }', 'is not loaded'],
    ['@import "data:text/html,x";', 'is a data URL without a style sheet'],
  ] as const)
    it(`nothing else is loaded: ${css}`, () => {
      const { html, says } = check('<p>x', css);
      expect(html).not.to.match(/a\.example|etc\/passwd|text\/html/);
      expect(says.join()).to.include(said);
    });

  it('is the same in each check of a document', () => {
    const files = new DocumentFiles({ 'a.svg': DRAWING.replace('>', ` data-x="${'x'.repeat(8_000_000)}">`) }, true);
    const lengths = [1, 2, 3].map(
      () => checkDocument({ html: '<p>x', css: 'p { mask: url(a.svg) }' }, { files }).html.length,
    );
    expect(new Set(lengths).size).to.equal(1);
  });

  it('the amount of data in style sheets is limited', () => {
    const large = new DocumentFiles({ 'a.svg': DRAWING.replace('>', ` data-x="${'x'.repeat(4_000_000)}">`) }, true);
    const css = 'p { background: url(a.svg) } '.repeat(10);
    const { html, reports } = checkDocument({ html: '<p>x', css }, { files: large });
    expect(html.length).to.be.below(22_000_000);
    expect(reports.read(reports.addresses)).not.to.be.empty;
  });
});

describe('Without `embedded_resources`', () => {
  for (const css of [
    'p { background: url(img/a.png) }',
    `p { background: url(${PNG}) }`,
    '@font-face { font-family: Own; src: url(fonts/mine.woff2) } p { font-family: Own }',
    `@import "data:text/css,p{}";`,
  ])
    it(`the option is named where it would help: ${css.slice(0, 60)}`, () => {
      const { says } = check('<p>x', css, false);
      expect(says.join()).to.include('`embedded_resources: true`');
    });
  for (const css of ['p { background: url(https://a.example/x.png) }', 'p { background: url(//a.example/x.png) }'])
    it(`the option is not named where it would not: ${css}`, () => {
      expect(check('<p>x', css, false).says.join())
        .to.include('is not loaded')
        .and.not.to.include('embedded');
    });
  it('images are as before', () => {
    expect(check(`<img src="${SVG}">`, '', false).says.join()).to.include('`embedded_resources: true`');
  });
});
