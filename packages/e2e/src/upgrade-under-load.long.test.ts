import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AFTER_WORK_MS,
  Balancer,
  eventually,
  freePort,
  type HttpTarget,
  pdfText,
  ServiceClient,
  type StartedProcess,
  startApp,
  startHttpTarget,
  startRedis,
  type TestRedis,
  testS3,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { buildRelease, READY, RELEASE, reasonToSkip, startOld } from './last-release.js';

const PDF = '/api/utilities/html-to-pdf';
const HTTP = '/api/utilities/http-request';
/** As long as the balancer needs to hear that a gateway stops, on a busy machine. */
const GRACE_MS = 8_000;
type Start = typeof startOld;
type Settings = Record<string, string>;

/** The changelog's upgrade: workers, then gateways, each replaced by one of this release while callers call. */
describe(`An update from ${RELEASE.version} with calls running`, () => {
  let reason: string | undefined;
  before(async function () {
    this.timeout(900_000);
    reason = await reasonToSkip();
    if (reason !== undefined) {
      process.stderr.write(`An update with calls running: skipped, ${reason}.\n`);
      return this.skip();
    }
    await buildRelease();
  });

  let redis: TestRedis;
  let target: HttpTarget;
  let balancer: Balancer;
  let running: StartedProcess[] = [];
  beforeEach(async () => {
    redis = await startRedis();
    target = await startHttpTarget((_request, response) => setTimeout(() => response.end('{}'), 100));
    balancer = new Balancer();
  });
  afterEach(async () => {
    balancer?.close();
    await Promise.all(running.map((one) => one.end()));
    running = [];
    await target?.close();
    await redis?.stop();
  });

  const start = async (by: Start, app: 'gateway' | 'worker', settings: Settings): Promise<StartedProcess> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const own: Settings = app === 'gateway' ? { PORT: String(port), PUBLIC_URL: url } : {};
    const started = by(app, { ...settings, ...own });
    running.push(started);
    await started.waitFor(READY);
    if (app === 'gateway') balancer.add(url);
    return started;
  };

  /** Updates a service of the last release as the changelog says, under load. @param store its settings */
  const update = async (store: Settings): Promise<void> => {
    const settings: Settings = {
      HOST: '127.0.0.1',
      REDIS_URL: redis.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: randomBytes(24).toString('base64url'),
      OUTBOUND_ALLOW: '127.0.0.2',
      SHUTDOWN_GRACE_MS: String(GRACE_MS),
      RENDER_CONCURRENCY: '1',
      RENDER_DEADLINE_MS: '240000',
      CHROME_PATH: process.env['CHROME_PATH'] ?? '',
      ...store,
    };
    const old = [];
    for (const app of ['worker', 'worker', 'gateway', 'gateway'] as const)
      old.push(await start(startOld, app, settings));
    const callers = await Callers.of(balancer, settings['ADMIN_TOKEN'] ?? '', target.url);
    try {
      await callers.call();
      for (const [index, each] of old.entries()) {
        await start(startApp, index < 2 ? 'worker' : 'gateway', settings);
        await callers.someAnswers();
        expect(await each.end('SIGTERM'), 'exit code').to.equal(0);
        await callers.someAnswers();
      }
    } finally {
      await callers.stop();
    }
    expect(callers.failures).to.deep.equal([]);
    await callers.checkLinks();
    await eventually(async () => expect(await callers.charged(), 'charged').to.equal(callers.answered), AFTER_WORK_MS);
    process.stderr.write(`      ${callers.answered} calls, ${callers.failures.length} failed\n`);
  };

  it('keeps a folder of files: every call is answered and charged once, links stay', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-files-'));
    try {
      await update({ STORAGE: 'folder', STORAGE_FOLDER: folder });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe('with S3', () => {
    let s3: Awaited<ReturnType<typeof testS3>>;
    before(async function () {
      s3 = await testS3();
      if (s3 === undefined) this.skip();
    });
    after(async () => s3?.stop());

    it('keeps a bucket: every call is answered and charged once, links stay', async () => {
      await update({
        STORAGE: 's3',
        S3_ENDPOINT: s3?.endpoint ?? '',
        S3_BUCKET: `toolpress-update-${randomBytes(6).toString('hex')}`,
        S3_ACCESS_KEY: s3?.accessKey ?? '',
        S3_SECRET_KEY: s3?.secretKey ?? '',
      });
    });
  });
});

/** Callers that print and call a target one request after the other, behind a balancer. */
class Callers {
  readonly failures: string[] = [];
  answered = 0;
  private isOver = false;
  private calls: Promise<unknown> = Promise.resolve();
  private readonly links: { url: string; text: string }[] = [];

  private constructor(
    private readonly balancer: Balancer,
    private readonly token: string,
    private readonly target: string,
  ) {}

  static async of(balancer: Balancer, adminToken: string, target: string): Promise<Callers> {
    // As an operator does it: at any gateway.
    const url = (await balancer.fetch('/healthz', {})).url.replace('/healthz', '');
    const { token } = await new ServiceClient(url, adminToken).createAccount('callers');
    return new Callers(balancer, token, target);
  }

  async call(): Promise<void> {
    const printing = ['Ann', 'Bob', 'Cid'].map((name) => this.repeat((round) => this.print(`${name} ${round}`)));
    this.calls = Promise.all([...printing, this.repeat(() => this.request())]);
    await this.someAnswers();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.calls;
  }

  async someAnswers(): Promise<void> {
    const goal = this.answered + 6;
    await eventually(() => expect(this.answered, this.failures.join()).to.be.at.least(goal), AFTER_WORK_MS);
  }

  /** Looks whether all links, of gateways that are gone too, lead to their documents. */
  async checkLinks(): Promise<void> {
    for (const { url, text } of this.links) {
      const { pathname, search, origin } = new URL(url);
      // A link of a gateway leads to any other one; one of the store has its signature for its own address.
      const isOfGateway = pathname.startsWith('/files/');
      const answer = isOfGateway
        ? await this.balancer.fetch(pathname + search, {})
        : await fetch(origin + pathname + search);
      expect(answer.status, url).to.equal(200);
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).to.include(text);
    }
  }

  async charged(): Promise<number> {
    const answer = await this.balancer.fetch('/api/usage', { headers: { authorization: `Bearer ${this.token}` } });
    return ((await answer.json()) as { data: { requests: number } }).data.requests;
  }

  private async repeat(work: (round: number) => Promise<string | undefined>): Promise<void> {
    for (let round = 0; !this.isOver; round++) {
      const problem = await work(round).catch((error: Error) => String(error.cause ?? error));
      if (problem !== undefined) this.failures.push(problem);
      this.answered += 1;
    }
  }

  private async post(path: string, body: object): Promise<{ problem?: string; data: Record<string, string> }> {
    const response = await this.balancer.fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data = {}, error } = (await response.json()) as { data?: Record<string, string>; error?: string };
    return response.status === 200 ? { data } : { data, problem: `${path}: ${response.status} ${error}` };
  }

  private async print(text: string): Promise<string | undefined> {
    const { problem, data } = await this.post(PDF, { html: `<p>${text}</p>` });
    if (problem !== undefined) return problem;
    const { download_url: download = '', signed_url: signed = '', pdf_base64: pdf = '' } = data;
    if (this.answered % 5 === 0) this.links.push({ url: download, text }, { url: signed, text });
    return pdfText(Buffer.from(pdf, 'base64')).includes(text) ? undefined : `${text}: another document`;
  }

  private async request(): Promise<string | undefined> {
    return (await this.post(HTTP, { method: 'GET', url: this.target })).problem;
  }
}
