import { type JsonObject, ServiceError } from '@toolpress/contract';
import { caseCount, itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  compileTemplate,
  FilledText,
  fillTemplate,
  missingValues,
  resolveVariables,
  tagWarnings,
} from '../../index.js';

/** The same numbers in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const DATA = JSON.parse(`{
  "a": 1, "b": "text", "c": {"a": 2, "d": {"a": 3}}, "list": [{"a": 4, "b": "x"}, {"a": 5}, 6, null, "seven"],
  "lists": [[{"t": 1}, {"t": 2}], [], ["x"], {"first": {"t": 3}}], "none": null, "no": false, "empty": "",
  "__proto__": {"a": "own"}, "constructor": {"name": "c"}, "toString": "t", "hasOwnProperty": [1], "size": 7,
  "> row a=1": "key", "[[> row]]": "[[> row]]", "length": 1e300, "huge": 9007199254740993
}`) as JsonObject;

const NAMES = [
  'a',
  'b',
  'c',
  'c.d',
  'list',
  'lists',
  'none',
  '__proto__',
  'constructor',
  'toString',
  'size',
  'gone',
  '.',
  '.a',
];
const PATHS = [
  ...NAMES,
  '../a',
  '../../list',
  '@root.c',
  '@index',
  '@key',
  './a',
  '.first.t',
  '.[0].t',
  './first',
  './[-1]',
  'list[0].a',
  'list.0.a',
  'list[99999999999]',
  '.[99999999999999]',
  '.4294967296',
  'a.b.c',
  'b.is_integer',
  'c["__proto__"]',
  'c[toString]',
  'list[none]',
];
const VALUES = [
  ...PATHS,
  '1',
  '-2.5',
  '"x ]] y"',
  "'[[x]]'",
  'true',
  'null',
  'empty',
  '(1..3)',
  '(list | size)',
  '(a > 1)',
  '(b | upcase)',
];
/** What is not among them: quotation marks and brackets without an end, which end in another text. */
const BROKEN = ['1e999', '(a', 'a=b', '| size', '(b | upper)', '99999999999999999999', '=', ']]', '{{a}}', '[[a]]'];

interface Random {
  readonly below: (count: number) => number;
  readonly one: <Item>(items: readonly Item[]) => Item;
}

function randomly(seed: number): Random {
  const below = randomOf(seed);
  return { below, one: (items) => items[below(items.length)] as (typeof items)[number] };
}

/** @param isWild whether there may be faults. */
function templateOf({ below, one }: Random, partials: readonly string[], isWild: boolean, depth = 3): string {
  const inside = (): string => (depth > 0 ? templateOf({ below, one }, partials, isWild, depth - 1) : 'x');
  const path = (): string => (isWild ? one(PATHS) : one(NAMES));
  const given = (): string => (isWild && below(12) === 0 ? one(BROKEN) : one(isWild ? VALUES : NAMES));
  const name = (): string => one(isWild ? ['a', 'item', '__proto__', 'toString', 'x'] : ['item', 'x']);
  const argument = (): string => `${name()}=${given()}`;
  const pieces: (() => string)[] = [
    () => `[[${path()}]]`,
    () => `[[${path()} | default: "-"]]`,
    () => `[[#if ${path()}]]${inside()}[[else]]${inside()}[[/if]]`,
    () => `[[#each ${path()}]]${inside()}[[/each]]`,
    () => `\n <b>${inside()}</b>\n`,
    () => (partials.length > 0 ? `[[> ${one(partials)}]]` : ''),
    () => (partials.length > 0 && isWild ? `[[> ${one(partials)} ${argument()} ${argument()}]]` : ''),
    () => (partials.length > 0 && isWild ? `[[>${one(partials)} ${given()}]]` : ''),
    () => (isWild ? `[[let ${name()} = ${given()}]]` : ''),
    () =>
      isWild && below(20) === 0
        ? one(['[[/>row]]', '[[/if]]', '[[else]]', '[[> row', '[[', ']]', '[[> none a=1]]'])
        : '',
  ];
  return Array.from({ length: 1 + below(4) }, () => one(pieces)()).join('');
}

/** Each may name those behind it. */
function savedOf(random: Random, isWild: boolean): Record<string, string> {
  const names = ['row', 'cell', 'note'];
  return Object.fromEntries(names.map((name, index) => [name, templateOf(random, names.slice(index + 1), isWild, 2)]));
}

async function resolved(text: string, saved: Readonly<Record<string, string>>): Promise<string> {
  const lookup = async (wanted: ReadonlyMap<string, number>) =>
    new Map([...wanted.keys()].flatMap((name) => (Object.hasOwn(saved, name) ? [[name, saved[name] ?? '']] : [])));
  return (await resolveVariables(text, 'html', lookup, 1_000_000)) ?? '';
}

function filled(text: string): string | ServiceError {
  try {
    return fillTemplate(compileTemplate(text, 'html'), DATA, { maxSteps: 20_000, maxLength: 20_000 });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

describe('Partials with any content and arguments', () => {
  itWithinCpuMs(30_000, 'one without arguments prints what the same text in its place prints', async () => {
    const count = caseCount(250, 600);
    let compared = 0;
    for (let seed = 1; seed <= count; seed++) {
      const random = randomly(seed);
      const saved = savedOf(random, false);
      const template = templateOf(random, Object.keys(saved), false);
      const inPlace = (text: string): string => text.replaceAll('[[> ', '[[var:');
      const plain = Object.fromEntries(Object.entries(saved).map(([name, text]) => [name, inPlace(text)]));
      // Lines of tags alone are another matter.
      const oneOf = async (text: string, texts: Record<string, string>): Promise<string> => {
        const result = filled(await resolved(text, texts));
        return result instanceof ServiceError ? result.code : result.replace(/\s+/g, '');
      };
      const given = await oneOf(template, saved);
      expect(given, `seed ${seed}: ${template} ${JSON.stringify(saved)}`).to.equal(
        await oneOf(inPlace(template), plain),
      );
      if (template.includes('[[>')) compared += 1;
    }
    expect(compared).to.be.above(count / 3);
  });

  itWithinCpuMs(
    60_000,
    'prints a text or reports a fault at its position, and nothing of the program is visible',
    async () => {
      const count = caseCount(400, 1_000);
      const counts = { printed: 0, faults: 0, inPartials: 0 };
      for (let seed = 1; seed <= count; seed++) {
        const random = randomly(seed);
        const saved = savedOf(random, true);
        const template = templateOf(random, Object.keys(saved), true);
        const said = `seed ${seed}: ${template} ${JSON.stringify(saved)}`;
        let text: string;
        try {
          text = await resolved(template, saved);
        } catch (error) {
          expect(error, said)
            .to.be.instanceOf(ServiceError)
            .with.property('code')
            .oneOf(['variable_unknown', 'template_invalid']);
          continue;
        }
        const result = filled(text);
        if (typeof result === 'string') {
          counts.printed += 1;
          expect(result, said).not.to.match(/native code|\[object |function /);
          const html = new FilledText(compileTemplate(text, 'html'), DATA);
          tagWarnings({ html });
          missingValues({ html });
          continue;
        }
        counts.faults += 1;
        expect(result.code, said).to.equal('template_invalid');
        const [, tag, line, column, partial] =
          /`(\[\[.*?)\]\]` at line (\d+), column (\d+)(?: of the partial `(\w+)`)?/.exec(result.message) ?? [];
        if (tag === undefined) continue; // a limit
        const own = partial === undefined ? template : (saved[partial] ?? '');
        const at = own.split('\n')[Number(line) - 1]?.slice(Number(column) - 1) ?? '';
        expect(at.replace(/\s/g, ''), `${said} ${result.message}`).to.match(/^\[\[/);
        expect(at.replace(/^\[\[\s*/, '[['), `${said} ${result.message}`).to.contain(tag.slice(0, 8));
        if (partial !== undefined) counts.inPartials += 1;
      }
      expect(counts.printed).to.be.above(count / 10);
      expect(counts.faults).to.be.above(count / 10);
      expect(counts.inPartials).to.be.above(count / 50);
    },
  );

  for (const [what, text] of Object.entries({
    'tags that never end': '[[> a '.repeat(800_000),
    'quotation marks that never end': `[[> a "${' '.repeat(900)}`.repeat(5_000),
    'ends without a begin': '[[/> a]]'.repeat(50_000),
    'begins without a text': '[[> a x=1]]'.repeat(9_000),
  }))
    itWithinCpuMs(10_000, `megabytes of ${what} are read quickly`, async () => {
      const read = await resolved(text, {}).catch((error: unknown) => error);
      expect(read instanceof ServiceError || read === text).to.equal(true);
      expect(() => new FilledText(compileTemplate(text, 'html'), {})).to.satisfy((fill: () => void) => {
        try {
          fill();
          return true;
        } catch (error) {
          return error instanceof ServiceError;
        }
      });
    });

  it('objects of the program keep what they are', () => {
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(({} as Record<string, unknown>)['item']).to.equal(undefined);
  });
});
