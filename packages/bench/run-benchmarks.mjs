/** Runs the benchmarks that were asked for and writes down what they found. */
import { join } from 'node:path';
import { writeBenchmarksPage } from './benchmarks-page.mjs';
import { benchGrowth } from './growth.mjs';
import { benchHttp } from './http.mjs';
import { benchHttpMemory } from './http-memory.mjs';
import { benchLarge } from './large.mjs';
import { machine } from './machine.mjs';
import { benchPdf } from './pdf.mjs';
import { benchProfile } from './profile.mjs';
import { Section } from './report.mjs';
import { benchWorkers } from './workers.mjs';

/**
 * @param {import('./arguments.mjs').BenchArguments} wanted
 * @param {{ root: string, progress: import('../../scripts/lib/terminal/progress.mjs').Progress, around: import('./service.mjs').Around }} options
 */
export async function runBenchmarks({ benchmarks, quick, count }, { root, progress, around }) {
  const say = (/** @type {string} */ line) => progress.line(line);
  const options = { root, quick, count, progress };
  const known = {
    pdf: async () => {
      const section = new Section('PDFs: the service against the floor and against others', say);
      await benchPdf(around, section, options);
      return section;
    },
    workers: async () => {
      const section = new Section('More worker processes', say);
      await benchWorkers(around, section, options);
      return section;
    },
    large: async () => {
      const section = new Section('Large documents', say);
      await benchLarge(around, section, options);
      return section;
    },
    growth: async () => {
      const section = new Section('Many documents in one go', say);
      await benchGrowth(around, section, options);
      return section;
    },
    http: async () => {
      const section = new Section('The HTTP request tool against a plain request', say);
      /** @type {string[]} */
      const lines = [];
      await benchHttp((line) => lines.push(line));
      await benchHttpMemory((line) => lines.push(line));
      section.verbatim(lines);
      return section;
    },
  };
  /** @type {Partial<Record<import('./benchmarks-page.mjs').Part, string>>} */
  const renewed = {};
  for (const name of benchmarks) {
    around.signal.throwIfAborted();
    if (name === 'profile') {
      await benchProfile(around, new Section('Where the time of a PDF goes', say), options);
      continue;
    }
    renewed[name] = (await known[name]()).markdown();
  }
  if (quick || count !== undefined || Object.keys(renewed).length === 0) return;
  await writeBenchmarksPage(join(root, 'docs/benchmarks.md'), renewed, machine(around.browser));
  say('');
  say('Written to docs/benchmarks.md.');
}
