/** `docs/benchmarks.md`: the last run of each benchmark. */
import { readFile, writeFile } from 'node:fs/promises';

/** In this order, whichever was run last. */
const PARTS = /** @type {const} */ (['pdf', 'workers', 'large', 'growth', 'http']);
/** @typedef {typeof PARTS[number]} Part */

const HEAD = `# Benchmarks

Written by \`./scripts/bench\`, which installs what is missing, builds, starts everything itself on this machine's loopback and ends it
again. \`./scripts/bench pdf\` (or \`workers\`, \`large\`, \`growth\`, \`http\`) renews one part. Figures of one machine say little about another;
the ratios, taken within one run, say more.`;

/**
 * Puts parts into the page and leaves the others as they are.
 *
 * @param {string} path
 * @param {Partial<Record<Part, string>>} renewed Markdown of each part
 * @param {[string, string][]} machine
 */
export async function writeBenchmarksPage(path, renewed, machine) {
  const old = await readFile(path, 'utf8').catch(() => '');
  const run = [
    `Run on ${new Date().toISOString().slice(0, 10)}.`,
    ...machine.map(([name, value]) => `${name}: ${value}.`),
  ];
  const parts = PARTS.flatMap((part) => {
    const text = renewed[part];
    const content = text === undefined ? partOf(old, part) : `${text}\n\n${run.join(' ')}`;
    return content === undefined ? [] : [`${begin(part)}\n${content}\n${END}`];
  });
  await writeFile(path, `${[HEAD, ...parts].join('\n\n')}\n`);
}

const begin = (/** @type {Part} */ part) => `<!-- part ${part} -->`;
const END = '<!-- end -->';

/** @param {string} page @param {Part} part */
function partOf(page, part) {
  const [, rest] = page.split(`${begin(part)}\n`);
  return rest?.split(`\n${END}`)[0];
}
