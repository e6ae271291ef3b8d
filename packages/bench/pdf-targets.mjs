/** Who takes part in the comparison. */
import { availableParallelism } from 'node:os';
import { startService } from './service.mjs';
import { provideJsreport } from './targets/jsreport-packages.mjs';
import { launchContestant } from './targets/launch.mjs';

const program = (/** @type {string} */ name) => new URL(`./targets/${name}.mjs`, import.meta.url);

/** Enough to keep every page of a contestant busy, with the next job waiting. */
const BUSY = 4;

/**
 * @typedef {object} Field
 * @property {import('./pdf-rounds.mjs').Entry[]} entries
 * @property {string[]} absent who could not take part, and why
 * @property {() => Promise<void>} end
 */

/**
 * @param {import('./service.mjs').Around} around
 * @param {string} root of the project
 * @returns {Promise<Field>}
 */
export async function gather(around, root) {
  const concurrency = availableParallelism();
  const settings = { browser: around.browser, concurrency };
  /** @type {import('./targets/launch.mjs').Contestant[]} */
  const started = [];
  const end = async () => {
    await Promise.allSettled(started.map((contestant) => contestant.end()));
  };
  /** @param {Promise<import('./targets/launch.mjs').Contestant>} starting @param {number[]} clients */
  const enter = async (starting, clients) => {
    const contestant = await starting;
    started.push(contestant);
    return clients.map((count) => ({ contestant, clients: count, label: contestant.name }));
  };
  /** @param {string} name @param {string} file @param {object} [more] */
  const launch = (name, file, more) => launchContestant(name, program(file), { ...settings, ...more }, around);
  try {
    const entries = [
      ...(await enter(launch('floor: bare Chromium', 'floor'), [1, concurrency])),
      ...(await enter(launch('bare Chromium, pages hidden', 'floor', { hidden: true }), [1, concurrency])),
      ...(await enter(startService(around), [1, 4, 16])),
      ...(await enter(launch('puppeteer-cluster, PAGE', 'cluster', { mode: 'PAGE' }), [1, BUSY])),
      ...(await enter(launch('puppeteer-cluster, CONTEXT', 'cluster', { mode: 'CONTEXT' }), [BUSY])),
    ];
    const jsreport = await provideJsreport(root, around.signal);
    if ('missing' in jsreport) return { entries, absent: [`jsreport: ${jsreport.missing}`], end };
    const { folder, version } = jsreport;
    entries.push(...(await enter(launch(`jsreport ${version}`, 'jsreport', { folder }), [1, BUSY])));
    return { entries, absent: [], end };
  } catch (error) {
    await end();
    throw error;
  }
}
