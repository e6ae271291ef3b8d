/** The command line of `scripts/bench`. */
import { parseArgs } from 'node:util';
import { Problem } from '../../scripts/lib/problem.mjs';

/** In the order in which they run. */
const BENCHMARKS = /** @type {const} */ (['pdf', 'workers', 'large', 'growth', 'http']);

/**
 * @typedef {typeof BENCHMARKS[number] | 'profile'} Benchmark
 *
 * @typedef {object} BenchArguments
 * @property {boolean} help
 * @property {Benchmark[]} benchmarks
 * @property {boolean} quick
 * @property {number | undefined} count
 */

/**
 * @param {string[]} args
 * @param {string} help shown when they make no sense
 * @returns {BenchArguments}
 * @throws {Problem}
 */
export function readBenchArguments(args, help) {
  const { values, positionals } = parse(args, help);
  const known = /** @type {readonly string[]} */ ([...BENCHMARKS, 'profile']);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no benchmark \`${unknown}\`.\n\n${help}`);
  const count = values.count === undefined ? undefined : Number(values.count);
  if (count !== undefined && !(Number.isInteger(count) && count >= 10)) {
    throw new Problem('--count takes a whole number of documents, 10 or more.');
  }
  const benchmarks = positionals.length === 0 ? [...BENCHMARKS] : /** @type {Benchmark[]} */ (positionals);
  return { help: values.help === true, benchmarks, quick: values.quick === true, count };
}

/** @param {string[]} args @param {string} help */
function parse(args, help) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean' }, quick: { type: 'boolean' }, count: { type: 'string' } },
    });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}
