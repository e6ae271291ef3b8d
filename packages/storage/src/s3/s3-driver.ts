/**
 * Files in a bucket of any S3-compatible store, by plain S3 calls only: each file is one object of one PUT, or of several parts where it
 * comes as a stream; its name to download it under is the object's own `Content-Disposition`.
 */
import { type Agent, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Client, S3Error } from 'minio';
import { inBlocks } from '../blocks.js';
import { contentDisposition, dispositionOf, filenameOf } from '../content-disposition.js';
import { FILE_KINDS, FILES_PREFIX, fileKey, fileKind } from '../file-id.js';
import type { ByteRange, Driver, LinkPeriod, StoredFile } from '../file-store.js';
import type { S3Options } from '../options.js';
import { ensureBucket, ensureLifecycle } from './bucket.js';
import { boundedTransport, keepAliveAgent, parseEndpoint, retryClosedConnection, WAIT_LIMITS } from './transport.js';

/** The largest single PUT of S3: multipart uploads would leave parts behind when they are interrupted. */
const NO_MULTIPART_BYTES = 5 * 1024 ** 3;
/** The least that S3 takes for a part that is not the last. Of 10,000 parts, that is 48 GiB. */
const PART_BYTES = 5 * 1024 ** 2;
/** No stream takes this long: an upload that began earlier belongs to a process that ended. */
const ABANDONED_AFTER_MS = 3_600_000;

export class S3Driver implements Driver {
  private readonly agent: Agent;
  private readonly client: Client;
  /** Only signs; its endpoint is for callers and may not be reachable from this process. None where callers reach no store. */
  private readonly signer: Client | undefined;
  private readonly bucket: string;

  /** @param limits shorter ones make tests of silent stores fast. */
  constructor(
    private readonly options: S3Options,
    limits = WAIT_LIMITS,
  ) {
    const { accessKey, secretKey, sessionToken, region, bucket } = options;
    const access = { accessKey, secretKey, region, ...(sessionToken !== undefined && { sessionToken }) };
    const endpoint = parseEndpoint(options.endpoint);
    this.agent = keepAliveAgent(endpoint.useSSL);
    this.client = new Client({
      ...endpoint,
      ...access,
      transport: boundedTransport(endpoint.useSSL, limits),
      transportAgent: this.agent,
      partSize: NO_MULTIPART_BYTES,
      // The client's own retries wait without limit of time and write to the console.
      retryOptions: { disableRetry: true },
    });
    const { publicEndpoint } = options;
    this.signer =
      publicEndpoint === undefined ? undefined : new Client({ ...parseEndpoint(publicEndpoint), ...access });
    this.bucket = bucket;
  }

  async prepare(): Promise<void> {
    const { region, lifecycleDays, onWarning = () => undefined } = this.options;
    await retryClosedConnection(() => ensureBucket(this.client, this.bucket, region));
    await retryClosedConnection(() => ensureLifecycle(this.client, this.bucket, lifecycleDays, onWarning));
  }

  async check(): Promise<void> {
    const exists = await retryClosedConnection(() => this.client.bucketExists(this.bucket));
    if (!exists) throw new Error('the bucket does not exist');
  }

  async write(id: string, bytes: Uint8Array, filename: string | undefined): Promise<void> {
    await this.put(fileKey(id), bytes, headersOf(id, filename));
  }

  async writeStream(id: string, pieces: AsyncIterable<Uint8Array>, filename: string | undefined): Promise<number> {
    const blocks = inBlocks(pieces, PART_BYTES);
    const { value: first = Buffer.alloc(0) } = await blocks.next();
    if (first.length === PART_BYTES) return this.writeParts(fileKey(id), first, blocks, headersOf(id, filename));
    await this.write(id, first, filename);
    return first.length;
  }

  /** Uploads parts without the client's stream upload, which keeps the sent parts on failure and never ends when its source fails. */
  private async writeParts(
    key: string,
    first: Buffer,
    others: AsyncIterable<Buffer>,
    headers: Record<string, string>,
  ): Promise<number> {
    const { client, bucket } = this;
    const uploadId = await retryClosedConnection(() => client.initiateNewMultipartUpload(bucket, key, headers));
    try {
      const parts: { part: number; etag: string }[] = [];
      let length = 0;
      const send = async (block: Buffer): Promise<void> => {
        const partNumber = parts.length + 1;
        const part = { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber, headers: {} };
        const { etag } = await retryClosedConnection(() => client.uploadPart(part, block));
        parts.push({ part: partNumber, etag });
        length += block.length;
      };
      await send(first);
      for await (const block of others) await send(block);
      await client.completeMultipartUpload(bucket, key, uploadId, parts);
      return length;
    } catch (error) {
      await client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined); // else the next sweep
      throw error;
    }
  }

  private async put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await retryClosedConnection(() => this.client.putObject(this.bucket, key, content, content.length, headers));
  }

  async open(id: string, range?: ByteRange): Promise<StoredFile | undefined> {
    return this.openKey(fileKey(id), range);
  }

  private async openKey(key: string, range?: ByteRange): Promise<StoredFile | undefined> {
    const answer = await this.get(key, range);
    if (!answer) return undefined;
    const { 'content-length': length, 'content-range': part = '', 'last-modified': storedAt = '' } = answer.headers;
    const sizeBytes = Number(range === undefined ? length : /\/(\d+)$/.exec(part)?.[1]);
    if (Number.isSafeInteger(sizeBytes)) {
      const filename = filenameOf(answer.headers['content-disposition']);
      return { stream: answer, sizeBytes, storedAt: new Date(storedAt), filename };
    }
    answer.destroy();
    throw new Error('the store did not say how long the file is');
  }

  async read(id: string): Promise<Buffer | undefined> {
    const file = await this.open(id);
    return file && readAll(file.stream, file.sizeBytes);
  }

  async keep(key: string, bytes: Uint8Array): Promise<void> {
    await this.put(key, bytes, { 'Content-Type': 'application/octet-stream' });
  }

  async readKept(key: string): Promise<Buffer | undefined> {
    const file = await this.openKey(key);
    return file && readAll(file.stream, file.sizeBytes);
  }

  async removeKept(key: string): Promise<void> {
    await retryClosedConnection(() => this.client.removeObject(this.bucket, key));
  }

  /** One call without a HEAD before it: the size and the name are in the response headers. */
  private async get(key: string, range?: ByteRange): Promise<IncomingMessage | undefined> {
    try {
      const answer = await retryClosedConnection(() =>
        range === undefined
          ? this.client.getObject(this.bucket, key)
          : this.client.getPartialObject(this.bucket, key, range.start, range.end - range.start + 1),
      );
      if (answer instanceof IncomingMessage) return answer; // the client's types promise no more than a stream
      throw new TypeError('the minio client returned a stream without headers');
    } catch (error) {
      // Not NoSuchBucket: without its bucket the store is unavailable. Some stores answer 404 without a code.
      if (error instanceof S3Error && ['NoSuchKey', 'NotFound'].includes(error.code ?? '')) return undefined;
      throw error;
    }
  }

  async link(id: string, { from, until }: LinkPeriod, filename: string | undefined): Promise<string | undefined> {
    // Without a name here, the object's own header stands.
    const asked = filename === undefined ? undefined : { 'response-content-disposition': contentDisposition(filename) };
    const begin = new Date(from * 1_000);
    return this.signer?.presignedUrl('GET', this.bucket, fileKey(id), until - from, asked, begin);
  }

  async days(): Promise<string[]> {
    const days: string[] = [];
    for await (const { prefix } of this.client.listObjectsV2(this.bucket, `${FILES_PREFIX}/`, false)) {
      if (prefix) days.push(prefix.slice(FILES_PREFIX.length + 1, -1));
    }
    return days;
  }

  async *idsOf(day: string): AsyncGenerator<string> {
    for await (const { name } of this.client.listObjectsV2(this.bucket, `${FILES_PREFIX}/${day}/`, true)) {
      const id = /\/(\w+)\.\w+$/.exec(name ?? '')?.[1];
      if (id) yield id;
    }
  }

  async remove(ids: readonly string[]): Promise<number> {
    const refused = await retryClosedConnection(() => this.client.removeObjects(this.bucket, ids.map(fileKey)));
    if (refused.length > 0) {
      this.options.onWarning?.(`The file store refused to delete ${refused.length} of ${ids.length} files.`);
    }
    return ids.length - refused.length;
  }

  /**
   * An interrupted PUT leaves nothing, but one of several parts leaves these: of uploads that a process did not live to end. Stores that
   * do not list such (MinIO, which deletes them itself after a day) or refuse to, are left alone.
   */
  async tidy(now: Date): Promise<void> {
    const { client, bucket } = this;
    const listed = client.listIncompleteUploadsQuery(bucket, `${FILES_PREFIX}/`, '', '', '');
    const { uploads } = await listed.catch(() => ({ uploads: [] }));
    for (const { key, uploadId, initiated } of uploads) {
      const age = now.getTime() - new Date(initiated).getTime();
      if (age > ABANDONED_AFTER_MS) await client.abortMultipartUpload(bucket, key, uploadId);
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

function headersOf(id: string, filename: string | undefined): Record<string, string> {
  return {
    'Content-Type': FILE_KINDS[fileKind(id)].contentType,
    'Content-Disposition': dispositionOf(id, filename),
  };
}

/**
 * Reads a stream of known length into one buffer, so that each byte is copied once and nothing is held twice.
 *
 * @throws Error when the stream is longer or shorter than announced; what the stream itself fails with.
 */
async function readAll(stream: Readable, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length + chunk.length > sizeBytes) throw new Error(`the store sent more than the ${sizeBytes} bytes announced`);
    length += chunk.copy(bytes, length);
  }
  if (length < sizeBytes) throw new Error(`the store sent ${length} of the ${sizeBytes} bytes announced`);
  return bytes;
}
