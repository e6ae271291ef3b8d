/** Uploads of several parts, at a small server that speaks this part of S3's HTTP. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { ExpiringStore } from '../expiring-store.js';
import { newFileId } from '../file-id.js';
import type { FileStore } from '../file-store.js';
import { expectUnavailable, inSeconds } from '../testing/files.js';
import { S3Driver } from './s3-driver.js';

const MEBIBYTE = 1024 ** 2;

describe('an S3 upload of several parts', () => {
  let store: FileStore;
  let end: () => unknown;
  let parts: Map<string, Buffer>;
  let said: string[];
  let refuses: string | undefined;

  const answer = async (request: IncomingMessage): Promise<[status: number, body?: string]> => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://s3');
    const body = await buffer(request);
    const number = query.get('partNumber');
    if (number !== null) {
      if (number === refuses) return [403, '<Error><Code>AccessDenied</Code></Error>'];
      parts.set(number, body);
      return [200];
    }
    said.push(`${request.method} ${query.get('uploadId') ?? (query.has('uploads') ? 'begin' : 'list')}`);
    if (query.has('uploads') && request.method === 'GET') {
      const uploads = [hoursAgo(2), hoursAgo(0)].map(
        (at) => `<Upload><Key>pdf/x</Key><UploadId>from-${at}</UploadId><Initiated>${at}</Initiated></Upload>`,
      );
      return [200, `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`];
    }
    if (query.has('uploads')) {
      said.push(String(request.headers['content-disposition']));
      return [200, xml('InitiateMultipartUploadResult', '<UploadId>upload-1</UploadId>')];
    }
    if (request.method === 'GET') return [200, xml('ListBucketResult', '<IsTruncated>false</IsTruncated>')];
    if (request.method === 'DELETE') return [204];
    return [
      200,
      xml('CompleteMultipartUploadResult', '<Location>l</Location><Bucket>b</Bucket><Key>k</Key><ETag>all</ETag>'),
    ];
  };

  beforeEach(async () => {
    [parts, said, refuses] = [new Map(), [], undefined];
    const server = createServer(async (request, response) => {
      const [status, body] = await answer(request);
      response.writeHead(status, { ETag: '"part"' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1' };
    store = new ExpiringStore(new S3Driver({ driver: 's3', endpoint, bucket: 'files', lifecycleDays: 8, ...keys }));
    end = () => server.close();
  });
  afterEach(async () => {
    await store.close();
    end();
  });

  /** Pieces of 700,000 bytes, each of a different digit. */
  async function* pieces(count: number, failAfter = count): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < count; piece++) {
      if (piece === failAfter) throw new Error('the source failed');
      yield Buffer.alloc(700_000, String(piece % 10));
    }
  }
  const whole = async (count: number): Promise<Buffer> => {
    const all: Buffer[] = [];
    for await (const piece of pieces(count)) all.push(piece);
    return Buffer.concat(all);
  };
  const put = (from: AsyncIterable<Uint8Array>): Promise<number> =>
    store.putStream(newFileId(inSeconds(60), 'zip'), from, { filename: 'all.zip' });

  it('sends what comes in parts of 5 MiB, and puts them together', async () => {
    expect(await put(pieces(20))).to.equal(14_000_000);
    expect([...parts].map(([number, { length }]) => [number, length])).to.deep.equal([
      ['1', 5 * MEBIBYTE],
      ['2', 5 * MEBIBYTE],
      ['3', 14_000_000 - 10 * MEBIBYTE],
    ]);
    expect(Buffer.concat([...parts.values()]).equals(await whole(20))).to.equal(true);
    expect(said).to.deep.equal([
      'POST begin',
      `attachment; filename="all.zip"; filename*=UTF-8''all.zip`,
      'POST upload-1',
    ]);
  });

  it('is taken back when its source fails, whose error it throws', async () => {
    const error = await put(pieces(20, 16)).catch((reason: unknown) => reason);
    expect((error as Error).message).to.equal('the source failed');
    expect(said.at(-1)).to.equal('DELETE upload-1');
  });

  it('is taken back when the store refuses a part', async () => {
    refuses = '2';
    await expectUnavailable(() => put(pieces(20)));
    expect(said.at(-1)).to.equal('DELETE upload-1');
  });

  it('is deleted by a sweep when it began more than an hour ago', async () => {
    await store.sweep(new Date());
    expect(said.filter((each) => each.startsWith('DELETE'))).to.deep.equal([`DELETE from-${hoursAgo(2)}`]);
  });
});

const BEGUN = Date.now();
const hoursAgo = (hours: number): string => new Date(BEGUN - hours * 3_600_000).toISOString();
const xml = (name: string, content: string): string => `<${name}>${content}</${name}>`;
