import { ServiceError } from '@toolpress/contract';
import { NotUnderstood, type SentFile } from '@toolpress/queue';
import { storeUnavailable } from '@toolpress/storage';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Renderer } from '../browser/renderer.js';
import { NOTHING } from '../resources/image-bytes.js';
import { SheetSource } from '../resources/sheet-source.js';
import { startPages } from '../testing/chromium.js';
import { jobContext } from '../testing/job-context.js';
import { type RenderWorker, startRenderWorker } from '../testing/render-worker.js';

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('A render job', () => {
  let pages: Renderer;
  let worker: RenderWorker;
  let requests: string[] = [];
  before(async () => {
    pages = await startPages();
    const outbound = {
      request: async ({ url }: { url: string }) => {
        requests.push(url);
        return {
          status: 200,
          headers: { 'content-type': 'text/css' },
          url,
          body: Buffer.from('i::after { content: " styled" }'),
        };
      },
    };
    const images = {
      fetchAll: async (wanted: readonly { url: string }[]) => {
        requests.push(...wanted.map(({ url }) => url));
        return { images: new Map(wanted.map(({ url }) => [url, NOTHING])), missing: [] };
      },
    };
    worker = await startRenderWorker({ renderer: pages, images, sheets: new SheetSource(outbound) });
  });
  after(async () => {
    await worker.close();
    await pages.close();
  });

  it('sends its file while it is stored, and replies when it is', async () => {
    const story: string[] = [];
    const sent: SentFile[] = [];
    const sendFile = (file: SentFile): void => {
      story.push('sent');
      sent.push({ ...file, bytes: Buffer.from(file.bytes) });
    };
    const storing = await startRenderWorker({
      renderer: pages,
      onStore: async () => {
        story.push('store');
        await new Promise((resolve) => setTimeout(resolve, 50));
        story.push('stored');
      },
    });
    const reply = await storing.render({ html: '<p>text' }, { ...jobContext(), sendFile });
    expect(story).to.deep.equal(['sent', 'store', 'stored']);
    expect(reply).to.have.nested.property('file.fileId', sent[0]?.id);
    expect(sent[0]?.bytes).to.deep.equal(storing.last());
    await storing.close();
  });

  it('fails when its file is not stored, although it was sent', async () => {
    const outage = storeUnavailable(new Error('EIO'));
    let files = 0;
    const sendFile = (): void => void files++;
    const failing = await startRenderWorker({ renderer: pages, onStore: () => Promise.reject(outage) });
    const context = { ...jobContext(), closing: AbortSignal.abort(), sendFile };
    expect(await errorOf(failing.render({ html: '<p>text' }, context))).to.equal(outage);
    expect(files).to.equal(1);
    await failing.close();
  });

  it('is refused by a worker that does not understand all of its fields', async () => {
    expect(await errorOf(worker.render({ unknown: 1 } as object))).to.be.instanceOf(NotUnderstood);
  });

  it('may have passwords in plain from an older gateway, and is refused for some that no key opens', async () => {
    const html = '<p>text';
    expect(await worker.render({ html, protect: { userPassword: 'quince' } })).to.include({ ok: true });
    expect(() => pdfText(worker.last())).to.throw('Incorrect password');
    const sealed = { key: '0'.repeat(32), text: 'x' };
    const reply = await worker.render({ html, protect: { sealed } });
    expect(reply).to.have.nested.include({ ok: false, 'error.code': 'unavailable', 'error.reason': 'renderer_failed' });
    expect(await worker.render({ html, protect: { sealed }, checkOnly: true }), 'a check needs none').to.include({
      ok: true,
    });
  });

  it('is prepared again with what it needs to fetch, which is fetched once', async () => {
    requests = [];
    const [sheet, image] = ['https://cdn.example/a.css', 'https://img.example/a.png'];
    const html = `<link rel="stylesheet" href="${sheet}"><p><i>text</i><img src="${image}" alt="">`;
    expect(await worker.render({ html })).to.include({ ok: true });
    expect(pdfText(worker.last())).to.include('text styled');
    expect(requests).to.deep.equal([sheet, image]);
  });

  it('rejects with the failures of the service, so that it is tried again', async () => {
    const failure = new Error('the browser was killed');
    const failing = await startRenderWorker({ renderer: { ...pages, print: () => Promise.reject(failure) } });
    expect(await errorOf(failing.render({ html: '<p>x' }))).to.equal(failure);
    const refusing = await startRenderWorker({
      renderer: { ...pages, print: () => Promise.reject(new ServiceError('pdf_too_large', 'too large')) },
    });
    expect(await refusing.render({ html: '<p>x' })).to.have.nested.property('error.code', 'pdf_too_large');
    await Promise.all([failing.close(), refusing.close()]);
  });

  it('ends as too complex when it takes too much memory, and the next one is rendered', async () => {
    const html = `[[#each rows]][[let a = rows | json]][[let b = a | append: a | append: a]][[b | size]][[/each]]${'<p>x'.repeat(200_000)}`;
    const small = await startRenderWorker({ renderer: pages, threadLimits: { heapMb: 64 } });
    const reply = await small.render({ html, data: { rows: Array(50).fill('x'.repeat(1_000)) } });
    expect(reply).to.have.nested.property('error.code', 'document_too_complex');
    expect(await small.render({ html: '<p>next' })).to.include({ ok: true });
    await small.close();
  });

  it('is rendered although another one in its thread takes long', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => index);
    const compared = `[[#if rows == rows${' and rows == rows'.repeat(50)}]]x[[/if]]`;
    const long = worker.render({
      html: `${'[[#each rows]]'.repeat(3)}${compared}${'[[/each]]'.repeat(3)}`,
      data: { rows },
    });
    const short = Array.from({ length: 5 }, () => worker.render({ html: '<p>short' }));
    for (const reply of await Promise.all(short)) expect(reply).to.include({ ok: true });
    expect(await long).to.have.nested.property('error.code', 'template_invalid');
  });

  it('has its deadline while it waits for a thread', async () => {
    const reply = await worker.render({ html: '<p>x' }, { ...jobContext(), remainingMs: 1 });
    expect(reply).to.have.nested.property('error.code', 'deadline_exceeded');
  });
});
