import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseFileSync } from '@swc/core';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What reads texts of callers. */
const CODE = [
  ...['contract', 'document', 'e-invoice', 'outbound', 'pdf', 'queue', 'runtime', 'storage', 'template'].map(
    (name) => `packages/${name}`,
  ),
  ...['gateway', 'worker'].map((name) => `apps/${name}`),
];

const LENGTH = 20_000;
/** Where the time grows with the length, a hundredth of it is enough; where it grows with its square, it is a hundred times as much. */
const MOST_MS = 60;

/** Expressions that receive only short texts or texts of the service; the file names which. */
const BOUNDED = new Set([
  'apps/worker/src/assemble/names.ts', // file names have 255 bytes
  'packages/pdf/src/background/background-layers.ts', // a number of ours
  'packages/pdf/src/conformance/marked-sequences.ts', // content as Skia writes it, whose strings end
  'packages/pdf/src/conformance/marked-text.ts',
  'packages/pdf/src/conformance/text-font.ts',
  'packages/pdf/src/content-box.ts', // numbers as Skia writes them
  'packages/pdf/src/margins.ts',
  'packages/pdf/src/tags.ts', // lists of numbers as Skia writes them
  'packages/pdf/src/background/thread-time.ts', // a path of the system
  'packages/contract/src/e-invoice/values.ts', // MAX_WRITTEN
  'packages/contract/src/settings.ts', // an operator's own
  'packages/document/src/css/font-stacks.ts', // MAX_PRELUDE
  'packages/document/src/policy/scripts.ts', // MAX_ADDRESS
  'packages/template/src/expressions/hints.ts', // MAX_READ
  'packages/template/src/filters/number-words.ts', // rules of ours
  'packages/runtime/src/config.ts', // an operator's own
  'packages/runtime/src/logged-error.ts', // MAX_READ
]);

/** What is repeated: single characters, and beginnings of what regular expressions look for. */
const REPEATED = [
  ...'<>{}()[]"\'/\\ \n\t;:,.=-_*+!@#%&|0aA\u00e9日',
  ...[
    'a ',
    '0 ',
    '<a',
    '<!--',
    '/*',
    '\\a',
    '\\"',
    '="',
    'a=',
    'a:',
    'a;',
    'a,',
    '((',
    '[[',
    ']]',
    '{{',
    '1.',
    '-a',
    '<<',
  ],
  ...['\r\n', '> ', '(\\', ' 0 R', 'url('],
];

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const isOurs = (path: string): boolean => path.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(path);

function regularExpressions(): Found[] {
  const found = new Map<string, Found>();
  for (const folder of CODE) {
    for (const path of readdirSync(`${ROOT}${folder}/src`, { recursive: true, encoding: 'utf8' }).filter(isOurs)) {
      const file = `${folder}/src/${path}`;
      const program = parseFileSync(`${ROOT}${file}`, { syntax: 'typescript', target: 'es2022' });
      JSON.stringify(program, (_key, node) => {
        if (node?.type === 'RegExpLiteral') {
          const { pattern, flags } = node as Found;
          found.set(`${file} ${pattern} ${flags}`, { file, pattern, flags });
        }
        return node;
      });
    }
  }
  return [...found.values()];
}

/** @returns milliseconds of the processor. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** @returns the text that it takes too long for. */
function slowText({ pattern, flags }: Found): string | undefined {
  const expression = new RegExp(pattern, flags);
  const words = [...new Set(pattern.match(/[A-Za-z0-9 _<>="'-]{2,}/g))].slice(0, 3);
  for (const beginning of ['', ...words]) {
    for (const repeated of [...REPEATED, ...words]) {
      const text = `${beginning}${repeated.repeat(Math.ceil(LENGTH / repeated.length))}\u0001`;
      const search = (): void => {
        expression.lastIndex = 0;
        if (expression.global) text.replace(expression, '');
        else expression.test(text);
      };
      // Twice: the first time it is compiled, and something else may have been.
      if (timeOf(search) > MOST_MS && timeOf(search) > MOST_MS) return `${beginning} ${repeated} ${repeated} …`;
    }
  }
  return undefined;
}

describe('Regular expressions', () => {
  const all = regularExpressions();

  it('take time proportional to the length of a text', () => {
    expect(all).to.have.length.above(400);
    const slow = all
      .filter(({ file }) => !BOUNDED.has(file))
      .flatMap((one) => {
        const text = slowText(one);
        return text === undefined ? [] : `${one.file}: /${one.pattern}/${one.flags} for ${JSON.stringify(text)}`;
      });
    expect(slow).to.deep.equal([]);
  });

  it('have a listed exception only if the expression exists', () => {
    expect([...BOUNDED].filter((file) => !all.some((one) => one.file === file))).to.deep.equal([]);
  });
});
