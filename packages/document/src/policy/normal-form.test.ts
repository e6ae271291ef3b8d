import { expect } from 'chai';
import { describe, it } from 'mocha';
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { type Element, type Extent, type ParentNode, parseHtml, serializeHtml } from '../html.js';
import { isPlain } from './normal-form.js';

const TAGS = (
  'html head body title style meta a b i em span small code font nobr p div section ul ol li dl dt dd h1 h2 pre hr br img table ' +
  'caption colgroup col thead tbody tr td th form button select option template svg math textarea noscript ruby rt center'
).split(' ');
const TEXTS = ['x', ' ', '\n', '\nx', 'a\rb', '<b>', '</style>', '</title>', '&amp;', '\u00a0', 'p { }', ''];
const ATTRIBUTES = [
  { name: 'class', value: 'a "b" <c> & d' },
  { name: 'title', value: 'a\rb' },
  { name: '=x', value: '' },
  { name: 'style', value: 'color: red' },
  { name: 'a"b', value: '1' },
  { name: 'data-x', value: '\n' },
];

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

type Random = ReturnType<typeof numbers>;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;

/** What no parser need have made: elements in elements, whatever HTML says about it. */
function grow(parent: ParentNode, random: Random, tags: readonly string[], depth: number): void {
  for (let count = random(4); count > 0; count--) {
    if (random(3) === 0) tree.insertText(parent, pick(random, TEXTS));
    else {
      const element = elementOf(pick(random, tags), random(5) === 0 ? [pick(random, ATTRIBUTES)] : []);
      tree.appendChild(parent, element);
      if (depth > 0) grow(element, random, tags, depth - 1);
    }
  }
}

const elementOf = (name: string, attributes: Element['attrs'] = []): Element =>
  tree.createElement(name, names.NS.HTML, attributes);

function someDocument(random: Random): ParentNode {
  const document = tree.createDocument();
  tree.setDocumentMode(document, pick(random, Object.values(names.DOCUMENT_MODE)));
  const root = elementOf('html');
  tree.appendChild(document, root);
  const few = Array.from({ length: 1 + random(6) }, () => pick(random, TAGS)); // few kinds are more often plain
  for (const name of ['head', 'body']) {
    const part = elementOf(name);
    tree.appendChild(root, part);
    grow(part, random, name === 'head' && random(2) === 0 ? ['title', 'style', 'meta'] : few, 4);
  }
  return document;
}

function somePart(random: Random): ParentNode {
  const part = tree.createDocumentFragment();
  grow(
    part,
    random,
    Array.from({ length: 1 + random(6) }, () => pick(random, TAGS)),
    4,
  );
  return part;
}

const isStable = (found: ParentNode, extent: Extent): boolean => {
  const written = serializeHtml(found);
  return serializeHtml(parseHtml(written, extent)) === written;
};

describe('A plain tree', () => {
  for (const [extent, some] of [
    ['document', someDocument],
    ['part', somePart],
  ] as const) {
    it(`is parsed again as what it is: thousands of a random ${extent}`, () => {
      const random = numbers(1);
      let plain = 0;
      for (let count = 0; count < 30_000; count++) {
        const found = some(random);
        if (!isPlain(found, extent)) continue;
        plain += 1;
        if (!isStable(found, extent)) expect.fail(serializeHtml(found));
      }
      expect(plain, 'plain ones').to.be.above(3_000);
    });
  }

  it('is what ordinary documents have', () => {
    const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
      <title>Invoice &amp; more</title><style>p { color: red }</style></head>
      <body class="a"><header><h1>Title</h1><p>Some <b>text <i>and</i></b> <a href="#x">link</a><br>more</p></header>
      <ul><li>One<ul><li>Two</li></ul></li></ul><dl><dt>a</dt><dd><p>b</p></dd></dl><pre>code</pre><hr>
      <table><caption>c</caption><colgroup><col></colgroup><thead><tr><th>h</th></tr></thead>
      <tbody><tr><td><table><tbody><tr><td>in</td></tr></tbody></table></td></tr></tbody></table><img src="x" alt="">
      </body></html>`;
    expect(isPlain(parseHtml(html, 'document'), 'document')).to.equal(true);
  });
});
