import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore, newFileId } from '@toolpress/storage';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { DownloadLinks } from '../../accounts/files/downloads.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import { answerOf, type PdfToolOptions } from './render-pdf.js';

const NO_TRACING = { span: (_name: string, _options: object, work: () => Promise<unknown>) => work() };

describe('The answer to a PDF request', () => {
  it('is an error when the store returns fewer bytes than were written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-answer-'));
    const context = {
      memory: new MemoryBudget(1_000).share('account'),
      signal: new AbortController().signal,
      prefers: () => false,
    };
    const publicUrl = 'https://pdf.example';
    const store = await createFileStore({ driver: 'folder', folder, publicUrl, linkKey: randomBytes(32) });
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
      expect(short).to.have.nested.property('reason.message', 'the store gave 100 of 101 bytes');
    } finally {
      await store.close();
      await rm(folder, { recursive: true });
    }
  });
});
