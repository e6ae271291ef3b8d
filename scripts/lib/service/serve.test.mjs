import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { findBrowser } from '../prepare/browser.mjs';
import { Progress } from '../terminal/progress.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { call, ensureApiToken } from './api.mjs';
import { dataPaths, makeDataFolder, readEnvFile } from './data-folder.mjs';
import { identify, RunningProcesses } from './running.mjs';
import { sampleNames } from './samples.mjs';
import { serve } from './serve.mjs';
import { readSettings } from './settings.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('The service as scripts/start runs it', () => {
  const path = temporaryFolder();
  /** @type {ReturnType<typeof dataPaths>} */
  let paths;
  /** @type {Awaited<ReturnType<typeof start>>} */
  let running;
  before(async () => {
    paths = dataPaths(path('data'));
    await makeDataFolder(path('data'));
    running = await start();
  });
  after(() => running.end());

  /**
   * Starts everything; resolves when it says that it is ready.
   *
   * @param {Record<string, string>} [more] of the environment
   */
  async function start(more = {}) {
    const { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN } = process.env;
    const env = { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN, PORT: '0', TOOLPRESS_DATA: path('data'), ...more };
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
    const [stop, hurry] = [new AbortController(), new AbortController()];
    const ended = serve({
      settings: readSettings([], env, root, root),
      progress,
      running: new RunningProcesses(paths.running),
      browser: findBrowser(process.env) ?? '',
      stop: stop.signal,
      hurry: hurry.signal,
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

  const pidOf = async (/** @type {string} */ name) =>
    JSON.parse(await readFile(path('data', 'run', `${name}.json`), 'utf8')).pid;

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

  it('leaves all that a first caller needs', async () => {
    expect(await readEnvFile(paths.credentials)).to.have.all.keys('BASE_URL', 'API_TOKEN', 'ADMIN_TOKEN');
    expect((await stat(paths.credentials)).mode & 0o777).to.equal(0o600);
    for (const name of await sampleNames(root)) expect(await readFile(paths.sample(name), 'latin1')).to.match(/^%PDF-/);
    expect(running.text()).to.include(`. ${paths.credentials}; curl -s "$BASE_URL/api/utilities/html-to-pdf"`);
    const { BASE_URL } = await readEnvFile(paths.credentials);
    for (const page of ['/docs', '/ops', '/ops/queues']) expect(running.text()).to.include(`${BASE_URL}${page}`);
    expect((await fetch(`${BASE_URL}/docs`)).status).to.equal(200);
  });

  it('keeps a token that works, and makes one in place of a token that does not', async () => {
    const { BASE_URL = '', API_TOKEN = '', ADMIN_TOKEN = '' } = await readEnvFile(paths.credentials);
    expect(await ensureApiToken(BASE_URL, ADMIN_TOKEN, API_TOKEN)).to.equal(API_TOKEN);
    const token = await ensureApiToken(BASE_URL, ADMIN_TOKEN, 'forgotten');
    expect((await call(`${BASE_URL}/api/variables`, { token })).status).to.equal(200);
  });

  it('starts a killed worker again, and it renders', async () => {
    process.kill(await pidOf('worker'), 'SIGKILL');
    await running.says(/worker is back/);
    expect(await (await beginRequest()).status).to.equal(200);
  });

  it('ends in order, answering what it had taken in, and leaves its data to the next start', async () => {
    const { API_TOKEN } = await readEnvFile(paths.credentials);
    const pids = await Promise.all(['gateway', 'worker', 'redis'].map(pidOf));
    const { status } = await beginRequest();
    await running.end();
    expect(await status).to.equal(200);
    const stops = [...running.text().matchAll(/Stopping (\w+)/g)].map(([, name]) => name);
    expect(stops).to.deep.equal(['gateway', 'worker', 'redis']);
    expect(pids.map((pid) => identify(pid))).to.deep.equal([undefined, undefined, undefined]);
    running = await start();
    expect((await readEnvFile(paths.credentials))['API_TOKEN']).to.equal(API_TOKEN);
  });

  for (const level of ['silent', 'warn']) {
    it(`comes up whatever the person wants to see in the logs: LOG_LEVEL=${level}`, async () => {
      await running.end();
      running = await start({ LOG_LEVEL: level });
      expect(await (await beginRequest()).status).to.equal(200);
    });
  }
});
