import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Answer, eventually, startTcpProxy, type TcpProxy, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { sweepUnclaimedFiles, unclaimedFiles } from './unclaimed-files.js';

const PDF = '/api/utilities/html-to-pdf';
const FILE_ID_LENGTH = 41;
/** What a worker says arrives so much later, milliseconds: it is killed meanwhile. Both ways take less than a command may. */
const DELAY_MS = 1_000;

const idOf = (url: string): string => basename(url).slice(0, FILE_ID_LENGTH);
const filesOf = async (service: TestService): Promise<string[]> =>
  (await readdir(service.storageFolder, { recursive: true }))
    .filter((name) => /\.(pdf|xml|zip)$/.test(name))
    .map((name) => basename(name).slice(0, FILE_ID_LENGTH));

describe('A file that somebody gets', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const ended = async (path: string): Promise<Answer['body']['data']> => (await service.ended(path)).body.data;
  const rowsOf = async (id: string): Promise<{ result: { download_url: string } }[]> =>
    (await service.call(`/api/batches/${id}/rows`)).body.data.items;

  /** By each way in which a file comes to an account: the links to what there is then. */
  const WAYS: Record<string, () => Promise<string[]>> = {
    'a call': async () => [(await service.call(PDF, { body: { html: '<p>a' } })).body.data.download_url],
    'a call under an idempotency key': async () => {
      const headers = { 'idempotency-key': 'once' };
      return [(await service.call(PDF, { headers, body: { html: '<p>b' } })).body.data.download_url];
    },
    'the XML of an e-invoice': async () => {
      const sample = new URL('../../../samples/e-invoice/request.json', import.meta.url);
      const { e_invoice } = JSON.parse(readFileSync(sample, 'utf8'));
      const body = { html: '<p>c', e_invoice: { ...e_invoice, output: 'xml' } };
      return [(await service.call(PDF, { body })).body.data.download_url];
    },
    'a job': async () => {
      const { id } = (await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input: { html: '<p>d' } } })).body
        .data;
      return [(await ended(`/api/jobs/${id}`)).result.download_url];
    },
    'rows and their archive': async () => {
      const body = { tool: 'html-to-pdf', input: { html: '<p>[[name]]' }, rows: [{ name: 'e' }, {}], output: 'zip' };
      const { id } = (await service.call('/api/batches', { body })).body.data;
      const { result } = await ended(`/api/batches/${id}`);
      return [...(await rowsOf(id)).map((row) => row.result.download_url), result.download_url];
    },
    'rows and one PDF of all': async () => {
      const body = { tool: 'html-to-pdf', input: { html: '<p>f' }, rows: [{}], output: 'merged' };
      const { id } = (await service.call('/api/batches', { body })).body.data;
      const { result } = await ended(`/api/batches/${id}`);
      return [...(await rowsOf(id)).map((row) => row.result.download_url), result.download_url];
    },
  };

  for (const [way, make] of Object.entries(WAYS)) {
    it(`is claimed, and outlasts every sweep: of ${way}`, async () => {
      const urls = await make();
      await eventually(async () => expect(await unclaimedFiles(service)).to.deep.equal([]));
      await sweepUnclaimedFiles(service);
      for (const url of urls) expect((await fetch(url)).status, url).to.equal(200);
      expect(await filesOf(service)).to.include.members(urls.map(idOf));
    });
  }
});

describe('A worker that is killed between storing a file and saying so', () => {
  let service: TestService;
  let proxy: TcpProxy;
  beforeEach(async () => {
    service = await TestService.start({ workers: 0 });
    const { host } = new URL(service.redis.url);
    proxy = await startTcpProxy(host);
    await service.addWorker({ REDIS_URL: `redis://${proxy.address}` });
    proxy.delay(DELAY_MS);
  });
  afterEach(async () => {
    await service.stop();
    await proxy.close();
  });

  /** Kills it when it has stored a file, before it has replied. @returns the file. */
  async function killed(): Promise<string> {
    const before = await filesOf(service);
    let stored: string[] = [];
    await eventually(async () => {
      stored = (await filesOf(service)).filter((id) => !before.includes(id));
      expect(stored).to.have.lengthOf(1);
    });
    await proxy.unplug();
    await service.workers.shift()?.end('SIGKILL');
    await service.addWorker();
    return stored[0] ?? '';
  }

  async function expectOnly(url: string, lost: string): Promise<void> {
    expect(idOf(url)).to.not.equal(lost);
    // Where its gateway has died, too, another worker may have printed it for that one.
    await eventually(async () => {
      const unclaimed = await unclaimedFiles(service);
      expect(unclaimed).to.include(lost);
      // A file is noted before it is stored, and an attempt may end in between.
      expect([...unclaimed, idOf(url)]).to.include.members(await filesOf(service));
    });
    // An attempt for the gateway that died may end in between.
    await eventually(async () => {
      await sweepUnclaimedFiles(service);
      expect(await unclaimedFiles(service)).to.deep.equal([]);
      expect(await filesOf(service)).to.deep.equal([idOf(url)]);
    });
    expect((await fetch(url)).status).to.equal(200);
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(1);
  }

  it('leaves a file that is swept; that of the answer to the call stays', async () => {
    const answer = service.call(PDF, { body: { html: '<p>printed twice' } });
    const lost = await killed();
    const { status, body } = await answer;
    expect(status, body.error).to.equal(200);
    await expectOnly(body.data.download_url, lost);
  });

  for (const [when, andKill] of [
    ['', async () => undefined],
    [' and with its gateway', () => service.restartGateway('SIGKILL')],
  ] as const) {
    it(`with a job${when} leaves a file that is swept; that of the job stays`, async () => {
      const body = { tool: 'html-to-pdf', input: { html: '<p>printed twice' } };
      const { id } = (await service.call('/api/jobs', { body })).body.data;
      const lost = await killed();
      await andKill();
      const { data } = (await service.ended(`/api/jobs/${id}`)).body;
      expect(data.status).to.equal('done');
      await expectOnly(data.result.download_url, lost);
    });
  }
});
