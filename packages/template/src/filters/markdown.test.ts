import { caseCount, itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { compileTemplate, fillTemplate } from '../index.js';

const fill = (text: unknown, template = '[[text | markdown]]'): string =>
  fillTemplate(compileTemplate(template, 'html'), { text } as never);

const PIECES = [
  '[',
  '](',
  '](javascript:x)',
  ')',
  '<',
  '>',
  '<img src=x onerror=y>',
  '<script>',
  '</p>',
  '"',
  "'",
  '`',
  '```',
  '\n',
  '\n\n',
  '*',
  '**',
  '_',
  '~~',
  '|',
  '-|-',
  '- ',
  '1. ',
  '> ',
  '# ',
  'a',
  '&lt;',
  '&#106;avascript:',
  'http://',
  'www.',
  '!',
  '[r]: ',
  '[r]',
  '\\',
  '&',
  '<a href=',
  'data:text/html,',
  '    ',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?',
  'onclick=',
];
const TAGS = /^(?:p|br|strong|em|del|a|[ou]l|li|h[1-6]|blockquote|code|pre|hr|table|t(?:head|body|r|h|d))$/;
const ATTRIBUTES = /^(?:href|title|start|class|align)$/;

/** @returns the first tag or attribute that Markdown does not make. */
function foreign(node: DefaultTreeAdapterTypes.Node): string | undefined {
  if (node.nodeName === '#comment') return 'a comment';
  if ('tagName' in node) {
    if (!TAGS.test(node.tagName)) return node.tagName;
    for (const { name, value } of node.attrs)
      if (!ATTRIBUTES.test(name) || (name === 'href' && !/^(?:https?:|mailto:|tel:|#)/i.test(value))) return name;
  }
  return 'childNodes' in node ? node.childNodes.map(foreign).find((found) => found !== undefined) : undefined;
}

describe('Markdown', () => {
  it('makes only its tags, attributes and links, for any text', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < caseCount(1_000, 3_000); round++) {
      const text = Array.from({ length: 2 + random(14) }, () => PIECES[random(PIECES.length)]).join('');
      expect(foreign(parseFragment(fill(text))), text).to.equal(undefined);
    }
  });

  it('keeps line breaks, lists and tables', () => {
    expect(fill('a\nb\n\n- c\n\n|d|\n|-|\n|e|'))
      .to.contain('<p>a<br>b</p>')
      .and.contain('<li>c</li>')
      .and.contain('<td>e</td>');
  });

  it('joins the lines of a paragraph on request', () => {
    const breaks = (option: string) => fill('a\nb  \nc', `[[text | markdown: breaks: ${option}]]`);
    expect(breaks('false')).to.equal('<p>a\nb<br>c</p>');
    expect(breaks('true')).to.equal('<p>a<br>b<br>c</p>');
    expect(fill('<b>a</b>\n![x](y)', '[[text | markdown: breaks: false]]')).to.equal('<p>&lt;b&gt;a&lt;/b&gt;\nx</p>');
    expect(() => breaks('"no"')).to.throw('has a wrong value for `breaks`: write `true` or `false`');
  });

  it('adds no template tags', () => {
    expect(fill('<b>a</b> <img src=x onerror=y>\n\n<script>z</script>'))
      .to.match(/^<p>&lt;b&gt;a/)
      .and.not.match(/<(?!\/?p>)/);
  });

  for (const text of [
    '[a](javascript:b)',
    '[a](vbscript:b)',
    '[a](data:text/html,b)',
    '[a](file:///b)',
    '<javascript:b>',
  ])
    it(`makes no link of ${text}`, () => expect(fill(text)).to.not.contain('href'));

  it('loads no images', () => expect(fill('![a](https://b.example/c.png)')).to.not.contain('<img'));

  it('of a list of tasks has no fields of forms', () =>
    expect(fill('- [x] a')).to.equal('<ul>\n<li>[x] a</li>\n</ul>'));

  it('nested without end is a fault', () => expect(() => fill('>'.repeat(10_000))).to.throw('nested too deeply'));

  it('can’t leave an attribute', () => {
    expect(fill('[a](https://b.example/"onclick="c "d\\"e")')).to.match(
      /^<p>(?:<a href="[^"<]*"(?: title="[^"<]*")?>a<\/a>|\[a\][^<]*)<\/p>/,
    );
  });

  it('is empty for an empty text', () => expect(fill(null)).to.equal(''));

  it('of a number is a fault', () => expect(() => fill(5)).to.throw('something that is not a text'));

  it('is at most 10,000 characters long', () => expect(() => fill('a'.repeat(10_001))).to.throw('10000 characters'));

  for (const part of [
    '[',
    '![',
    '[a](',
    '~~a',
    'a***',
    '_a__a',
    '- a\n',
    '`a',
    '<a@',
    '\\',
    '|\n',
    'http://a(',
    '\n[a]: b "',
  ])
    itWithinCpuMs(5_000, `of ${JSON.stringify(part)} without end takes no time`, () => {
      fill(part.repeat(Math.floor(10_000 / part.length)));
    });

  it('that takes time is counted as work', () => {
    const loop = '[[#each (1..100)]][[text | markdown]][[/each]]';
    expect(() => fill('['.repeat(10_000), loop)).to.throw('steps');
  });
});
