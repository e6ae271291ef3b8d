import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { eventually } from '../../packages/testkit/dist/eventually.js';
import { freePort } from '../../packages/testkit/dist/processes.js';
import { dataPaths, readEnvFile } from './service/data-folder.mjs';
import { call, dataOf } from './service/first-caller.mjs';
import { temporaryFolder } from './testing/temporary-folder.mjs';

const ENTRY = fileURLToPath(new URL('container.mjs', import.meta.url));

describe('The container of all parts', () => {
  const path = temporaryFolder();
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();
  after(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  /** Starts the process, as a container does. */
  async function start() {
    const { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN, CHROME_PATH } = process.env;
    const port = String(await freePort());
    const env = { PATH, HOME, TMPDIR, TOOLPRESS_TEST_RUN, CHROME_PATH, HOST: '127.0.0.1', PORT: port };
    const child = spawn(process.execPath, [ENTRY], { env: { ...env, TOOLPRESS_DATA: path('data') } });
    running.add(child);
    let output = '';
    /** @type {Promise<number | null>} */
    const ended = new Promise((resolve) => child.once('close', resolve));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    const end = async () => {
      child.kill('SIGTERM');
      const code = await ended;
      running.delete(child);
      return code;
    };
    return { baseUrl: `http://127.0.0.1:${port}`, end, output: () => output };
  }

  /** @param {ReturnType<typeof dataPaths>} paths @returns {Promise<Record<string, string>>} */
  async function credentials(paths) {
    const found = await readEnvFile(paths.credentials);
    expect(found).to.include.keys('API_TOKEN');
    return found;
  }

  const print = async (/** @type {string} */ url, /** @type {string} */ token) =>
    dataOf(await call(`${url}/api/utilities/html-to-pdf`, { token, body: { html: '<p>x</p>' } }), 'Printing');

  it('keeps its secrets and data, for its user only, and stops the gateway first and Redis last', async () => {
    const paths = dataPaths(path('data'));
    const first = await start();
    await eventually(async () => expect((await fetch(`${first.baseUrl}/readyz`)).status).to.equal(200));
    await eventually(() => credentials(paths));
    const { API_TOKEN = '', ...others } = await credentials(paths);
    expect(others).to.have.all.keys('BASE_URL', 'ADMIN_TOKEN');
    const { download_url } = await print(first.baseUrl, API_TOKEN);
    for (const file of [paths.credentials, paths.secrets]) expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await readdir(paths.logs), 'logs in the volume').to.deep.equal([]);
    expect(await first.end(), first.output()).to.equal(0);
    const places = [
      /"service":"gateway".*"msg":"stopped"/g,
      /"service":"worker".*"msg":"stopped"/g,
      /Redis is now ready to exit/g,
    ].map((pattern) => [...first.output().matchAll(pattern)].at(-1)?.index ?? -1);
    expect(places, first.output())
      .to.deep.equal([...places].sort((a, b) => a - b))
      .and.not.include(-1);

    const second = await start();
    await eventually(async () => expect((await fetch(`${second.baseUrl}/readyz`)).status).to.equal(200));
    expect((await credentials(paths)).API_TOKEN).to.equal(API_TOKEN);
    const file = await fetch(download_url.replace(first.baseUrl, second.baseUrl));
    expect([file.status, (await file.text()).slice(0, 5)]).to.deep.equal([200, '%PDF-']);
    expect((await print(second.baseUrl, API_TOKEN)).page_count).to.equal(1);
    expect(await second.end()).to.equal(0);
  });
});
