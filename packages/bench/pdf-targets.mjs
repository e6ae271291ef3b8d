/** Who takes part in the comparison. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { excerpt, findProgram, run } from '../../scripts/lib/run.mjs';
import { startService } from './service.mjs';
import { launchTarget } from './targets/launch.mjs';

const program = (/** @type {string} */ name) => new URL(`./targets/${name}.mjs`, import.meta.url);

/** Enough to keep every page of a target busy, with the next job waiting. */
const BUSY = 4;

/**
 * @typedef {object} Field
 * @property {import('./pdf.mjs').Entry[]} entries
 * @property {string[]} absent who could not take part, and why
 * @property {() => Promise<void>} end
 */

/**
 * @param {import('./service.mjs').Around} around
 * @returns {Promise<Field>}
 */
export async function gather(around) {
  const concurrency = availableParallelism();
  const settings = { browser: around.browser, concurrency };
  /** @type {import('./targets/launch.mjs').Target[]} */
  const started = [];
  const end = async () => {
    await Promise.allSettled(started.map((target) => target.end()));
  };
  /** @param {Promise<import('./targets/launch.mjs').Target>} starting @param {number[]} clients */
  const enter = async (starting, clients) => {
    const target = await starting;
    started.push(target);
    return clients.map((count) => ({ target, clients: count, label: target.name }));
  };
  /** @param {string} name @param {string} file @param {object} [more] */
  const launch = (name, file, more) => launchTarget(name, program(file), { ...settings, ...more }, around);
  try {
    const entries = [
      ...(await enter(launch('baseline: bare Chromium', 'baseline'), [1, concurrency])),
      ...(await enter(launch('bare Chromium, pages hidden', 'baseline', { hidden: true }), [1, concurrency])),
      ...(await enter(startService(around), [1, 4, 16])),
      ...(await enter(launch('puppeteer-cluster, PAGE', 'cluster', { mode: 'PAGE' }), [1, BUSY])),
      ...(await enter(launch('puppeteer-cluster, CONTEXT', 'cluster', { mode: 'CONTEXT' }), [BUSY])),
    ];
    const missing = await installJsreport(around.signal);
    if (missing !== undefined) return { entries, absent: [`jsreport: ${missing}`], end };
    const [chromePdf, core] = Object.values(JSON.parse(readFileSync(OWN_PACKAGE, 'utf8')).dependencies);
    entries.push(...(await enter(launch(`jsreport ${core} (chrome-pdf ${chromePdf})`, 'jsreport'), [1, BUSY])));
    return { entries, absent: [], end };
  } catch (error) {
    await end();
    throw error;
  }
}

const OWN_PACKAGE = new URL('./package.json', import.meta.url);
/** Written by npm as the last file of an installation. */
const INSTALLED = new URL('./node_modules/.package-lock.json', import.meta.url);
const INSTALL_LIMIT_MS = 180_000;

/**
 * jsreport is this folder's own dependency, and of nobody who uses or builds Toolpress. It takes the project's puppeteer.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} why it is not there
 */
async function installJsreport(signal) {
  if (existsSync(INSTALLED)) return undefined;
  const flags = [
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--no-progress',
  ];
  const options = { cwd: fileURLToPath(new URL('.', import.meta.url)), signal, timeout: INSTALL_LIMIT_MS };
  const { code, output } = await run(findProgram('npm') ?? 'npm', ['install', ...flags], options);
  return code === 0 ? undefined : excerpt(output, 6) || 'npm did not finish in time';
}
