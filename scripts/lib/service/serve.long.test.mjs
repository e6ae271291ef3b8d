import { execFileSync, spawn } from 'node:child_process';
import { on } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isRunning } from '../../../packages/runtime/dist/proc.js';
import { pdfText } from '../../../packages/testkit/dist/poppler.js';
import { findBrowser } from '../prepare/browser.mjs';
import { root, startedService } from '../testing/started-service.mjs';
import { readEnvFile } from './data-folder.mjs';
import { call, dataOf, recordRequests } from './first-caller.mjs';
import { readSettings } from './settings.mjs';

describe('The service as scripts/start runs it, and its callers', () => {
  const service = startedService();

  it('prints an invoice of an order of the sample base, with its customer and lines', async () => {
    const { BASE_URL = '', API_TOKEN: token = '' } = await readEnvFile(service.paths.credentials);
    const requests = recordRequests();
    expect(requests.map(({ name }) => name)).to.deep.equal(['order']);
    const print = () => call(`${BASE_URL}/api/utilities/json-to-pdf`, { token, body: requests[0]?.body });
    // The sample base is loaded at the first request, on a busy machine for longer than a request may take.
    let answer = await print();
    while (answer.status === 504) answer = await print();
    expect(answer.body.metadata).to.deep.equal({ actions_consumed: 4 });
    const { pdf_base64, page_count } = dataOf(answer, 'Printing');
    expect(page_count).to.equal(1);
    const text = pdfText(Buffer.from(pdf_base64, 'base64'));
    for (const line of [
      ...[
        /Analytical Engines GmbH/,
        /Lovelace Analytics Ltd/,
        /London SW1Y 4LB/,
        /Number +2026-0001/,
        /Due +1 April 2026/,
      ],
      ...[/Programming of the analytical engine, hours +10 +€120\.00 +€1,200\.00/, /Order +ord_1/],
      ...[
        /Punched cards, box of 500 +5 +€50\.00 +€250\.00/,
        /Net +€1,450\.00/,
        /VAT 19% on €1,450\.00 +€275\.50/,
        /Total +€1,725\.50/,
      ],
      /Please pay €1,725\.50 by 1 April 2026/,
    ])
      expect(text).to.match(line);
    expect(text).not.to.match(/\[\[|\]\]/);
  });

  it('says a command for each tool that succeeds in a fresh shell', async () => {
    const folder = service.path('caller');
    await mkdir(folder);
    const commands = service.running
      .text()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(`. ${service.paths.credentials}; curl -fsS "$BASE_URL/api/`));
    const tools = commands.map((command) => /BASE_URL\/api\/\w+\/([\w-]+)/.exec(command)?.[1]);
    expect(tools).to.deep.equal(['html-to-pdf', 'json-to-pdf', 'http-request', 'get-record', 'list-records']);
    const [, , called, record, list] = commands.map((command) =>
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
    const [first] = JSON.parse(list ?? '').data.records;
    expect(first.fields).to.have.nested.property('lines[0].fields.product_id.fields.name');
  });

  it('starts a killed worker again, and it renders', async () => {
    process.kill(service.pidOf(/worker\/dist\/main/), 'SIGKILL');
    await service.running.says(/worker is running again/);
    expect(await (await service.beginRequest()).status).to.equal(200);
  });

  it('finds its data at the next start, with any content of the logs, and leaves nothing running when it is killed', async () => {
    await service.running.end(); // two on one folder would spoil its data
    const { API_TOKEN } = await readEnvFile(service.paths.credentials);
    const code = `import(process.argv[1]).then(({ serve }) => serve({ ...JSON.parse(process.argv[2]), stop: new AbortController().signal,
      progress: { warn() {}, paint: String, line: (text) => console.log(text), step: (label, work) => work() } }))`;
    const env = { ...service.environment(), LOG_LEVEL: 'silent' };
    const given = { settings: readSettings([], env, root, root), browser: findBrowser(process.env) };
    const args = ['-e', code, new URL('serve.mjs', import.meta.url).href, JSON.stringify(given)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      for await (const [text] of on(child.stdout, 'data')) if (String(text).includes('Ctrl-C')) break;
      expect((await readEnvFile(service.paths.credentials))['API_TOKEN']).to.equal(API_TOKEN);
      expect(await (await service.beginRequest()).status).to.equal(200);
      const started = service.pids(child.pid);
      expect(started).not.to.include(0);
      child.kill('SIGKILL');
      while (started.some(isRunning)) await sleep(20);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
