import { expect } from 'chai';
import { describe, it } from 'mocha';
import { freeName, insertionPoint, nameFault, safeName, sizeOf, snippetOf, withAdded } from './template-files.js';

const LIMITS = { maxFiles: 3, maxTemplateBytes: 1_000, maxFontBytes: 300 };
const bytes = (count: number) => ({ base64: Buffer.alloc(count).toString('base64') });

describe('The files of a template', () => {
  it('have names that HTML and CSS can use', () => {
    expect(safeName('Mein Logo (2).PNG')).to.equal('Mein-Logo-2.PNG');
    expect(safeName('C:\\Bilder\\gro\u0308ße.svg')).to.equal('größe.svg');
    expect(safeName('..//[[x]]"><b>.css')).to.equal('x-b.css');
    expect(safeName('blob', 'image/webp')).to.equal('blob.webp');
    expect(freeName('image.png', { 'image.png': 1, 'image-2.png': 1 })).to.equal('image-3.png');
  });

  it('are renamed to names of the same kind that are free', () => {
    expect(nameFault('images/logo.jpg', 'logo.png', {})).to.equal(undefined);
    for (const name of ['a b.png', 'https://x/y.png', '/a.png', ''])
      expect(nameFault(name, 'logo.png', {})).to.match(/^A name has letters/);
    expect(nameFault('logo.css', 'logo.png', {})).to.match(/“\.png”/);
    expect(nameFault('b.png', 'a.png', { 'b.png': 1 })).to.match(/Another file/);
  });

  it('are added and replaced', () => {
    const before = { 'a.png': bytes(9), 'b.svg': '<svg/>' };
    const { files, names, refused } = withAdded(before, [{ name: 'b.svg', content: '<svg></svg>' }], LIMITS, 0);
    expect([files, names, refused]).to.deep.equal([{ ...before, 'b.svg': '<svg></svg>' }, ['b.svg'], []]);
    expect(before['b.svg']).to.equal('<svg/>');
  });

  it('are refused with the reason over a limit', () => {
    const refusedOf = (name: string, content: string | { base64: string }, others = 0): string =>
      withAdded({ 'a.png': bytes(300), 'b.css': 'a{}', 'c.css': 'b{}' }, [{ name, content }], LIMITS, others)
        .refused[0] ?? '';
    expect(refusedOf('x.docx', bytes(9))).to.match(/^x\.docx is not added: files of a template are images/);
    expect(refusedOf('a.png', '')).to.match(/it is empty/);
    expect(refusedOf('d.png', bytes(9))).to.match(/at most 3 files/);
    expect(refusedOf('a.png', bytes(600))).to.equal('');
    expect(refusedOf('a.png', bytes(600), 500)).to.match(
      /it has 600 B, and there is room for 3\d\d B: .* may have 1 KB/,
    );
    const font = withAdded({}, [{ name: 'a.woff2', content: bytes(301) }], LIMITS, 0);
    expect(font.refused[0]).to.match(/a font may have at most 300 B, and this one has 301 B/);
  });

  it('have the size of their bytes', () => {
    expect([0, 1, 2, 3, 4].map((count) => sizeOf(bytes(count)))).to.deep.equal([0, 1, 2, 3, 4]);
    expect(sizeOf('ä')).to.equal(2);
  });

  it('are used by HTML and CSS', () => {
    expect(snippetOf('images/my "logo".png', 'html')).to.equal('<img src="images/my%20%22logo%22.png" alt="">');
    expect(snippetOf('photo.jpg', 'html', 3_000)).to.equal('<img src="photo.jpg" alt="" width="640">');
    expect(snippetOf('a.css', 'html')).to.equal('<link rel="stylesheet" href="a.css">');
    expect(snippetOf('a.woff2', 'html')).to.equal(undefined);
    expect(snippetOf('Open_Sans-Bold.woff2', 'css')).to.match(
      /"Open Sans Bold";\n {2}src: url\("Open_Sans-Bold\.woff2"\)/,
    );
  });

  it('are inserted outside of tags and rules', () => {
    const html = '<td class="a">x [[#if a > b]]y[[/if]]</td>';
    const at = (text: string) => insertionPoint(html, html.indexOf(text) + 1, 'a.png', 'html');
    expect(at('class')).to.equal(html.indexOf('x'));
    expect(at('x')).to.equal(html.indexOf(' [['));
    expect(at(' > b')).to.equal(html.indexOf('y'));
    const document = '<head><title>t</title></head><body class="b"><p>';
    expect(insertionPoint(document, 0, 'a.png', 'html')).to.equal(document.indexOf('<p>'));
    expect(insertionPoint(document, 6, 'a.css', 'html')).to.equal(6);
    const css = 'a { color: red }\nb { top: 0 }';
    expect(insertionPoint(css, 5, 'a.ttf', 'css')).to.equal(css.indexOf('b'));
    expect(insertionPoint(css, css.length, 'a.ttf', 'css')).to.equal(css.length);
    expect(insertionPoint(css, 5, 'a.png', 'css')).to.equal(5);
  });
});
