/** Development: compiles on change, and tells which apps have new code. */
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiler, workspaces } from '../prepare/build.mjs';
import { signalGroup } from '../process-group.mjs';

/** What the watching compiler is called among the running processes. */
export const COMPILER = 'compiler';

/**
 * @param {object} options
 * @param {string} options.root of the project, built
 * @param {(apps: string[]) => Promise<void>} options.onChange gets the names of the apps whose code is new; never
 *   called again before its promise has settled
 * @param {(line: string) => void} options.onLine hears what the compiler says
 * @param {import('./running.mjs').RunningProcesses} options.running
 * @returns {Promise<() => Promise<void>>} ends the watching
 */
export async function watch({ root, onChange, onLine, running }) {
  let known = await codeAges(root);
  let work = Promise.resolve();
  const check = async () => {
    const now = await codeAges(root);
    const changed = [...now].filter(([app, age]) => known.get(app) !== age).map(([app]) => app);
    known = now;
    if (changed.length > 0) await onChange(changed);
  };
  const child = spawn(process.execPath, [compiler(root), '--build', '--watch', '--preserveWatchOutput'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  if (child.pid !== undefined) running.add(COMPILER, child.pid);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() !== '') onLine(line);
    if (/ Found 0 errors/.test(line)) work = work.then(check);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async () => {
    signalGroup(child.pid, 'SIGTERM'); // the compiler is a script that started the real one
    await ended;
    running.remove(COMPILER);
    await work;
  };
}

/**
 * @param {string} root
 * @returns {Promise<Map<string, number>>} for each app when the newest of its compiled files, or of the packages that
 *   it is made of, was written
 */
async function codeAges(root) {
  /** @type {Map<string, number>} */
  const apps = new Map();
  let packages = 0;
  for (const workspace of await workspaces(root)) {
    const age = await newest(join(workspace, 'dist'));
    if (basename(dirname(workspace)) === 'apps') apps.set(basename(workspace), age);
    else if (!['testkit', 'e2e'].includes(basename(workspace))) packages = Math.max(packages, age);
  }
  return new Map([...apps].map(([app, age]) => [app, Math.max(age, packages)]));
}

/** @param {string} folder */
async function newest(folder) {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const code = files.filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'));
  const ages = code.map(async (file) => (await stat(join(folder, file)).catch(() => undefined))?.mtimeMs ?? 0);
  return Math.max(0, ...(await Promise.all(ages)));
}
