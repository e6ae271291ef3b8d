/** Stores that misbehave as no healthy server does: small servers that speak S3's HTTP. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { ExpiringStore } from '../expiring-store.js';
import { newFileId } from '../file-id.js';
import type { FileStore } from '../file-store.js';
import type { S3Options } from '../options.js';
import { expectUnavailable, inSeconds, somePdf, stored } from '../testing/files.js';
import { S3Driver } from './s3-driver.js';

/** Short, so that the tests are; only the silent store is meant to exceed the first. */
const LIMITS = { answerMs: 10_000, stallMs: 200 };

describe('an S3 store in trouble', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  /** Starts a server and a store over it. */
  async function storeOver(answer: RequestListener, more: Partial<S3Options> = {}, limits = LIMITS) {
    const sockets = new Set<Socket>();
    const server = createServer(answer).on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1' };
    const store: FileStore = new ExpiringStore(
      new S3Driver({ driver: 's3', endpoint, bucket: 'files', lifecycleDays: 8, ...keys, ...more }, limits),
    );
    cleanups.push(async () => {
      await store.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { store, sockets };
  }

  const id = newFileId(inSeconds(3_600));

  it('that accepts connections and never answers does not block others', async () => {
    const { store } = await storeOver(() => undefined, {}, { ...LIMITS, answerMs: 400 });
    const calls = [
      store.check(),
      stored(store, somePdf(3_000_000), { expiresAt: inSeconds(60) }),
      store.read(id),
      store.prepare(),
      store.sweep(new Date()),
    ];
    const refusals = await Promise.all(calls.map((call) => serviceErrorOf(() => call)));
    for (const { cause } of refusals) {
      expect(cause).to.have.property('message', 'the store did not answer within 400 ms (waiting for its answer)');
    }
  });

  it('that falls silent in the middle of a file is given up', async () => {
    const { store } = await storeOver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x'.repeat(500));
    });
    await expectUnavailable(() => store.read(id));
  });

  it('that breaks off in the middle of a file is noticed', async () => {
    const { store } = await storeOver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x'.repeat(500), () => response.destroy());
    });
    await expectUnavailable(() => store.read(id));
  });

  it('that falls silent does not end the process when the file is not read', async () => {
    const { store } = await storeOver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).flushHeaders();
    });
    const { stream } = await store.open(id);
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.destroyed).to.equal(true);
  });

  it('that does not say how long a file is can’t be read from', async () => {
    const { store } = await storeOver((_request, response) => {
      response.write('in chunks, without a length');
      response.end();
    });
    await expectUnavailable(() => store.open(id));
  });

  it('is not blamed for a slow reader', async () => {
    const bytes = somePdf(1_000_000);
    const { store } = await storeOver((_request, response) => {
      response.writeHead(200, { 'content-length': String(bytes.length) }).end(bytes);
    });
    const { stream } = await store.open(id);
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // In step with the watch, which so sees the buffer full, drained a moment ago, and filling.
      if (chunks.length < 10) await passed(LIMITS.stallMs);
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).equals(bytes)).to.equal(true);
  });

  it('that closes an idle connection just as it is used gets the call again', async () => {
    const used = new WeakSet<Socket>();
    let requests = 0;
    const { store, sockets } = await storeOver((request, response) => {
      requests += 1;
      if (used.has(request.socket)) return request.socket.destroy();
      used.add(request.socket);
      return response.writeHead(200, { 'content-length': '0' }).end();
    });
    await store.check();
    await store.check();
    expect([requests, sockets.size]).to.deep.equal([3, 2]);
  });

  it('that drops a new connection is unavailable: such a call is not repeated', async () => {
    let requests = 0;
    const { store } = await storeOver((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await expectUnavailable(() => store.read(id));
    expect(requests).to.equal(1);
  });

  it('keeps its connection through errors, and is asked once a call', async () => {
    let requests = 0;
    const { store, sockets } = await storeOver((_request, response) => {
      requests += 1;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'.repeat(1_000));
    });
    for (let call = 0; call < 5; call += 1) await expectUnavailable(() => store.read(id));
    expect([requests, sockets.size]).to.deep.equal([5, 1]);
  });

  it('that has no bucket is unavailable; one without the file says so, with a code or without', async () => {
    let code = '';
    const { store } = await storeOver((_request, response) => {
      response.writeHead(404).end(code && `<Error><Code>${code}</Code></Error>`);
    });
    for (code of ['NoSuchKey', '']) expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
    code = 'NoSuchBucket';
    await expectUnavailable(() => store.read(id));
    await expectUnavailable(() => store.open(id));
  });

  it('that takes no lifecycle rules is used all the same, with a warning', async () => {
    const warnings: string[] = [];
    const { store } = await storeOver(
      (request, response) => {
        if (!request.url?.includes('lifecycle')) return response.end();
        return response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>');
      },
      { onWarning: (message) => warnings.push(message) },
    );
    await store.prepare();
    expect(warnings).to.deep.equal([
      'The file store takes no lifecycle rule (NotImplemented); expired files are deleted by the scheduled sweep only.',
    ]);
  });

  it('that refuses to delete some files is reported, and they are not counted', async () => {
    const old = newFileId(new Date('2020-01-01T00:00:00Z'));
    const warnings: string[] = [];
    const { store } = await storeOver(
      (request, response) => {
        const url = decodeURIComponent(request.url ?? '');
        if (request.method === 'POST') {
          response.end('<DeleteResult><Error><Key>x</Key><Code>AccessDenied</Code></Error></DeleteResult>');
        } else if (url.includes('prefix=pdf/2020')) {
          response.end(listing(`<Contents><Key>pdf/2020-01-01/${old}.pdf</Key><Size>1</Size></Contents>`));
        } else {
          response.end(listing('<CommonPrefixes><Prefix>pdf/2020-01-01/</Prefix></CommonPrefixes>'));
        }
      },
      { onWarning: (message) => warnings.push(message) },
    );
    expect(await store.sweep(new Date())).to.equal(0);
    expect(warnings).to.deep.equal(['The file store refused to delete 1 of 1 files.']);
  });
});

const listing = (content: string): string =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${content}</ListBucketResult>`;
