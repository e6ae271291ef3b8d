/** What a benchmark found: shown at the terminal as it comes, and kept in `docs/benchmarks.md`, which has the last run of each. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { table } from '@toolpress/testkit';

const HEAD = `# Benchmarks

Written by \`./scripts/bench\`, which installs what is missing, builds, starts everything itself on this machine's loopback and ends it
again. \`./scripts/bench pdf\` (or \`workers\`, \`large\`, \`growth\`, \`batches\`, \`http\`, \`templates\`) renews one part. Results of one machine say little about another;
the ratios, taken within one run, say more.`;

export class Section {
  /** @type {string[]} */
  #markdown = [];

  /**
   * @param {string} title
   * @param {(line: string) => void} say
   */
  constructor(title, say) {
    this.say = say;
    say(`\n${title}`);
    this.#markdown.push(`## ${title}`, '');
  }

  /** @param {string} paragraph */
  text(paragraph) {
    this.say(`\n${paragraph}`);
    this.#markdown.push(paragraph, '');
  }

  /**
   * @param {readonly string[]} head
   * @param {readonly (readonly string[])[]} rows the first column is text, the others are numbers
   */
  table(head, rows) {
    this.say('');
    for (const line of table(head, rows)) this.say(line);
    const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
    this.#markdown.push(row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row), '');
  }

  markdown() {
    return this.#markdown.join('\n').trim();
  }
}

/**
 * Puts parts into the page and leaves the others as they are.
 *
 * @param {string} path
 * @param {readonly string[]} names of all parts, in their order
 * @param {Record<string, string>} renewed Markdown of each part that ran
 * @param {string} browser its path
 */
export async function writeBenchmarksPage(path, names, renewed, browser) {
  const old = await readFile(path, 'utf8').catch(() => '');
  const run = `Run on ${new Date().toISOString().slice(0, 10)}. ${machine(browser)}`;
  const parts = names.flatMap((name) => {
    const [begin, end] = [`<!-- part ${name} -->\n`, '\n<!-- end -->'];
    const content = renewed[name] ? `${renewed[name]}\n\n${run}` : old.split(begin)[1]?.split(end)[0];
    return content === undefined ? [] : [begin + content + end];
  });
  await writeFile(path, `${[HEAD, ...parts].join('\n\n')}\n`);
}

/** @param {string} browser its path @returns {string} what was measured on */
function machine(browser) {
  const facts = {
    Processor: `${cpus()[0]?.model.trim() || 'unknown'}, ${availableParallelism()} cores`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    System: `${distribution()}, ${type()} ${release()}`,
    'Node.js': process.version,
    Browser: versionOf(browser),
    Redis: versionOf('redis-server'),
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}.`)
    .join(' ');
}

/** @param {string} program */
function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /[\w ]*?v?=?\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0].trim() ?? 'unknown';
}

function distribution() {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
