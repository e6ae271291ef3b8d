import { expect } from 'chai';
import { describe, it } from 'mocha';
import { JSON_NOTATION, readExact, written } from './exact-value.js';
import {
  addItem,
  fromOf,
  type JsonNode,
  jsonTree,
  pathOf,
  rawOf,
  regrow,
  removeItem,
  replaceValue,
  swapWithNext,
  type TextChange,
} from './json-tree.js';

const TEXT = `{ "number":"A-7",
   "total" : 12345678901234567890.50,
  "items": [ {"name": "Tea \\"x\\\\", "n": 1.50},
             {"name": "Cake", "n": -2e3} ], "paid": true, "note": null, "none": [ ] }
`;
const applied = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);
const all = (node: JsonNode): JsonNode[] => [node, ...node.children.flatMap(all)];
const at = (root: JsonNode, ...path: (string | number)[]): JsonNode => {
  const found = all(root).find((node) => JSON.stringify(pathOf(node)) === JSON.stringify(path));
  if (found === undefined) throw new Error(`There is no ${path.join('.')}.`);
  return found;
};

/** Expects of each node the place that a new tree of the text has. */
const expectInPlace = (root: JsonNode, text: string): void => {
  const placesIn = (of: JsonNode) => all(of).map((node) => [node.kind, fromOf(node), rawOf(text, node)]);
  expect(placesIn(root)).to.deep.equal(placesIn(jsonTree(text)));
};

describe('The places of values in JSON', () => {
  it('are those of their texts, with all digits', () => {
    const root = jsonTree(TEXT);
    expect(rawOf(TEXT, at(root, 'total'))).to.equal('12345678901234567890.50');
    expect(rawOf(TEXT, at(root, 'items', 0, 'name'))).to.equal('"Tea \\"x\\\\"');
    expect(rawOf(TEXT, at(root, 'items', 1, 'n'))).to.equal('-2e3');
    expect(
      all(root)
        .map(({ kind }) => kind)
        .join(' '),
    ).to.equal('object text number list object text number object text number boolean null list');
    expect(() => jsonTree('{"a": }')).to.throw(SyntaxError);
  });

  it('stay right while values are replaced by longer and shorter ones', () => {
    const root = jsonTree(TEXT);
    let text = TEXT;
    for (const [path, json] of [
      [['items', 0, 'n'], '100000'],
      [['number'], '"a much longer text"'],
      [['items', 1, 'name'], '""'],
      [['note'], '"a text"'],
    ] as const) {
      const before = text;
      const change = replaceValue(at(root, ...path), json);
      text = applied(text, change);
      expect(before.slice(0, change.from), 'what is before').to.equal(text.slice(0, change.from));
      expectInPlace(root, text);
    }
  });

  it('are those after items were added, moved and removed, with the spaces of the list', () => {
    const root = jsonTree(TEXT);
    const items = at(root, 'items');
    let text = TEXT;
    const change = (next: TextChange): void => {
      const from = fromOf(items);
      const by = next.insert.length - (next.to - next.from);
      text = applied(text, next);
      regrow(items, text.slice(from, from + items.length + by));
      expectInPlace(root, text);
    };
    change(swapWithNext(text, items, 0));
    expect(text).to.include('[ {"name": "Cake", "n": -2e3},\n             {"name": "Tea');
    change(addItem(text, items, ''));
    expect(text).to.include('1.50},\n             {"name": "Tea \\"x\\\\", "n": 1.50} ], "paid"');
    change(removeItem(items, 0));
    change(removeItem(items, 1));
    expect(text).to.include('[ {"name": "Tea \\"x\\\\", "n": 1.50} ]');
    change(addItem(text, items, ''));
    expect(text).to.include('1.50}, {"name"');
    change(removeItem(items, 0));
    change(removeItem(items, 0));
    expect(text).to.include('"items": [], "paid"');
    change(addItem(text, items, '{"name": ""}'));
    expect(text).to.include('"items": [{"name": ""}], "paid"');
  });
});

describe('Values with their digits', () => {
  it('are written as JSON.stringify does, except for digits', () => {
    const text = '{"b":[1.50,[],{},"é\\n"],"1":12345678901234567890,"__proto__":null}';
    const data = readExact(text);
    expect(written(data, JSON_NOTATION)).to.equal(
      '{\n  "b": [\n    1.50,\n    [],\n    {},\n    "é\\n"\n  ],\n  "1": 12345678901234567890,\n  "__proto__": null\n}',
    );
  });
});
