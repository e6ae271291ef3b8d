/**
 * Checks that the product's regular expressions take time proportional to the length of a text. A caller's text could otherwise take minutes.
 * scslre is the analysis of eslint-plugin-regexp, which itself needs a parser that reads this version of TypeScript. It finds repetitions
 * that can take the same characters, and searches that start again at each character of a run.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseFileSync } from '@swc/core';
import { analyse } from 'scslre';
import { ROOT } from './run.mjs';

/** @typedef {{ file: string, pattern: string, flags: string }} Expression */

/** Packages that read texts and build expressions from parts when they are loaded. */
const PACKAGES = [
  'contract',
  'document',
  'e-invoice',
  'outbound',
  'pdf',
  'queue',
  'runtime',
  'standards',
  'storage',
  'template',
];
const FOLDERS = [
  ...[...PACKAGES, 'client', 'studio'].map((name) => `packages/${name}`),
  ...['cli', 'gateway', 'worker'].map((name) => `apps/${name}`),
];

const OF_SKIA = 'reads what Skia writes: short lines, and texts with an end';
const OF_AUTHOR = 'runs in the browser of the author of the text';

/**
 * Files whose expressions read only short texts, or texts that no caller writes.
 *
 * @type {readonly (readonly [file: string, why: string])[]}
 */
const EXCEPTIONS = [
  ['packages/document/src/css/font-stacks.ts', 'reads at most MAX_PRELUDE characters'],
  ['packages/standards/src/structure/marked-sequences.ts', OF_SKIA],
  ['packages/pdf/src/text/marked-text.ts', OF_SKIA],
  ['packages/pdf/src/text/text-font.ts', OF_SKIA],
  ['packages/pdf/src/file/tags.ts', OF_SKIA],
  ['packages/runtime/src/logged-error.ts', 'reads at most MAX_READ characters'],
  ['packages/studio/src/page/editor/completion.ts', OF_AUTHOR],
  ['packages/studio/src/page/editor/editor-state.ts', OF_AUTHOR],
  ['packages/studio/src/page/foreign/find-tags.ts', OF_AUTHOR],
  ['packages/studio/src/page/foreign/statements.ts', 'reads tags of at most MAX_LENGTH characters'],
  ['packages/studio/src/page/import/import-files.ts', OF_AUTHOR],
  ['packages/studio/src/page/import/word.ts', OF_AUTHOR],
  ['packages/template/src/expressions/hints.ts', 'reads at most MAX_READ characters'],
  ['packages/template/src/filters/number-words.ts', 'reads the rules of languages, which are ours'],
  ['packages/template/src/parse/rewritten-tag.ts', 'reads tags of at most MAX_LENGTH characters'],
];

const isProduct = (/** @type {string} */ path) =>
  path.endsWith('.ts') && !/\.(?:d|test)\.ts$|(?:^|\/)testing\//.test(path);

/** @returns {Expression[]} the expressions in the sources */
function writtenExpressions() {
  /** @type {Expression[]} */
  const found = [];
  for (const folder of FOLDERS)
    for (const path of readdirSync(`${ROOT}${folder}/src`, { recursive: true, encoding: 'utf8' }).filter(isProduct)) {
      const file = `${folder}/src/${path}`;
      const program = parseFileSync(`${ROOT}${file}`, { syntax: 'typescript', target: 'es2022' });
      JSON.stringify(program, (_key, node) => {
        if (node?.type === 'RegExpLiteral') found.push({ file, pattern: node.pattern, flags: node.flags });
        return node;
      });
    }
  return found;
}

/** @returns {Promise<Expression[]>} the expressions that the built packages make when they are loaded */
async function builtExpressions() {
  /** @type {Expression[]} */
  const found = [];
  const { RegExp: Native } = globalThis;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given, as) {
      const built = Reflect.construct(target, given, as);
      const [, name, path] = /\/packages\/([\w-]+)\/dist\/([^\s:]+)\.js:/.exec(new Error().stack ?? '') ?? [];
      const { source: pattern, flags } = built;
      if (path !== undefined) found.push({ file: `packages/${name}/src/${path}.ts`, pattern, flags });
      return built;
    },
  });
  try {
    for (const name of PACKAGES) await import(pathToFileURL(`${ROOT}packages/${name}/dist/index.js`).href);
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}

/** Returns all expressions but the exceptions, and the exceptions without an expression. */
export async function productExpressions() {
  const all = [...writtenExpressions(), ...(await builtExpressions())];
  return {
    checked: all.filter(({ file }) => !EXCEPTIONS.some(([exception]) => exception === file)),
    unused: EXCEPTIONS.map(([exception]) => exception).filter(
      (exception) => !all.some(({ file }) => file === exception),
    ),
  };
}

const OPTIONS = { assumeRejectingSuffix: false, reportTypes: { Move: true, Self: true, Trade: true } };

/** @param {Expression} expression @returns {string | undefined} why it may take long */
function faultOf({ file, pattern, flags }) {
  const [report] = analyse({ source: pattern, flags }, OPTIONS).reports;
  if (report === undefined) return undefined;
  const why =
    report.type === 'Move'
      ? 'a search starts again at each character of a run'
      : 'two repetitions can take the same characters';
  return `${file}: ${why}: /${pattern}/${flags}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { checked, unused } = await productExpressions();
  const faults = [
    ...checked.flatMap((expression) => faultOf(expression) ?? []),
    ...unused.map((file) => `${file} is an exception, but has no expression`),
  ];
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
