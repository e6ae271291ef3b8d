/** The passwords of `protect` on their way: they are in Redis and in its append-only file in no form that can be read. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, redisContents, TestService, writtenToDisk } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const USER = 'Quittenmus-4711';
const OWNER = 'Holunder "auf" Eis';
/** Proves that the searched texts are those with the documents. */
const CONTENT = 'Streuobstwiese';
const DOCUMENT = { html: `<p>${CONTENT}`, protect: { user_password: USER, owner_password: OWNER } };
const SECRETS = [USER, 'Holunder', ...[USER, OWNER].map((text) => Buffer.from(text).toString('base64').slice(0, 12))];
describe('The passwords of a protected document', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    [service, folder] = [await TestService.start(), await mkdtemp(join(tmpdir(), 'toolpress-protected-'))];
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the text of all files of Redis. */
  async function redisFiles(): Promise<string> {
    await writtenToDisk(service.redis);
    const [, dir] = (await service.redis.command('CONFIG', 'GET', 'dir')) as string[];
    const entries = await readdir(dir ?? '', { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).join()).to.include('.aof');
    return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n');
  }

  async function expectSecret(): Promise<void> {
    const [known, written] = [await redisContents(service.redis.url), await redisFiles()];
    for (const secret of SECRETS) {
      expect(known.includes(secret), `${secret} in Redis`).to.equal(false);
      expect(written.includes(secret), `${secret} in its files`).to.equal(false);
    }
  }

  /** Says whether qpdf opens a PDF, and as whom. */
  async function qpdf(pdf: Uint8Array, password: string): Promise<string> {
    const file = join(folder, `${randomBytes(8).toString('hex')}.pdf`);
    await writeFile(file, pdf);
    try {
      const report = execFileSync('qpdf', [`--password=${password}`, '--check', file], { stdio: 'pipe' });
      return /Supplied password is \w+/.exec(String(report))?.[0] ?? String(report);
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  }

  async function expectProtected(url: string): Promise<void> {
    const response = await fetch(url);
    expect(response.status).to.equal(200);
    const pdf = Buffer.from(await response.arrayBuffer());
    expect(await qpdf(pdf, USER)).to.equal('Supplied password is user');
    expect(await qpdf(pdf, OWNER)).to.equal('Supplied password is owner');
    expect(await qpdf(pdf, 'another')).to.include('invalid password');
  }

  const stopWorkers = (): void => {
    for (const { pid } of service.workers) process.kill(pid, 'SIGSTOP');
  };
  const continueWorkers = (): void => {
    for (const { pid } of service.workers) process.kill(pid, 'SIGCONT');
  };

  it('are not in Redis while a call waits for its worker, and protect the PDF', async () => {
    stopWorkers();
    const answer = service.call('/api/utilities/html-to-pdf', { body: DOCUMENT });
    await eventually(async () => expect(await redisContents(service.redis.url)).to.include(CONTENT));
    await expectSecret();
    expect(await redisFiles()).to.include(CONTENT);
    continueWorkers();
    const { status, body } = await answer;
    expect(status, body.error).to.equal(200);
    await expectProtected(body.data.download_url);
    await expectSecret();
  });

  it('are not in Redis for a job or the rows of a batch, waiting or done', async () => {
    stopWorkers();
    const job = await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input: DOCUMENT } });
    const input = { ...DOCUMENT, html: `<p>${CONTENT} of a row` };
    const batch = await service.call('/api/batches', {
      body: { tool: 'json-to-pdf', input, rows: [{ n: 1 }, { n: 2 }] },
    });
    expect([job.status, batch.status], job.body.error ?? batch.body.error).to.deep.equal([202, 202]);
    await eventually(async () => expect(await redisContents(service.redis.url)).to.include(`${CONTENT} of a row`));
    await expectSecret();
    continueWorkers();
    const { data } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body;
    await expectProtected(data.result.download_url);
    const { id } = batch.body.data;
    expect((await service.ended(`/api/batches/${id}`)).body.data).to.include({ status: 'done', done: 2 });
    const { items } = (await service.call(`/api/batches/${id}/rows`)).body.data;
    for (const { result } of items) await expectProtected(result.download_url);
    await expectSecret();
  });
});
