import { execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { descendantsOf, isRunning } from '../../../packages/runtime/dist/proc.js';
import { pdfText } from '../../../packages/testkit/dist/poppler.js';
import { findBrowser } from '../prepare/browser.mjs';
import { Progress } from '../terminal/progress.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { dataPaths, makeDataFolder, readEnvFile } from './data-folder.mjs';
import { call, dataOf, ensureApiToken, recordRequests, sampleRequests } from './first-caller.mjs';
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

  it('leaves all that a first caller needs', async () => {
    expect(await readEnvFile(paths.credentials)).to.have.all.keys('BASE_URL', 'API_TOKEN', 'ADMIN_TOKEN');
    expect((await stat(paths.credentials)).mode & 0o777).to.equal(0o600);
    const names = sampleRequests().map(({ name }) => name);
    expect(names).to.include.members(['invoice', 'invoice.de']);
    for (const name of names) expect(await readFile(paths.sample(name), 'latin1')).to.match(/^%PDF-/);
    const { BASE_URL } = await readEnvFile(paths.credentials);
    for (const page of ['/docs', '/ops', '/ops/queues']) expect(running.text()).to.include(`${BASE_URL}${page}`);
    expect((await fetch(`${BASE_URL}/docs`)).status).to.equal(200);
  });

  it('prints an invoice of an order of the sample base, with its customer and items', async function () {
    this.timeout(60_000); // the sample base is loaded at the first request
    const { BASE_URL = '', API_TOKEN: token = '' } = await readEnvFile(paths.credentials);
    const requests = recordRequests();
    expect(requests.map(({ name }) => name)).to.deep.equal(['order']);
    const answer = await call(`${BASE_URL}/api/utilities/json-to-pdf`, { token, body: requests[0]?.body });
    expect(answer.body.metadata).to.deep.equal({ actions_consumed: 4 });
    const { pdf_base64, page_count } = dataOf(answer, 'Printing');
    expect(page_count).to.equal(1);
    const text = pdfText(Buffer.from(pdf_base64, 'base64'));
    for (const line of [
      ...[
        /Analytical Engines Ltd/,
        /Lovelace Analytics Ltd/,
        /London SW1Y 4LB/,
        /Number +2026-0001/,
        /Due +1 April 2026/,
      ],
      ...[/Programming of the analytical engine, hours +10 +€120\.00 +€1,200\.00/, /Order +ord_1/],
      ...[/Punched cards, box of 500 +5 +€50\.00 +€250\.00/, /Net +€1,450\.00/, /VAT +€275\.50/, /Total +€1,725\.50/],
      /Please pay €1,725\.50 by 1 April 2026/,
    ])
      expect(text).to.match(line);
    expect(text).not.to.match(/\[\[|\]\]/);
  });

  it('says a command for each tool that succeeds in a fresh shell', async function () {
    this.timeout(60_000); // the sample base is loaded at the first request
    const folder = path('caller');
    await mkdir(folder);
    const commands = running
      .text()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(`. ${paths.credentials}; curl -fsS "$BASE_URL/api/`));
    const tools = commands.map((command) => /BASE_URL\/api\/\w+\/([\w-]+)/.exec(command)?.[1]);
    expect(tools).to.deep.equal(['html-to-pdf', 'json-to-pdf', 'http-request', 'get-record']);
    const [, , called, record] = commands.map((command) =>
      execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } }),
    );
    const textOf = async (/** @type {string} */ file) => pdfText(await readFile(join(folder, file)));
    expect(await textOf('hello.pdf')).to.include('Hello World');
    expect(await textOf('order.pdf'))
      .to.include('Invoice 2026-0001')
      .and.include('5 × Punched cards')
      .and.include('€1,725.50');
    expect(JSON.parse(called ?? '')).to.have.nested.property('data.status', 200);
    expect(JSON.parse(record ?? '')).to.have.nested.property('data.fields.number', '2026-0001');
  });

  it('keeps a token that works, and makes one in place of a token that does not', async () => {
    const { BASE_URL = '', API_TOKEN = '', ADMIN_TOKEN = '' } = await readEnvFile(paths.credentials);
    expect(await ensureApiToken(BASE_URL, ADMIN_TOKEN, API_TOKEN)).to.equal(API_TOKEN);
    const token = await ensureApiToken(BASE_URL, ADMIN_TOKEN, 'forgotten');
    expect((await call(`${BASE_URL}/api/variables`, { token })).status).to.equal(200);
  });

  it('starts a killed worker again, and it renders', async () => {
    process.kill(pidOf(/worker\/dist\/main/), 'SIGKILL');
    await running.says(/worker is running again/);
    expect(await (await beginRequest()).status).to.equal(200);
  });

  it('ends in order, answering what it had taken in', async () => {
    const before = pids();
    const { status } = await beginRequest();
    await running.end();
    expect(await status).to.equal(200);
    const stops = [...running.text().matchAll(/Stopping ([\w-]+)/g)].map(([, name]) => name);
    expect(stops).to.deep.equal(['gateway', 'worker', 'sample-base', 'redis']);
    expect(before.map(isRunning)).to.deep.equal([false, false, false]);
    expect(before).not.to.include(0);
  });

  it('finds its data at the next start, with any content of the logs, and leaves nothing running when it is killed', async () => {
    await running.end(); // two on one folder would spoil its data
    const { API_TOKEN } = await readEnvFile(paths.credentials);
    const code = `import(process.argv[1]).then(({ serve }) => serve({ ...JSON.parse(process.argv[2]), stop: new AbortController().signal,
      progress: { warn() {}, paint: String, line: (text) => console.log(text), step: (label, work) => work() } }))`;
    const env = { ...environment(), LOG_LEVEL: 'silent' };
    const given = { settings: readSettings([], env, root, root), browser: findBrowser(process.env) };
    const args = ['-e', code, new URL('serve.mjs', import.meta.url).href, JSON.stringify(given)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      for await (const [text] of on(child.stdout, 'data')) if (String(text).includes('Ctrl-C')) break;
      expect((await readEnvFile(paths.credentials))['API_TOKEN']).to.equal(API_TOKEN);
      expect(await (await beginRequest()).status).to.equal(200);
      const started = pids(child.pid);
      expect(started).not.to.include(0);
      child.kill('SIGKILL');
      while (started.some(isRunning)) await sleep(20);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
