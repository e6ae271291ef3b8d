import { expect } from 'chai';
import { describe, it } from 'mocha';
import { controlsOf } from '../draft/print-options.js';
import { edited } from '../problems/edits.js';
import { controlsWithRenamed, usesInCss, usesInHtml, withRenamed } from './file-uses.js';

const inHtml = (html: string): string => edited(html, usesInHtml(html, 'a b.png', 'img/logo é.png'));
const NEW = 'img/logo%20%C3%A9.png';

describe('The uses of a renamed file', () => {
  it('get its new name in HTML, in each spelling of the name', () => {
    expect(
      inHtml('<img src="a b.png"><img src=\'./a%20b.png?v=1\' alt="a b.png"><a href=a%20b.png#x>a b.png</a>'),
    ).to.equal(`<img src="${NEW}"><img src='${NEW}?v=1' alt="a b.png"><a href=${NEW}#x>a b.png</a>`);
    expect(inHtml('[[#if n < 2]]<svg><image xlink:href="a b.png"/></svg>[[/if]]')).to.include(`"${NEW}"`);
    expect(inHtml('<img srcset="a%20b.png 1x, b.png 2x">')).to.equal(`<img srcset="${NEW} 1x, b.png 2x">`);
    const others = '<img src="b.png"><img src="https://a.example/a b.png"><img src="[[logo]]"><img src="x/a b.png">';
    expect(inHtml(others)).to.equal(others);
  });

  it('get its new name in CSS, also in that of HTML', () => {
    const css = 'p { background: url(a%20b.png) } q { background: URL( "./a%20b.png" ); content: "a%20b.png" }';
    expect(edited(css, usesInCss(css, 'a b.png', 'c.png'))).to.equal(
      'p { background: url(c.png) } q { background: URL( "c.png" ); content: "a%20b.png" }',
    );
    const named = `p { background: url("logo (1).png") } q { background: url( 'logo (1).png' ) }`;
    expect(edited(named, usesInCss(named, 'logo (1).png', 'c.png'))).to.equal(
      `p { background: url("c.png") } q { background: url( 'c.png' ) }`,
    );
    const imported = '@import "a b.css"; @import url(a%20b.css) print;';
    expect(edited(imported, usesInCss(imported, 'a b.css', 'c.css'))).to.equal(
      '@import "c.css"; @import url(c.css) print;',
    );
    expect(inHtml('<style>p { background: url(a%20b.png) }</style><p style="background: url(a%20b.png)">')).to.equal(
      `<style>p { background: url(${NEW}) }</style><p style="background: url(${NEW})">`,
    );
  });

  it('get its new name in the style sheets of a template, from their folders', () => {
    const sheet = '@import "../base.css"; p { background: url("../img/a.png") } q { background: url("a.png") }';
    const files = { 'base.css': 'p {}', 'css/page.css': sheet, 'img/a.png': { base64: 'AA==' } };
    expect(withRenamed(files, 'img/a.png', 'b.png')).to.deep.equal({
      files: {
        'base.css': 'p {}',
        'css/page.css': sheet.replace('../img/a.png', '../b.png'),
        'b.png': { base64: 'AA==' },
      },
      uses: 1,
    });
    expect(withRenamed(files, 'base.css', 'all.css').files).to.have.property(
      'css/page.css',
      sheet.replace('../base.css', '../all.css'),
    );
  });

  const controls = (options: object) => ({ ...controlsOf({}), ...options });
  const image = (name: string): string => `<img src="${name}">`;

  it('get its new name in header and footer', () => {
    const given = controls({ headerHtml: image('a.png'), footerHtml: 'a.png' });
    expect(controlsWithRenamed(given, 'a.png', 'b.png')).to.deep.equal({
      controls: { ...given, headerHtml: image('b.png') },
      uses: 1,
    });
  });

  it('get its new name in headers of kinds of pages and in the watermark', () => {
    const others = (name: string): object => ({
      header_html: { default: image(name), first: 'a.png', last: `${image(name)}${image(name)}` },
      footer_html: { odd: image(name) },
      watermark_html: { html: image(name), opacity: 0.5 },
      metadata: { title: image('a.png') },
    });
    const found = controlsWithRenamed(controls({ others: JSON.stringify(others('a.png')) }), 'a.png', 'b.png');
    expect(JSON.parse(found.controls.others)).to.deep.equal(others('b.png'));
    expect(found.uses).to.equal(5);
    const text = JSON.stringify({ watermark_html: image('a.png') });
    expect(controlsWithRenamed(controls({ others: text }), 'a.png', 'b.png').controls.others).to.include('b.png');
  });

  it('leave other options as they are written', () => {
    for (const others of ['', '{"header_html": ', '[1]', '{ "header_html": {"first": 1}, "margin": "1cm" }']) {
      const given = controls({ others });
      expect(controlsWithRenamed(given, 'a.png', 'b.png')).to.deep.equal({ controls: given, uses: 0 });
    }
  });
});
