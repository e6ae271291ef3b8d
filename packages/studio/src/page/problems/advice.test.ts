import { expect } from 'chai';
import { describe, it } from 'mocha';
import { adviceFor } from './advice.js';
import { edited } from './edits.js';
import { type Part, problemOf } from './problems.js';

interface Given {
  message: string;
  code?: string;
  line: number;
  column: number;
}

/** Returns the labels of what can be done, each with the file and the text afterwards. */
function advised(found: Given, text: string, part: Part = 'html'): [label: string, text: string, file?: string][] {
  const problem = { ...problemOf('fault', found), part };
  return adviceFor(problem, (asked) => (asked === part ? text : undefined)).map(({ label, edits, file }) => [
    label,
    edited(text, edits),
    ...(file === undefined ? ([] as const) : ([file] as const)),
  ]);
}

const blocked = (message: string, line: number, column: number, code = 'content_blocked'): Given => ({
  ...{ code, message, line, column },
});

describe('The advice for a problem', () => {
  it('replaces an unknown filter by those that may be meant', () => {
    const at = { line: 2, column: 4 };
    const text = '<p>\n<b>[[ total | round: 2 |  mony: "EUR" ]]';
    const message =
      'In `html`, `[[total | mony: "EUR"]]` at line 2, column 4 has an unknown filter `mony`: write `| money`.';
    expect(advised({ message, ...at }, text)).to.deep.equal([
      ['Use `money`', '<p>\n<b>[[ total | round: 2 |  money: "EUR" ]]'],
    ]);
    const several =
      'In `html`, `[[a | dat]]` at line 1, column 1 has an unknown filter `dat`: `date` or `map` may be meant.';
    expect(advised({ message: several, line: 1, column: 1 }, '[[a | dat]] [[b | dat]]')).to.deep.equal([
      ['Use `date`', '[[a | date]] [[b | dat]]'],
      ['Use `map`', '[[a | map]] [[b | dat]]'],
    ]);
    expect(advised({ message, ...at }, '<p>\n<b>[[total]]'), 'it is mended already').to.deep.equal([]);
  });

  it('replaces misspelt names of values, each at its place', () => {
    const message =
      '`data` has no value for `[[totl]]` at html 1:4 (did you mean `[[total]]`?), `[[x]]` at html 2:1, `[[#if itms]]` at html 3:1 (did you mean `items`?).';
    const text = '<p>[[totl | money]]\n[[x]]\n';
    expect(advised({ message, line: 1, column: 4 }, text)).to.deep.equal([
      ['Use `total`', '<p>[[total | money]]\n[[x]]\n'],
    ]);
  });

  it('adds the file that an image or a style sheet names, and leaves the element out', () => {
    const message = '`img` `src` at html 2:8 is a relative URL: send the image in `files`, as `img/logo.png`.';
    expect(
      advised(blocked(message, 2, 8), '<p>a</p>\n  <img src="./img/logo.png?v=1" alt="">\n<p>b</p>'),
    ).to.deep.equal([
      ['Add file…', '<p>a</p>\n  <img src="./img/logo.png?v=1" alt="">\n<p>b</p>', 'img/logo.png'],
      ['Leave out', '<p>a</p>\n<p>b</p>'],
    ]);
    const sheet = '`link` `href` at html 1:24 is not among `files`.';
    expect(advised(blocked(sheet, 1, 24, 'style_blocked'), '<link rel="stylesheet" href="a.css">')).to.deep.equal([
      ['Add file…', '<link rel="stylesheet" href="a.css">', 'a.css'],
    ]);
  });

  it('writes the name of the added file instead of an address that is not loaded', () => {
    const message = 'The image `http://example.com/a/logo%201.png` (`img` `src` at html 1:9) can’t be printed: …';
    expect(advised(blocked(message, 1, 9), '<b><img src=http://example.com/a/logo%201.png></b>')).to.deep.equal([
      ['Add file…', '<b><img src="logo 1.png"></b>', 'logo 1.png'],
      ['Leave out', '<b></b>'],
    ]);
  });

  it('leaves out an element with its content, and of a background only the attribute', () => {
    const frame = '`iframe` at html 1:4 is not allowed: it shows another document.';
    expect(advised(blocked(frame, 1, 4), '<p><iframe src="a.html"><b>c</b></iframe>x')).to.deep.equal([
      ['Leave out', '<p>x'],
    ]);
    expect(advised(blocked(frame, 1, 4), '<p><object data="a.swf">the rest'), 'without a closing tag').to.deep.equal([
      ['Leave out', '<p>the rest'],
    ]);
    const body = '`td` `background` at html 1:16 uses `http:`.';
    expect(advised(blocked(body, 1, 16), '<table><tr><td background="http://x/a.png" class=b>c')[1]).to.deep.equal([
      'Leave out',
      '<table><tr><td class=b>c',
    ]);
  });

  it('leaves out a declaration of the style sheet', () => {
    const message = '`url()` at css 2:15 is not loaded: CSS may not load anything.';
    expect(
      advised(
        blocked(message, 2, 15, 'style_blocked'),
        'p {\n  background: url("a;b.png") no-repeat;\n  color: red }',
        'css',
      ),
    ).to.deep.equal([['Leave out', 'p {\n  color: red }']]);
  });

  it('writes a number that calls refuse as text', () => {
    const found = { code: 'invalid_json', message: 'The data has a number …', line: 1, column: 8 };
    expect(advised(found, '{"id": 12345678901234567890, "n": 1}', 'data:short')).to.deep.equal([
      ['Write as text', '{"id": "12345678901234567890", "n": 1}'],
    ]);
    expect(advised({ ...found, column: 2 }, '{"a": 1, "a": 2}', 'data:short')).to.deep.equal([]);
  });

  it('is absent for what only a person can mend, and for texts that are not shown', () => {
    const message = 'In `html`, `[[#if a]]` at line 1, column 1 is never closed: write `[[/if]]`.';
    expect(advised({ code: 'template_invalid', message, line: 1, column: 1 }, '[[#if a]]')).to.deep.equal([]);
    expect(adviceFor({ kind: 'fault', message, part: 'options', line: 1, column: 1 }, () => undefined)).to.deep.equal(
      [],
    );
  });
});
