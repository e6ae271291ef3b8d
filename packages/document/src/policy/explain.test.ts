import { FilledText, templateFor } from '@toolpress/template';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkFragment } from '../check-fragment.js';
import { checkDocument, type Reports } from '../index.js';

const messageOf = (check: () => { reports: Reports }): string => {
  const { reports } = check();
  return reports.read(reports.addresses)[0]?.message ?? 'nothing was found';
};

const html = (template: string, data: Record<string, string | string[]> = {}): FilledText =>
  new FilledText(templateFor(template, 'html'), data);
const css = (template: string, data: Record<string, string> = {}): FilledText =>
  new FilledText(templateFor(template, 'css'), data, { escape: 'css' });

describe('The place of a fault', () => {
  it('refers to the template, with values of any length before it', () => {
    const parts = { html: html('<p>[[text]]</p>\n<iframe src=x>', { text: 'a\nb\nc' }) };
    expect(messageOf(() => checkDocument(parts))).to.match(/^`iframe` at html 2:1 is not allowed/);
  });

  it('refers to the attribute, with the tag that filled it', () => {
    const parts = {
      html: html('<p>x</p>\n  <img alt="[[alt]]" src="[[logo]]">', { alt: 'y', logo: 'http://a.example/' }),
    };
    expect(messageOf(() => checkDocument(parts))).to.match(
      /^`img` `src` at html 2:22 from `\[\[logo\]\]` uses `http:`/,
    );
  });

  it('refers to the tag when its value contained the whole element', () => {
    const parts = { html: html('<p>\n[[&content]]</p>', { content: '<b>\n\n<iframe src=x></b>' }) };
    expect(messageOf(() => checkDocument(parts))).to.match(/^`iframe` at html 2:1 from `\[\[content\]\]` is not/);
  });

  it('refers to the tag in a section, for any item', () => {
    const parts = {
      html: html('[[#logos]]\n<img src="[[.]]">\n[[/logos]]', { logos: ['https://a.example/', 'x.png'] }),
    };
    expect(messageOf(() => checkDocument(parts))).to.match(
      /^`img` `src` at html 2:6 from `\[\[\.\]\]` is a relative URL/,
    );
  });

  it('refers to a sheet’s token, after CR LF and surrogate pairs', () => {
    const parts = { html: '', css: css('/* 😀 */ p {\r\n  [[property]]: url(x)\r\n}', { property: 'background' }) };
    expect(messageOf(() => checkDocument(parts))).to.match(/^`url\(\)` at css 2:17 is not loaded/);
  });

  it('names the first of the tags that form a token together', () => {
    const parts = { html: html('<style>p { mask: [[&a]][[&b]]x) }</style>', { a: 'u', b: 'rl(' }) };
    expect(messageOf(() => checkDocument(parts))).to.match(
      /^`url\(\)` in `style` at html 1:18 from `\[\[a\]\]` is not/,
    );
  });

  it('does not name tags that have no part in it', () => {
    const parts = { html: html('[[a]]<iframe src="x">[[b]]', { a: 'y', b: 'z' }) };
    expect(messageOf(() => checkDocument(parts))).to.match(/^`iframe` at html 1:6 is not allowed/);
  });

  it('names the header or footer', () => {
    const check = () => checkFragment(html('<b>x</b>\n<img src="[[logo]]">', { logo: 'x' }), 'footer_html');
    expect(messageOf(check)).to.match(/^`img` `src` at footer_html 2:6 from `\[\[logo\]\]` is a relative URL/);
  });

  it('distinguishes an image whose address a tag has left empty from one that is written so', () => {
    for (const src of ['src=""', "src = ''", 'src', 'src=" "', 'src=[[x]]', 'src="[[logo]]"', '[[&attribute]]']) {
      const { reports } = checkDocument({ html: html(`<img alt="a" ${src} id="i">`, { attribute: 'src=""' }) });
      const isWritten = !src.includes('[[') && !src.includes(' "');
      expect([reports.lacksContent, reports.read(new Set()).length], src).to.deep.equal(
        isWritten ? [false, 0] : [true, 1],
      );
    }
  });

  it('is reported for accepted images, in case they can’t be fetched', () => {
    const a = 'https://images.example/a.png';
    const { images } = checkDocument({
      html: html(`<p>[[text]]\n<img src="${a}"><img src="[[logo]]"><img src="${a}">`, {
        text: '\n\n',
        logo: 'https://images.example/b.png',
      }),
    });
    expect(images.map(({ place }) => place)).to.deep.equal([
      '`img` `src` at html 2:6',
      '`img` `src` at html 2:46 from `[[logo]]`',
    ]);
  });

  it('is the nesting, where a fault shows only when wrong nesting is put right', () => {
    const html = '<form><math><mtext></form><form><mglyph><style></math><iframe src=x></style></form>';
    const { reports } = checkDocument({ html });
    const messages = reports.read(reports.addresses).map(({ message }) => message);
    expect(messages.join('\n')).to.match(/^`iframe` between wrongly nested elements is not allowed/m);
  });

  itWithinCpuMs(15_000, 'is found quickly for thousands of faults, in lines that end in CR LF and from tags', () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => `.a { background: url(${index}[[x]]) }`).join('\r\n');
    const lines = '[[x]]\r\n'.repeat(90_000);
    const { reports } = checkDocument({ html: html(`<style>\r\n${rules}</style>${lines}`, { x: 'b' }) });
    const found = reports.read(reports.addresses);
    expect(found).to.have.lengthOf(5_000);
    expect([found[0], found[4_999]].map((one) => [one?.line, one?.column])).to.deep.equal([
      [2, 18],
      [5_001, 18],
    ]);
    expect(found[4_999]?.message).to.match(/^`url\(\)` in `style` at html 5001:18 from `\[\[x\]\]` is not loaded/);
  });
});
