import { rename, rm, writeFile } from 'node:fs/promises';
import { TOOLS } from '@toolpress/contract';
import {
  type Answer,
  eventually,
  freePort,
  type HttpTarget,
  redisContents,
  startHttpTarget,
  startRawTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

/** In every place that a caller fills below. */
const CANARY = 'Pfirsichkern';
const AS_HOST = CANARY.toLowerCase();
const HTTP = TOOLS['http-request'].path;
const PDF = TOOLS['html-to-pdf'].path;
const RECORD = TOOLS['get-record'].path;
const DOCUMENT = {
  html: `<p>${CANARY} [[name]]</p>`,
  css: `p::after{content:"${CANARY}"}`,
  data: { name: CANARY },
  locale: 'de',
  translations: { de: { [CANARY]: CANARY } },
  protect: { user_password: CANARY, owner_password: `${CANARY} too` },
  metadata: { title: CANARY, author: CANARY, subject: CANARY, keywords: [CANARY] },
  attachments: [{ name: `${CANARY}.txt`, data_base64: 'AAAA', description: CANARY }],
};
const BLOCKED = {
  css: `@font-face { font-family: ${CANARY}; src: url(https://${CANARY}/${CANARY}) } p { font-family: ${CANARY} }`,
};
const FILES = { [`${CANARY}.png`]: { base64: 'AAAA' }, [`${CANARY}.txt`]: CANARY };
const HEADERS = { 'user-agent': CANARY, 'x-own': CANARY };

describe('What callers send is in no log line and is left nowhere in Redis', () => {
  let service: TestService;
  let target: HttpTarget;
  let broken: HttpTarget;
  let provider: HttpTarget;
  let closed: string;
  const said: Answer[] = [];
  /** Lines that have been checked. */
  const seen = new Set<string>();
  before(async () => {
    target = await startHttpTarget((request, response) => {
      if (request.path.startsWith('/to')) response.writeHead(302, { location: `ftp://${CANARY}/${CANARY}` }).end();
      else if (request.path.startsWith('/gzip')) response.writeHead(200, { 'content-encoding': 'gzip' }).end(CANARY);
      else response.destroy();
    });
    broken = await startRawTarget((socket) => socket.end(`HTTP/1.1 ${CANARY} ${CANARY}\r\n${CANARY}\r\n\r\n${CANARY}`));
    provider = await startHttpTarget((request, response) => {
      const statuses = [500, 401, 403, 404, 422, 429, 200];
      const status = statuses[provider.requests.length % statuses.length] ?? 200;
      const text = `{"error":{"type":"${CANARY}","message":"${CANARY}"}, ${CANARY}`;
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(text + request.path);
    });
    closed = `127.0.0.2:${await freePort()}`;
    const env = { OUTBOUND_ALLOW: '127.0.0.2', TABLEBASE_API_URL: provider.url, RENDER_DEADLINE_MS: '8000' };
    service = await TestService.start({ env });
  });
  after(async () => {
    await service.stop();
    await Promise.all([target, broken, provider].map((each) => each.close()));
  });

  /** A call with the canary in every header that it may have. */
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const answer = await service.call(path, { method, body, headers: { ...HEADERS, ...headers } });
    said.push(answer);
    return answer;
  };
  const statuses = (): number[] => said.splice(0).map(({ status }) => status);

  /** Everything that the service has said and kept. */
  async function expectSilence(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 200)); // lines are written together
    const lines = service
      .logs()
      .split('\n')
      .filter((line) => !seen.has(line));
    for (const line of lines) seen.add(line);
    const telling = lines.filter((line) => line.toLowerCase().includes(AS_HOST));
    expect(telling.map((line) => line.slice(0, 600))).to.deep.equal([]);
    await eventually(async () => {
      const kept = (await redisContents(service.redis.url)).split('\n');
      expect(kept.filter((line) => line.toLowerCase().includes(AS_HOST))).to.deep.equal([]);
    });
  }

  it('when requests are broken', async () => {
    await call(PDF, `{"html": ${CANARY}`);
    await call(PDF, `"${CANARY}"`);
    await call(PDF, { html: { [CANARY]: CANARY } });
    await call(PDF, { ...DOCUMENT, [CANARY]: CANARY });
    await call(PDF, { ...DOCUMENT, locale: `${CANARY} ` });
    await call(PDF, { ...DOCUMENT, time_zone: CANARY });
    await call(PDF, { ...DOCUMENT, protect: { user_password: `${CANARY}\u0007`, owner_password: CANARY } });
    await call(PDF, { ...DOCUMENT, protect: { permissions: [CANARY], owner_password: CANARY.repeat(20) } });
    await call(PDF, { ...DOCUMENT, conformance: CANARY, metadata: { created_at: CANARY, [CANARY]: CANARY } });
    await call(PDF, { ...DOCUMENT, attachments: [{ name: CANARY, data_base64: `${CANARY} `, mime_type: CANARY }] });
    await call(PDF, { ...DOCUMENT, translations: { [`${CANARY} `]: {} } });
    await call(PDF, { ...DOCUMENT, translations: { de: { [CANARY]: [CANARY] } } });
    await call(PDF, DOCUMENT, { 'content-type': `text/${CANARY}` });
    await call(PDF, DOCUMENT, { 'content-encoding': CANARY });
    await call(PDF, DOCUMENT, { 'content-encoding': 'gzip' });
    await call(PDF, DOCUMENT, { 'idempotency-key': `${CANARY} ${CANARY}` });
    await call(PDF, `{"html": "${CANARY.repeat(40_000)}", ${CANARY}`);
    await call(`/api/${CANARY}?${CANARY}=${CANARY}`, DOCUMENT);
    await call(`/files/${CANARY}.pdf?signature=${CANARY}`, undefined, {}, 'GET');
    await call(`/%E0%A4%A/${CANARY}`, DOCUMENT);
    await call(`/api/variables/${CANARY}%20`, { kind: 'html', content: CANARY }, {}, 'PUT');
    expect(Math.min(...statuses())).to.be.above(399);
    await expectSilence();
  });

  it('when documents are at fault', async () => {
    for (const html of [
      `[[#${CANARY}]]`,
      `[[/${CANARY}]]`,
      `[[var:${AS_HOST}]]`,
      `[["${CANARY}" | ${CANARY}]]`,
      `[[name | times: "${CANARY}"]]`,
      `[[name | upcase: "${CANARY}", ${CANARY}: name]]`,
      `[[let ${CANARY} = name | times: 2]]`,
      `[[#if ${CANARY} ==]][[/if]]`,
      `[[#each name | ${CANARY}]][[/each]]`,
      `<iframe src="https://${CANARY}/${CANARY}"></iframe>`,
      `<img src="https://${closed}/${CANARY}?${CANARY}=${CANARY}">`,
      `<img src="https://10.0.0.1/${CANARY}">`,
      `<img src="https://${AS_HOST}.localhost/">`,
      `<img src="data:image/png;base64,${CANARY}">`,
      `<${CANARY}>`.repeat(20_000),
    ]) {
      await call(PDF, { ...DOCUMENT, html: `${CANARY}${html}` });
    }
    await call(PDF, { ...DOCUMENT, ...BLOCKED, on_blocked: 'error' });
    await call(PDF, { ...DOCUMENT, html: '<img src="a.svg">', files: { 'a.svg': `<svg>${CANARY}</svg>` } });
    await call(PDF, { ...DOCUMENT, html: `<img src="${CANARY}.png"><img src="${CANARY}.svg">`, files: FILES });
    await call(PDF, { ...DOCUMENT, html: `[[${CANARY}]]`, strict: true });
    expect(new Set(statuses())).to.deep.equal(new Set([422]));
    await expectSilence();
  });

  it('when documents are printed with warnings', async () => {
    await call(PDF, { ...DOCUMENT, ...BLOCKED });
    const html = `<p>x<img src="${CANARY}.png"><img src="${CANARY}.svg"><img src="https://${closed}/${CANARY}">`;
    await call(PDF, { html, files: FILES, on_blocked: 'warn' });
    for (const { body } of said) expect(JSON.stringify(body.data?.warnings)).to.include(CANARY);
    expect(new Set(statuses())).to.deep.equal(new Set([200]));
    await expectSilence();
  });

  it('when targets fail', async () => {
    const ask = (url: string, more: object = {}) =>
      call(HTTP, { method: 'POST', url, headers: { 'x-own': CANARY }, body: { [CANARY]: CANARY }, ...more });
    await ask(`http://${closed}/${CANARY}?${CANARY}=${CANARY}`);
    await ask(`https://${closed}/${CANARY}`);
    await ask(`${target.url}/cut/${CANARY}?${CANARY}`);
    await ask(`${target.url}/to/${CANARY}`);
    await ask(`${target.url}/gzip/${CANARY}`);
    await ask(`${target.url.replace('http:', 'https:')}/${CANARY}`);
    await ask(`${broken.url}/${CANARY}`);
    await ask(`http://${AS_HOST}.localhost/${CANARY}`);
    await ask(`http://10.0.0.1/${CANARY}`);
    await ask(`${CANARY}://${CANARY}`);
    await ask(`http://${CANARY}:${CANARY}@${closed}/`);
    await ask(`http://${closed}/`, { headers: { [`${CANARY} `]: CANARY } });
    await ask(`http://${closed}/`, { headers: { 'x-own': `${CANARY}\n${CANARY}` } });
    expect(Math.min(...statuses())).to.be.above(399);
    await expectSilence();
  });

  it('when the provider of records fails', async () => {
    const secret = `pat${CANARY}`;
    await call(`/api/connections/sales`, { provider: 'tablebase', token: secret, label: 'Sales' }, {}, 'PUT');
    statuses();
    for (let attempt = 0; attempt < 8; attempt++) {
      const ids = { base_id: `app${CANARY}`, table_id: `tbl${CANARY}`, record_id: `rec${CANARY}` };
      await call(RECORD, { ...ids, _connections: { tablebase: 'sales' } });
    }
    await call(RECORD, { base_id: CANARY, table_id: CANARY, record_id: CANARY, _connections: { tablebase: AS_HOST } });
    expect(Math.min(...statuses())).to.be.above(399);
    await expectSilence();
  });

  it('when scripts and commands of Redis fail', async () => {
    const account = `toolpress:account:${service.accountId}`;
    for (const [key, path, body] of [
      ['toolpress:admission', PDF, DOCUMENT],
      [`${account}:variable-sizes`, '/api/variables/one', { kind: 'html', content: CANARY }],
      [`${account}:connections`, '/api/connections/one', { provider: 'tablebase', token: CANARY, label: CANARY }],
      [`${account}:idempotency-bytes`, HTTP, { method: 'GET', url: `http://${closed}/${CANARY}` }],
      [`${account}:storage`, '/api/usage', undefined],
    ] as const) {
      await service.redis.command('RENAME', key, 'kept').catch(() => undefined);
      await service.redis.command('SET', key, 'of a wrong type');
      const method = path.endsWith('/one') ? 'PUT' : body === undefined ? 'GET' : 'POST';
      const answer = await call(path, body, { 'idempotency-key': CANARY }, method);
      expect(answer.status, key).to.equal(500);
      await service.redis.command('DEL', key);
      await service.redis.command('RENAME', 'kept', key).catch(() => undefined);
    }
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '1mb');
    expect((await call(PDF, DOCUMENT)).status).to.equal(503);
    expect((await call(HTTP, { method: 'GET', url: closed }, { 'idempotency-key': CANARY })).status).to.be.above(399);
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '0');
    // The lines have to be there: that they hold nothing is worth something only then.
    await eventually(() => expect(service.logs().match(/"WRONGTYPE|WRONGTYPE /g)).to.have.length.at.least(5));
    await expectSilence();
  });

  it('when the file store fails, in a worker and in the gateway', async () => {
    await rename(service.storageFolder, `${service.storageFolder}.away`);
    await writeFile(service.storageFolder, '');
    try {
      expect((await call(PDF, { ...DOCUMENT, filename: CANARY })).status).to.equal(503);
    } finally {
      await rm(service.storageFolder);
      await rename(`${service.storageFolder}.away`, service.storageFolder);
    }
    await eventually(() => expect(service.logs()).to.include('the file store rejects writes'));
    // The gateway may reject documents for another second.
    await eventually(async () => expect((await call(PDF, DOCUMENT)).status).to.equal(200));
    await expectSilence();
  });

  it('when a worker fails under a job, or does not understand it', async () => {
    const [worker] = service.workers;
    process.kill(worker?.pid ?? 0, 'SIGSTOP');
    const answers = ['broken', 'of a newer gateway'].map((name) => call(PDF, { ...DOCUMENT, filename: name }));
    await eventually(async () => {
      const payloads = (await service.redis.command('KEYS', 'toolpress:payload:*')) as string[];
      expect(payloads).to.have.lengthOf(2);
      const contents = [`{"html": ${CANARY}`, JSON.stringify({ requestId: 'x', html: CANARY, [CANARY]: CANARY })];
      for (const [index, letter] of payloads.entries()) {
        await service.redis.command('SET', letter, contents[index] ?? '', 'KEEPTTL');
      }
    });
    process.kill(worker?.pid ?? 0, 'SIGCONT');
    expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal([503, 503]);
    await eventually(() => expect(service.logs()).to.include('does not understand'));
    await expectSilence();
  });
});
