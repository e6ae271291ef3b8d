/** The service of `scripts/start` in a separate folder, for tests. */
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { after, before } from 'mocha';
import { descendantsOf } from '../../../packages/runtime/dist/proc.js';
import { findBrowser } from '../prepare/browser.mjs';
import { dataPaths, makeDataFolder, readEnvFile } from '../service/data-folder.mjs';
import { serve } from '../service/serve.mjs';
import { readSettings } from '../service/settings.mjs';
import { Progress } from '../terminal/progress.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the service before the tests of the describe block which calls this, and ends it after them. */
export function startedService() {
  const path = temporaryFolder();
  /** @type {ReturnType<typeof dataPaths>} */
  let paths;
  /** @type {{ says(pattern: RegExp): Promise<void>, end(): Promise<void>, text(): string }} */
  let running;
  before(async () => {
    paths = dataPaths(path('data'));
    await makeDataFolder(path('data'));
    running = await start();
  });
  after(() => running.end());

  function environment() {
    const { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN } = process.env;
    return { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN, PORT: '0', TOOLPRESS_DATA: path('data') };
  }

  /** Starts everything; resolves when it says that it is ready. */
  async function start() {
    const said = new EventTarget();
    let text = '';
    const progress = new Progress({
      write: (more) => {
        text += more;
        said.dispatchEvent(new Event('more'));
      },
    });
    const says = async (/** @type {RegExp} */ pattern) => {
      while (!pattern.test(text)) await Promise.race([once(said, 'more'), ended]);
    };
    const stop = new AbortController();
    const ended = serve({
      settings: readSettings([], environment(), root, root),
      progress,
      browser: findBrowser(process.env) ?? '',
      stop: stop.signal,
    }).then(() => {
      if (!stop.signal.aborted) throw new Error(`it ended by itself:\n${text}`);
    });
    await says(/Ready after/);
    const end = async () => {
      stop.abort();
      await ended;
    };
    return { says, end, text: () => text };
  }

  const pidOf = (/** @type {RegExp} */ command, root = process.pid) =>
    descendantsOf(root).find((one) => command.test(one.command))?.pid ?? 0;
  const pids = (root = process.pid) =>
    [/gateway\/dist\/main/, /worker\/dist\/main/, /^\S*redis-server /].map((command) => pidOf(command, root));

  /** Begins a PDF request; resolves when the gateway has taken it in. */
  async function beginRequest() {
    const { BASE_URL = '', API_TOKEN = '' } = await readEnvFile(paths.credentials);
    const headers = {
      authorization: `Bearer ${API_TOKEN}`,
      'content-type': 'application/json',
      expect: '100-continue',
    };
    const sent = request(`${BASE_URL}/api/utilities/html-to-pdf`, { method: 'POST', headers });
    const answer = once(sent, 'response');
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.end(JSON.stringify({ html: '<h1>[[who]]</h1>', data: { who: 'World' } }));
    return { status: answer.then(([response]) => response.resume().statusCode) };
  }

  return {
    ...{ path, environment, pidOf, pids, beginRequest },
    get paths() {
      return paths;
    },
    get running() {
      return running;
    },
  };
}
