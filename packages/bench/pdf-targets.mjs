/** The targets of the comparison. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@toolpress/testkit';
import { findProgram, run } from '../../scripts/lib/run.mjs';
import { measureParts, startService } from './service.mjs';
import { launchServer } from './targets/launch.mjs';

/** Where the peers are that no package.json lists: `bin/gotenberg`, and `python` with WeasyPrint and Typst. */
const PEERS = process.env['TOOLPRESS_PEERS'] || join(homedir(), '.cache/toolpress/peers');

/** The number of clients with which every page of a target is busy and the next job waits. */
const BUSY = 4;
const LOADS = [1, BUSY, 16];

/** @typedef {'invoice' | '1 page' | '40 pages'} DocumentName */
const ALL = /** @type {const} */ (['invoice', '1 page', '40 pages']);
const PLAIN = /** @type {const} */ (['1 page', '40 pages']);

/**
 * @typedef {object} Entry a target with a number of clients
 * @property {string} key name for ratios
 * @property {string} label
 * @property {number} clients
 * @property {readonly DocumentName[]} documents
 * @property {import('./targets/launch.mjs').Target} target
 * @property {(() => () => Record<string, number>) | undefined} measure begins to measure the seconds of each part
 *
 * @typedef {object} Field
 * @property {Entry[]} entries
 * @property {string[]} absent who does not take part, and why
 * @property {() => Promise<void>} end
 */

/**
 * Starts all targets that are installed.
 *
 * @param {import('./service.mjs').Around} around
 * @param {string | undefined} against folder of another build, whose service takes part, too
 * @returns {Promise<Field>}
 */
export async function gather(around, against) {
  const settings = { browser: around.browser, concurrency: availableParallelism() };
  /** @type {Entry[]} */
  const entries = [];
  /** @type {string[]} */
  const absent = [];
  /** @type {import('./targets/launch.mjs').Target[]} */
  const started = [];
  const end = async () => {
    await Promise.allSettled(started.map((target) => target.end()));
  };
  /**
   * @template {import('./targets/launch.mjs').Target} Started
   * @param {string} key @param {Promise<Started>} starting @param {readonly DocumentName[]} documents
   * @param {number[]} loads @param {(target: Started) => () => Record<string, number>} [measureTarget]
   */
  const enter = async (key, starting, documents, loads, measureTarget) => {
    const target = await starting;
    started.push(target);
    const measure = measureTarget && (() => measureTarget(target));
    for (const clients of loads) entries.push({ key, label: target.name, clients, documents, target, measure });
  };
  /** @param {string} name @param {string} program @param {object} more @param {'inline' | 'typst' | 'gotenberg'} form */
  const launch = (name, program, more = {}, form = 'inline') =>
    launchServer(name, new URL(`./targets/${program}.mjs`, import.meta.url), { ...settings, ...more }, form, around);
  const parts = (/** @type {import('./service.mjs').RunningService} */ { service }) => measureParts(service);
  try {
    await enter('rawp', launch('raw loop behind HTTP, for paper only', 'raw', { isForPaper: true }), ALL, LOADS);
    await enter('raw', launch('raw loop behind HTTP', 'raw'), ALL, LOADS);
    await enter('service', startService(around), ALL, LOADS, parts);
    await enter('forms', startService(around, { form: 'gotenberg' }), ALL, [BUSY], parts);
    if (against !== undefined) await enter('against', startService(around, { build: against }), ALL, LOADS, parts);
    await enter('cluster', launch('puppeteer-cluster', 'cluster'), PLAIN, [BUSY]);
    for (const { key, documents, find } of PEERS_OF_BENCH) {
      const found = await find(around);
      if ('missing' in found) absent.push(found.missing);
      else await enter(key, launch(found.name, found.program, found.settings, found.form), documents, [BUSY]);
    }
    return { entries, absent, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * @typedef {{ missing: string } | { name: string, program: string, settings?: object, form?: 'inline' | 'typst' | 'gotenberg' }} Found
 */

/** @type {{ key: string, documents: readonly DocumentName[], find: (around: import('./service.mjs').Around) => Promise<Found> }[]} */
const PEERS_OF_BENCH = [
  { key: 'gotenberg', documents: ALL, find: findGotenberg },
  { key: 'jsreport', documents: PLAIN, find: findJsreport },
  // It takes several seconds for 40 pages, which is longer than a turn.
  { key: 'weasyprint', documents: ['1 page'], find: () => findInPython('weasyprint', 'WeasyPrint', 'inline') },
  { key: 'typst', documents: PLAIN, find: () => findInPython('typst', 'Typst', 'typst') },
];

/** @returns {Promise<Found>} */
async function findJsreport() {
  const version = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(new URL(`./node_modules/@jsreport/${name}/package.json`, import.meta.url), 'utf8')).version;
  if (!existsSync(new URL('./node_modules/@jsreport/jsreport-core', import.meta.url)))
    return { missing: 'jsreport (not installed)' };
  return { name: `jsreport ${version('jsreport-core')}`, program: 'jsreport' };
}

const PYTHON_SERVER = fileURLToPath(new URL('./targets/python-server.py', import.meta.url));

/** @param {string} library @param {string} title @param {'inline' | 'typst'} form @returns {Promise<Found>} */
async function findInPython(library, title, form) {
  const python = join(PEERS, 'python/bin/python');
  const code = `import ${library}, importlib.metadata; print(importlib.metadata.version("${library}"))`;
  const { code: status, output } = existsSync(python) ? await run(python, ['-c', code]) : { code: 1, output: '' };
  if (status !== 0) return { missing: `${title} (not installed)` };
  const port = await freePort();
  const args = [PYTHON_SERVER, library, String(port), String(availableParallelism())];
  return {
    name: `${title} ${output.trim()}`,
    program: 'command',
    settings: { command: python, args, env: {}, port, path: '/' },
    form,
  };
}

/** Programs that Gotenberg looks for when it starts, and does not run for HTML. */
const UNUSED = ['LIBREOFFICE', 'UNOCONVERTER', 'PDFTK', 'QPDF', 'PDFCPU', 'EXIFTOOL'];

/** @param {import('./service.mjs').Around} around @returns {Promise<Found>} */
async function findGotenberg({ browser, temporary }) {
  const gotenberg = [join(PEERS, 'bin/gotenberg')].find(existsSync) ?? findProgram('gotenberg');
  if (gotenberg === undefined) return { missing: 'Gotenberg (not installed)' };
  const namespace = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  if (process.getuid?.() !== 0) namespace.unshift('--user', '--map-root-user');
  const { code } = await run('unshare', [...namespace, 'true']);
  if (code !== 0) return { missing: 'Gotenberg (it needs its own PID namespace, and unshare fails)' };
  const port = await freePort();
  const stub = findProgram('true') ?? '/bin/true';
  const env = Object.fromEntries(UNUSED.map((name) => [`${name}_BIN_PATH`, stub]));
  const hyphens = join(temporary, 'hyphens');
  mkdirSync(hyphens);
  const options = [`--api-port=${port}`, '--api-bind-ip=127.0.0.1', '--log-level=error'];
  return {
    name: 'Gotenberg 8',
    program: 'command',
    settings: {
      command: 'unshare',
      args: [...namespace, gotenberg, ...options],
      env: { ...env, CHROMIUM_BIN_PATH: browser, CHROMIUM_HYPHEN_DATA_DIR_PATH: hyphens },
      port,
      path: '/forms/chromium/convert/html',
    },
    form: 'gotenberg',
  };
}
