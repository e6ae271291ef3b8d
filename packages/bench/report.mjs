/** The report of a benchmark: shown in the terminal, and written to `docs/benchmarks.md`, which has the last run of each. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { table } from '@toolpress/testkit';

const HEAD = `# Benchmarks

Written by \`./scripts/bench\`, which builds and starts everything on loopback. \`./scripts/bench pdf\` (or \`workers\`, \`large\`, \`growth\`, \`batches\`, \`http\`, \`templates\`) renews one part. Compare
ratios, not times of different machines.`;

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
    this.#markdown.push(
      row(head),
      `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`,
      ...rows.map(row),
      '',
    );
  }

  markdown() {
    return this.#markdown.join('\n').trim();
  }
}

/**
 * Replaces parts of the page. The other parts stay.
 *
 * @param {string} page the page so far
 * @param {readonly string[]} names of all parts, in their order
 * @param {Record<string, string>} renewed Markdown by part
 */
export function withParts(page, names, renewed) {
  const parts = names.flatMap((name) => {
    const [begin, end] = [`<!-- part ${name} -->\n`, '\n<!-- end -->'];
    const content = renewed[name] ?? page.split(begin)[1]?.split(end)[0];
    return content === undefined ? [] : [begin + content + end];
  });
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

/** The parts of docs/benchmarks.md in their order. */
export const PARTS = ['pdf', 'workers', 'large', 'growth', 'batches', 'http', 'templates'];

/** Returns a sentence with the date, the machine and the versions. @param {string} browser its path */
export const runDescription = (browser) => `Run on ${new Date().toISOString().slice(0, 10)}: ${machine(browser)}.`;

/** @param {string} browser its path @returns {string} the machine and versions */
function machine(browser) {
  return [
    `${cpus()[0]?.model.trim() || 'unknown processor'} (${availableParallelism()} cores)`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    distribution(),
    `${type()} ${release()}`,
    `Node.js ${process.version}`,
    versionOf(browser),
    versionOf('redis-server'),
  ].join(', ');
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
