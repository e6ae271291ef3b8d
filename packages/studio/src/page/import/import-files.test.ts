import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { describe, it } from 'mocha';
import { unpacked } from './archive.js';
import { textOf } from './decode.js';
import { cleanGoogleDocs } from './google-docs.js';
import { importFiles, templateOf } from './import-files.js';
import type { Imported, ImportLimits } from './imported.js';
import { normalPath } from './paths.js';
import { cleanWord } from './word.js';

const LIMITS: ImportLimits = { maxTextBytes: 2_000, maxTemplateBytes: 100_000, maxFiles: 3, maxSamples: 2 };
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);

const of = (files: Record<string, string | Uint8Array>, from?: string): Imported =>
  templateOf(
    new Map(
      Object.entries(files).map(([path, content]) => [path, typeof content === 'string' ? strToU8(content) : content]),
    ),
    LIMITS,
    from,
  );

describe('Files that become a template', () => {
  it('are a document with its style sheets, the images that it names, and data', () => {
    const { name, saved, notes } = of(
      {
        'site/index.html': '<link rel="stylesheet" href="css/a.css?v=1"><img src="My%20logo.png"><img src="b.svg">',
        'site/css/a.css': 'h1 { color: teal }',
        'site/My logo.png': PNG,
        'site/b.svg': '<svg/>',
        'site/unused.png': PNG,
        'site/data.json': '{"a": 1}',
      },
      'Menu 2026.zip',
    );
    expect(name).to.equal('menu-2026');
    expect(saved).to.deep.equal({
      content: '<img src="My%20logo.png"><img src="b.svg">',
      css: 'h1 { color: teal }\n',
      files: { 'My logo.png': { base64: 'iVBORw==' }, 'b.svg': '<svg/>' },
      sample_data: { data: { a: 1 } },
    });
    expect(notes).to.deep.equal(['`site/unused.png` is left out, because the document does not name it.']);
  });

  it('keep links to sheets that are not given, and name one of several documents', () => {
    const { saved, notes, name } = of({
      'b/c.html': 'c',
      'Täxt ½.html.twig': '<link rel="stylesheet" href="x.css">{{ a }}',
    });
    expect(saved).to.deep.equal({ content: '<link rel="stylesheet" href="x.css">{{ a }}' });
    expect(name).to.equal('ta-xt-1-2');
    expect(notes).to.deep.equal(['`Täxt ½.html.twig` is the template. `b/c.html` is left out: drop it alone.']);
  });

  it('leave out files beyond the limits, and say so', () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((each) => [`${each}.png`, PNG]));
    const html = Object.keys(files).join(' ');
    const many = of({ 'a.html': html, ...files });
    expect(Object.keys(many.saved.files ?? {})).to.have.lengthOf(3);
    expect(many.notes[0]).to.match(/^`4\.png` \(0\.1 MiB\) is left out: a template has at most 3 files and 0\.1 MiB/);
    expect(() => of({ 'a.html': 'x'.repeat(3_000) })).to.throw(/The HTML has 0.1 MiB; a template may have/);
  });

  for (const [path, next] of [
    ['letter.docx', /Web Page, Filtered/],
    ['word/document.xml', /Web Page, Filtered/],
    ['a.odt', /HTML Document/],
    ['a.mht', /Web Page, Filtered/],
    ['a.pdf', /begin with a sample/],
    ['a.xlsx', /Save it as a web page/],
    ['a.png', /Choose an HTML file/],
  ] as const)
    it(`are not ${path}: the message says what to do`, () => expect(() => of({ [path]: PNG })).to.throw(next));

  it('are read from a ZIP, whose paths stay inside', async () => {
    const zip = zipSync({
      'a/b.html': strToU8('<p>[[x]]</p>'),
      '../evil.html': strToU8('x'),
      '__MACOSX/b.html': strToU8('y'),
    });
    const { saved, name } = await importFiles([new File([zip], 'My Offer.zip')], LIMITS);
    expect([name, saved]).to.deep.equal(['b', { content: '<p>[[x]]</p>' }]);
    for (const path of ['../a', 'a/../../b', '.', '']) expect(normalPath(path)).to.equal(undefined);
    expect(normalPath('a\\.\\b//c/../d')).to.equal('a/b/d');
  });

  it('are refused as a ZIP that is too large when it is unpacked, or damaged', () => {
    const bomb = zipSync({ 'a.html': new Uint8Array(21 * 1024 * 1024) });
    expect(bomb.length).to.be.below(100_000);
    expect(() => unpacked(bomb)).to.throw(/too large/);
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${index}.txt`, new Uint8Array(1)])),
    );
    expect(() => unpacked(many)).to.throw(/too large/);
    expect(() => unpacked(Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2))).to.throw(/can’t be read/);
    // A size that is smaller than the content
    const lying = zipSync({ 'a.html': new Uint8Array(1_000_000) });
    const view = new DataView(lying.buffer, lying.byteOffset);
    const directory = lying.length - 22 - 46 - 'a.html'.length;
    view.setUint32(directory + 24, 10, true);
    expect([...unpacked(lying).values()].map(({ length }) => length)).to.deep.equal([10]);
  });
});

describe('A web page of Word', () => {
  const { html, css, notes } = cleanWord(`<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="x/filelist.xml">
<style><!--
 /* Font */ @font-face {font-family:Calibri; panose-1:2 15;}
 p.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;}
 @page WordSection1 {size:595.3pt 841.9pt; mso-header:url("x/header.htm") h1;}
 @list l0 {mso-list-id:1;}
--></style><!--[if gte mso 9]><xml><w:View/></xml><![endif]--></head>
<body style='tab-interval:35pt'><p class=MsoNormal style='mso-a:b;text-align:
justify'><!--[if gte vml 1]><v:shape></v:shape><![endif]--><![if !vml]><img src="a.png"><![endif]>Hi<o:p>&nbsp;</o:p></p>&laquo;Name&raquo;</body></html>`);

  it('keeps what browsers read', () => {
    expect(css).to.equal(
      'p.MsoNormal { margin:0cm; font-family:"Calibri",sans-serif }\n@page WordSection1 { size:595.3pt 841.9pt }\n',
    );
    expect(html.replace(/\s*\n\s*/g, '')).to.equal(
      `<html><head></head><body><p class=MsoNormal style='text-align: justify'><img src="a.png">Hi&nbsp;</p>«Name»</body></html>`,
    );
  });

  it('reports missing parts', () => {
    expect(notes).to.have.lengthOf(1);
    expect(notes[0]).to.match(/header and footer .* write them in Options/);
    expect(cleanWord('<!--[if gte vml 1]><v:rect/><![endif]-->').notes[0]).to.match(/Drawings/);
  });
});

describe('A web page of Google Docs', () => {
  it('has its margins as options, its links without a detour, and no fonts of another host', () => {
    const { html, css, options, notes } = cleanGoogleDocs(
      '<html><head><style>@import url(https://themes.googleusercontent.com/fonts/css?kit=a);.c1{color:#000}.c5{background-color:#fff;max-width:468pt;padding:72pt 72pt 72pt 72pt}</style></head><body class="c5 doc-content"><p><a href="https://www.google.com/url?q=https://a.example/b?c%3D1&amp;sa=D">x</a></p></body></html>',
    );
    expect(options).to.deep.equal({ page_size: 'Letter', margin: '72pt 72pt 72pt 72pt' });
    expect(html).to.include('\n<p><a href="https://a.example/b?c=1">x</a>');
    expect(css).to.equal('.c1{color:#000}\n.c5{background-color:#fff;}\n');
    expect(notes[0]).to.match(/fonts of Google/);
  });
});

describe('The encoding of a file', () => {
  it('is what it declares, UTF-8, or that of Windows', () => {
    expect(textOf(strToU8('ä€'))).to.equal('ä€');
    expect(textOf(Uint8Array.of(0xe4, 0x80))).to.equal('ä€');
    expect(textOf(Uint8Array.of(...strToU8('<meta charset="iso-8859-2">'), 0xb1))).to.match(/ą$/);
    expect(textOf(Uint8Array.of(0xff, 0xfe, 0x41, 0))).to.equal('A');
  });
});
