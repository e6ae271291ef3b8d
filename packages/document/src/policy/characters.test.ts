import { compileTemplate, FilledText } from '@toolpress/template';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { tellMissing } from './characters.js';

const UNKNOWN = 0xfffd;
const charactersOf = (text: string): Set<number> => new Set(Array.from(text, (one) => one.codePointAt(0) ?? 0));
const filled = (html: string, data = {}): FilledText => new FilledText(compileTemplate(html), data);

describe('characters that are in no font', () => {
  const told = (texts: Record<string, FilledText>, missing: [number, number[]][], shown = ''): string[] =>
    tellMissing(texts, { characters: new Map(missing), shown: charactersOf(shown) }).map(({ message }) =>
      message.replace(/: use.*|: for example.*/, ''),
    );

  it('are reported with their first position and their count, in any spelling', () => {
    const html = filled('<p>\u2603 &#x2603;\n&#9731 [[#each a]][[.]][[/each]] &#x26031; &#97310;', {
      a: ['\u2603', '\u2603'],
    });
    const css = filled('b::before { content: "\\2603" } i::before { content: "\\26031" }');
    expect(told({ html, css }, [[0x2603, [1, 3]]])).to.deep.equal([
      'U+2603 ☃ at html 1:4 (and 4 more places) is in no font (pages 1, 3)',
    ]);
  });

  it('are reported with the tag of a loop that repeats them', () => {
    const html = filled('<p>[[#each a]]\n[[.]]&#x2604;[[/each]]', { a: ['\u2603', '\u2603'] });
    const missing: [number, number[]][] = [0x2603, 0x2604].map((point) => [point, [1]]);
    expect(told({ html }, missing)).to.deep.equal([
      'U+2603 ☃ at html 2:1 from `[[.]]` (2 times) is in no font (page 1)',
      'U+2604 ☄ at html 2:6 (2 times) is in no font (page 1)',
    ]);
  });

  it('are marks on characters of other scripts: only these places are reported, where fonts have them otherwise', () => {
    const marked = (text: string, mark: number): string[] =>
      tellMissing({ html: filled(text) }, { characters: new Map([[mark, [6]]]), shown: charactersOf(text) }).map(
        ({ message }) => message.replace(/: write.*|: use.*/, ''),
      );
    const says = (name: string, place: string): string[] => [
      `${name} at html ${place} is in no font that has the character before it (page 6)`,
    ];
    expect(marked('<p>\u0643\u0650 (ATCG\u0650) \u0643\u0650', 0x650)).to.deep.equal(says('U+0650 ◌\u0650', '1:12'));
    expect(marked('<p>\u0643\u064f\u0651 5\u0651', 0x651)).to.deep.equal(says('U+0651 ◌\u0651', '1:9'));
    expect(marked('<p>\u05d0\u05b8 <b>a\u05b8</b>', 0x5b8)).to.deep.equal(says('U+05B8 ◌\u05b8', '1:11'));
    expect(marked('<p>\u0915\u093f ж\u093f', 0x93f)).to.deep.equal(says('U+093F ◌\u093f', '1:8'));
    expect(marked('<p>\u0e01\u0e48 .\u0e48', 0xe48)).to.deep.equal(says('U+0E48 ◌\u0e48', '1:8'));
    expect(marked('<p>\u0e01\u0e48 a\u0e31\u0e48', 0xe48)).to.deep.equal(says('U+0E48 ◌\u0e48', '1:9'));
    expect(marked('<p>\u0643\u0650 \u05d0\u0650', 0x650)).to.deep.equal(
      says('U+0650 ◌\u0650', '1:5 (and 1 more place)'),
    );
    expect(marked('<p>\u2603', 0x2603)).to.deep.equal(['U+2603 ☃ at html 1:4 is in no font (page 6)']);
  });

  it('are reported as private-use characters', () => {
    const { characters, shown } = { characters: new Map([[0xf095, [1]]]), shown: new Set<number>() };
    const [{ message } = { message: '' }] = tellMissing({ html: filled('<p>x') }, { characters, shown });
    expect(message).to.match(/; it is a private-use character, which only its own icon font can show\.$/);
  });

  it('are reported without a position when they are in no text of the request', () => {
    expect(told({ html: filled('<p>x') }, [[0x41, [1, 2, 3, 4, 5, 6, 7]]])).to.deep.equal([
      'U+0041 A is in no font (pages 1, 2, 3, 4, 5 and 2 more)',
    ]);
  });

  it('that the browser does not report are visible and have no glyph', () => {
    const html = filled('<title>z</title><style>u { color: #f00 }</style><p>a\u00a0\u03b2\u0301\u200d\u2603');
    expect(told({ html }, [[UNKNOWN, [1]]], 'a\u03b2')).to.deep.equal(['U+2603 ☃ at html 1:57 is in no font (page 1)']);
    expect(told({ html }, [[UNKNOWN, [1]]], 'a')).to.deep.equal(
      ['U+03B2 β at html 1:3 may be in no font (page 1)', 'U+2603 ☃ at html 1:57 may be in no font (page 1)'].map(
        (one) => one.replace('1:3 ', '1:54 '),
      ),
    );
    const css = filled('i::before { content: "\\e001" }');
    expect(told({ html, css }, [[UNKNOWN, [1]]], 'a\u03b2\u2603')).to.deep.equal([
      'U+E001 at css 1:23 is in no font (page 1)',
    ]);
  });

  it('are not guessed where nothing or too much may be meant', () => {
    expect(told({ html: filled('<p>a') }, [[UNKNOWN, [2]]], 'a')).to.deep.equal(['A character is in no font (page 2)']);
    expect(told({ html: filled('<p>αβγδεζη') }, [[UNKNOWN, [2]]])).to.deep.equal([
      'A character is in no font (page 2)',
    ]);
  });

  itWithinCpuMs(3_000, 'are found in large texts', () => {
    told({ html: filled('&#x&#0\\0content:'.repeat(200_000)) }, [
      [0x2603, [1]],
      [UNKNOWN, [1]],
    ]);
  });
});
