import { generateKeySync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@toolpress/runtime';
import { createFileStore, type FileKind, type FileStore, newFileId } from '@toolpress/storage';
import { expect } from 'chai';
import express from 'express';
import { after, before, describe, it } from 'mocha';
import { requestLog } from '../../api/request-log.js';
import { errorHandler } from '../../api/respond.js';
import { DownloadLinks, downloadFile, FILE_PATH } from './downloads.js';

describe('A download link', () => {
  const keys = { current: randomBytes(32), previous: [randomBytes(32)] };
  let folder: string;
  let store: FileStore;
  let server: Server;
  let links: DownloadLinks;
  let olderLinks: DownloadLinks;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-download-'));
    store = await createFileStore({
      driver: 'folder',
      folder,
      publicUrl: 'http://x',
      linkKey: generateKeySync('hmac', { length: 256 }),
    });
    await store.prepare();
    const app = express().use(
      requestLog(
        createLogger('gateway', 'silent'),
        () => undefined,
        () => undefined,
      ),
    );
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    links = new DownloadLinks(keys, url);
    olderLinks = new DownloadLinks({ current: keys.previous[0] ?? Buffer.of(), previous: [] }, url);
    app.get(FILE_PATH, downloadFile(store, links)).use(errorHandler({ isFor: () => false, send: () => undefined }));
  });
  after(async () => {
    server.close();
    await once(server, 'close');
    await rm(folder, { recursive: true });
  });

  const put = async (lifeMs: number, content = '%PDF-1.7', kind: FileKind = 'pdf'): Promise<string> => {
    const id = newFileId(new Date(Date.now() + lifeMs), kind);
    await store.put(id, Buffer.from(content));
    return id;
  };
  const visit = async (url: string): Promise<string> => {
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get('x-error-code')}`;
  };

  it('works with the current and with a previous master key', async () => {
    const id = await put(60_000);
    expect(links.urlOf(id)).not.to.equal(olderLinks.urlOf(id));
    for (const url of [links.urlOf(id), olderLinks.urlOf(id)]) expect(await visit(url)).to.equal('200 null');
  });

  it('serves files of other kinds with their media type and only with their extension', async () => {
    const id = await put(60_000, '<a/>', 'xml');
    const response = await fetch(links.urlOf(id), { headers: { connection: 'close' } });
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/xml']);
    expect(await response.text()).to.equal('<a/>');
    expect(await visit(links.urlOf(id).replace(/xml$/, 'pdf'))).to.equal('404 file_unknown');
  });

  it('distinguishes an expired file, an unknown file and a forged link', async () => {
    const expired = await put(-1_000);
    const never = `${expired.slice(0, 9).replace(/^./, 'z')}${'0'.repeat(32)}`;
    expect(await visit(links.urlOf(expired))).to.equal('410 file_expired');
    expect(await visit(links.urlOf(never))).to.equal('404 file_unknown');
    const forger = new DownloadLinks({ current: randomBytes(32), previous: [] }, new URL(links.urlOf(never)).origin);
    for (const id of [expired, never]) expect(await visit(forger.urlOf(id))).to.equal('403 link_forged');
  });

  it('is rejected with a shortened, extended or changed secret', async () => {
    const url = links.urlOf(await put(60_000));
    const [, before = '', secret = ''] = /^(.*\/files\/.{41})(.*)\.pdf$/.exec(url) ?? [];
    expect(secret).to.have.lengthOf(32);
    const changed = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of [secret.slice(0, 1), secret.slice(0, -1), `${secret}A`, changed])
      expect(await visit(`${before}${wrong}.pdf`), wrong).to.equal('403 link_forged');
    expect(await visit(url)).to.equal('200 null');
  });
});
