/** Random HTML from pieces of the policy table, with a fixed seed. */
import { POLICY_CASES } from './cases.js';

/** Small numbers, evenly spread, the same for the same seed (mulberry32). */
export function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

/** What makes parsers change their minds about what a text is. */
const TURNS =
  'a b i p div form button select option optgroup table caption colgroup tr td th tbody ul li dl dd h1 h2 svg math mi mtext mglyph annotation-xml foreignObject desc title style textarea pre listing xmp noscript template plaintext iframe noembed noframes script font nobr ruby rb rt marquee object frameset head body html input img br hr'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} a='</style>'>`]);

const MARKS = [
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '&#13;',
  '&lt;',
  '"',
  "'",
  '>',
  '<',
  '\n',
  '\0',
  'url(x)',
  'x',
];

/** @returns as many texts as asked for. */
export function* mutations(count: number, seed: number): Generator<string> {
  const numbers = chance(seed);
  const next = (bound: number): number => numbers.next().value % bound;
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[next(items.length)];
  const cases = POLICY_CASES.map(({ parts }) => parts.html).filter(({ length }) => length > 0 && length < 500);
  const piece = (): string => {
    const kind = next(10);
    if (kind < 6) return pick(TURNS) ?? '';
    if (kind < 8) return pick(MARKS) ?? '';
    const text = pick(cases) ?? '';
    return kind === 8 ? text : text.slice(next(text.length), next(text.length) + 1);
  };
  for (let made = 0; made < count; made++) yield Array.from({ length: 1 + next(14) }, piece).join('');
}
