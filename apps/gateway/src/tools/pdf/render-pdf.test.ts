import { generateKeySync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@toolpress/contract';
import { createFileStore, newFileId } from '@toolpress/storage';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { DownloadLinks } from '../../accounts/files/downloads.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import type { Records } from '../get-record/records.js';
import { answerOf, type PdfToolOptions, pdfEndpoints } from './render-pdf.js';

const NO_TRACING = {
  span: (_name: string, _options: object, work: () => Promise<unknown>) => work(),
  traceparent: () => undefined,
};

describe('A document from a record', () => {
  /** Returns the time for printing, in milliseconds, when reading the record took 30 s of 60 s. */
  async function timeToPrint(backgroundId?: string): Promise<number> {
    const { now } = Date;
    let deadlineMs = 0;
    const get: Records['get'] = async () => {
      Date.now = () => now() + 30_000;
      return { id: 'recA', fields: {}, createdTime: null };
    };
    const queue = {
      async submitAndWait(_payload: unknown, options: { deadlineMs: number }) {
        deadlineMs = options.deadlineMs;
        return { ok: true, file: { fileId: 'file', sizeBytes: 1, pageCount: 1 } };
      },
    };
    const options = {
      ...{ queue, records: { get, check: async () => undefined }, tracing: NO_TRACING, deadlineMs: 60_000 },
      ...{ storeGate: { pass: async () => undefined }, variables: {}, fileTtl: 60 },
      settings: { current: async () => DEFAULT_SETTINGS },
    } as unknown as PdfToolOptions;
    const [endpoint] = pdfEndpoints(options);
    const caller = { accountId: 'account', tokenId: 'token', monthlyActions: null };
    const body = { html: '<p>', data_from: { base_id: 'appA' } };
    const context = {
      ...{ requestId: 'request', memory: new MemoryBudget(2 ** 20).share('account') },
      ...{ signal: new AbortController().signal, ...(backgroundId && { backgroundId }) },
    };
    try {
      await endpoint?.handle({ params: {}, query: {}, body, caller } as never, context as never);
    } finally {
      Date.now = now;
    }
    return deadlineMs;
  }

  it('has the rest of the deadline for printing, and a job the whole deadline', async () => {
    expect(await timeToPrint()).to.be.within(1, 30_000);
    expect(await timeToPrint('job')).to.be.within(30_001, 60_000);
  });
});

describe('The answer to a PDF request', () => {
  it('is an error when the store returns fewer bytes than were written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-answer-'));
    const context = {
      memory: new MemoryBudget(1_000).share('account'),
      signal: new AbortController().signal,
      prefers: () => false,
    };
    const publicUrl = 'https://pdf.example';
    const store = await createFileStore({
      driver: 'folder',
      folder,
      publicUrl,
      linkKey: generateKeySync('hmac', { length: 256 }),
    });
    try {
      await store.prepare();
      const fileId = newFileId(new Date(Date.now() + 60_000));
      await store.put(fileId, Buffer.alloc(100));
      const links = new DownloadLinks({ current: randomBytes(32), previous: [] }, publicUrl);
      const options = { store, links, signedUrlTtl: 60, tracing: NO_TRACING } as unknown as PdfToolOptions;
      expect(await answerOf(options, { fileId, sizeBytes: 100, pageCount: 1 }, context)).to.have.property(
        'size_bytes',
        100,
      );
      const [short] = await Promise.allSettled([answerOf(options, { fileId, sizeBytes: 101, pageCount: 1 }, context)]);
      const received = { id: fileId, bytes: Buffer.from('received') };
      const answers = [received, { ...received, id: newFileId(new Date(Date.now() + 60_000)) }].map((file) =>
        answerOf(
          options,
          { fileId, sizeBytes: file === received ? 8 : 100, pageCount: 1 },
          { ...context, received: file },
        ),
      );
      const texts = (await Promise.all(answers)).map((one) => 'pdf_base64' in one && one.pdf_base64?.bytes);
      expect(texts, 'the file of the reply, or that of the store').to.deep.equal([received.bytes, Buffer.alloc(100)]);
      expect(short).to.have.nested.property('reason.message', 'the store returned 100 of 101 bytes');
    } finally {
      await store.close();
      await rm(folder, { recursive: true });
    }
  });
});
