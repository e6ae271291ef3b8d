import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKER_PARTS } from '@toolpress/contract';
import { startApp, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { INVOICE } from './e-invoices.js';

/** Documents by the part that they need. */
const NEEDING: Readonly<Record<string, Record<string, unknown>>> = {
  paged: { html: '<p>text<span data-footnote>note</span>' },
  standards: { html: '<p>text', metadata: { title: 'T' } },
  accessibility: {
    html: '<!DOCTYPE html><html lang="en"><title>T</title><p>text',
    conformance: ['pdf/ua-1'],
  },
};
const PLAIN = { html: '<h1>Invoice [[number]]</h1>', data: { number: 7 } };

describe('The parts of a worker', function () {
  this.timeout(300_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-worker-parts-'));
    service = await TestService.start({ workers: 0 });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  async function print(body: Record<string, unknown>) {
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    return { ...answer, text: JSON.stringify(answer.body) };
  }

  /** Runs a worker. @returns the files of ours that it and its threads load. */
  async function loadedBy(name: string, parts: string | undefined, run: () => Promise<void>): Promise<string[]> {
    const list = join(folder, name);
    const hook = new URL('./loaded-files.js', import.meta.url).href;
    // Threads have no environment, but the options of the command.
    const launcher = ['sh', '-c', `exec "$0" '--import=${hook}?${list}' "$@"`];
    const worker = startApp('worker', { ...service.settings, ...(parts !== undefined && { PARTS: parts }) }, launcher);
    await worker.waitFor(/"msg":"ready"/);
    try {
      await run();
    } finally {
      await worker.end();
    }
    return (await readFile(list, 'utf8')).split('\n').filter((url) => !url.includes('/node_modules/'));
  }

  const folderOf = (url: string): string | undefined => /\/apps\/worker\/dist\/parts\/([^/]+)\//.exec(url)?.[1];

  it('are not loaded when they are switched off: a plain document prints, and others name their part', async () => {
    const loaded = await loadedBy('none', '', async () => {
      const plain = await print(PLAIN);
      expect(plain.status, plain.text).to.equal(200);
      for (const [part, body] of Object.entries(NEEDING)) {
        const { status, headers, text } = await print(body);
        expect([status, headers.get('x-error-code')], text).to.deep.equal([400, 'invalid_parameter']);
        expect(text).to.include(`the part \`${part}\``);
      }
    });
    expect(loaded.some((url) => url.endsWith('/dist/render-thread.js'))).to.equal(true);
    const ofParts = /\/apps\/worker\/dist\/parts\/|\/packages\/(?:e-invoice|standards|document\/dist\/accessibility)\//;
    expect(loaded.filter((url) => ofParts.test(url))).to.deep.equal([]);
  });

  it('are loaded by name', async () => {
    const loaded = await loadedBy('some', 'paged,accessibility,standards', async () => {
      for (const body of [PLAIN, ...Object.values(NEEDING)]) {
        const { status, text } = await print(body);
        expect(status, text).to.equal(200);
      }
    });
    const folders = new Set(loaded.flatMap((url) => folderOf(url) ?? []));
    expect(folders).to.have.keys('paged', 'accessibility', 'standards');
  });

  it('make an invoice that is XML alone without the standards of PDF', async () => {
    await loadedBy('invoice', 'e-invoice', async () => {
      const e_invoice = { profile: 'en16931', invoice: INVOICE, output: 'xml' };
      const { status, text } = await print({ e_invoice });
      expect(status, text).to.equal(200);
    });
  });

  it('are all loaded by default', async () => {
    const loaded = await loadedBy('all', undefined, async () => {
      expect((await print(NEEDING['paged'] ?? {})).status).to.equal(200);
    });
    const folders = new Set(loaded.flatMap((url) => folderOf(url) ?? []));
    expect(folders).to.have.keys(...WORKER_PARTS);
  });
});
