/** Puts files into buckets of accounts, by connections of the provider `s3`. Their addresses are under the address rule. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ContentWarning, type Delivered, type DeliverTo, ServiceError, withEnding } from '@toolpress/contract';
import type { Outbound, OutboundResponse } from '@toolpress/outbound';
import { contentDisposition, FILE_KINDS, type FileStore, fileKind, presignPut } from '@toolpress/storage';
import {
  type BucketConnection,
  type Connections,
  connectionUnknown,
  requireBucket,
} from '../accounts/connections/connections.js';
import type { SettingsStore } from '../accounts/settings/settings.js';
import type { MemoryShare } from '../api/memory-budget.js';

/** The longest time in milliseconds of one delivery, with its attempts. */
const DELIVERY_MS = 30_000;
/** The pauses in milliseconds before further attempts, when the store is busy or does not answer. */
const PAUSES_MS = [500, 2_000];
/** The largest answer that is read, in bytes: errors are short XML. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** The largest key of S3, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1_024;
/** The longest name of a file without `filename`, with its ending. */
const ID_LENGTH = 50;
const NO_SIGNAL = new AbortController().signal;
/** The object that the test of a connection writes. */
const TEST_KEY = 'toolpress-test';

export interface BucketsOptions {
  connections: Connections;
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  store: Pick<FileStore, 'read' | 'remove'>;
}

/** A stored file to deliver. */
export interface Deliverable {
  fileId: string;
  sizeBytes: number;
  filename?: string;
  /** The folder, if it was filled from data. */
  folder?: string;
  warnings?: readonly ContentWarning[] | undefined;
}

interface Room {
  memory: MemoryShare;
  signal: AbortSignal;
  deliveryKey?(wanted: string): Promise<string>;
  cover?(result: unknown): Promise<void>;
}

export class Buckets {
  constructor(private readonly options: BucketsOptions) {}

  /** Checks a target before anything is charged or queued. @throws ServiceError `connection_unknown`, `invalid_parameter`. */
  async check({ connection, folder }: DeliverTo, filename: string | undefined, accountId: string): Promise<void> {
    const found = await this.options.connections.find(accountId, connection);
    if (found === undefined) throw connectionUnknown(connection);
    requireBucket(connection, found.provider);
    const name = filename === undefined ? '.'.repeat(ID_LENGTH) : withEnding(filename);
    const length = Buffer.byteLength(keyOf(folder, name));
    if (length <= MAX_KEY_BYTES) return;
    throw new ServiceError(
      'invalid_parameter',
      `\`deliver_to.folder\` and \`filename\` must have at most ${MAX_KEY_BYTES} bytes together.`,
    );
  }

  /**
   * Puts a stored file into the bucket. The server of the bucket may keep the file and answer an error, so an error of it is a warning:
   * the request is charged, and the service's copy remains. The caller cannot stop a delivery that has begun, for the same reason.
   *
   * @throws ServiceError `quota_exceeded`, `overloaded`, or `unavailable` when the stored file cannot be read; the signal's reason. The file
   *   is then deleted, because its request fails.
   */
  async deliver(
    { connection, folder }: DeliverTo,
    to: BucketConnection,
    file: Deliverable,
    { memory, signal, deliveryKey, cover }: Room,
  ): Promise<{ delivered: Delivered } | { warnings: ContentWarning[] }> {
    const { store } = this.options;
    try {
      await cover?.(file); // an object in the bucket can't be taken back
      const kind = fileKind(file.fileId);
      const name = `${file.filename?.replace(/\.pdf$/i, '') ?? nameOf(file.fileId)}.${kind}`;
      const wanted = keyOf(file.folder ?? folder, name);
      const key = (await deliveryKey?.(wanted)) ?? wanted;
      await memory.answer.take(file.sizeBytes, signal);
      const bytes = await store.read(file.fileId);
      const headers = { 'content-type': FILE_KINDS[kind].contentType, 'content-disposition': contentDisposition(name) };
      const refused = await this.put(to, key, bytes, headers, NO_SIGNAL).then(() => undefined, asServiceError);
      memory.answer.set(0); // the answer takes it again; requests that hold a part would wait for one another
      if (refused === undefined) return { delivered: { connection, bucket: to.bucket, key } };
      const message = `The file is not in the bucket: ${refused.message}`;
      return { warnings: [...(file.warnings ?? []), { code: 'not_delivered', message }] };
    } catch (error) {
      await store.remove(file.fileId).catch(() => undefined); // else a sweep deletes it
      throw error;
    }
  }

  /** Opens the bucket of a request before it is printed. @throws ServiceError `connection_unknown`, `invalid_parameter`. */
  open({ connection }: DeliverTo, accountId: string): Promise<BucketConnection> {
    return this.options.connections.openBucket(accountId, connection);
  }

  /**
   * Checks whether a bucket takes objects, by an empty one.
   *
   * @throws ServiceError `connection_unknown`; `provider_refused` when the bucket refuses; `response_invalid`, `target_unreachable`,
   *   `deadline_exceeded`, `address_forbidden`, `host_forbidden`; the signal's reason.
   */
  async test(slug: string, accountId: string, signal: AbortSignal): Promise<void> {
    const to = await this.options.connections.openBucket(accountId, slug);
    await this.attempt(to, TEST_KEY, Buffer.alloc(0), {}, DELIVERY_MS, signal);
  }

  private async put(
    to: BucketConnection,
    key: string,
    body: Buffer,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const begun = performance.now();
    for (let attempt = 0; ; attempt++) {
      const left = Math.ceil(DELIVERY_MS - (performance.now() - begun));
      const pause = PAUSES_MS[attempt];
      const error = await this.attempt(to, key, body, headers, left, signal).catch((reason: unknown) => reason);
      if (error === undefined) return;
      const isPassing =
        error instanceof ServiceError && ['response_invalid', 'target_unreachable'].includes(error.code);
      if (!isPassing || pause === undefined || pause >= left) throw error;
      await sleep(pause, undefined, { signal });
    }
  }

  private async attempt(
    { slug, bucket, url: endpoint, region, access_key, token }: BucketConnection,
    key: string,
    body: Buffer,
    headers: Record<string, string>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { outbound, settings } = this.options;
    const to = { endpoint, bucket, region, accessKey: access_key, secretKey: token };
    const url = await presignPut(to, key, Math.ceil(DELIVERY_MS / 1_000));
    const { http_request: hosts } = await settings.current();
    const limits = {
      ...{ timeoutMs, maxRequestBytes: body.length, maxResponseBytes: MAX_ANSWER_BYTES, maxRedirects: 0 },
      ...{ blockedHosts: hosts.blocked_hosts, allowedHosts: hosts.allowed_hosts },
    };
    const answer = await outbound.request({ method: 'PUT', url, headers, body }, limits, signal).catch(asAnswer);
    if (answer.status < 200 || answer.status >= 300) throw refusal(slug, answer);
  }
}

/** @throws other errors, which are faults of this service. */
function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

/** A bucket at this address would not answer with a redirect or a long page. */
function asAnswer(error: unknown): never {
  const isOther = error instanceof ServiceError && ['too_many_redirects', 'response_too_large'].includes(error.code);
  if (!isOther) throw error;
  throw new ServiceError(
    'provider_refused',
    'The address of the connection answered, but not as the bucket: check `url`, `bucket` and `region`.',
    { cause: error },
  );
}

/** Returns the error for an answer of the store, with S3's own code. */
function refusal(slug: string, { status, body }: OutboundResponse): ServiceError {
  const [, code = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(body.toString('latin1')) ?? [];
  const said = code === '' ? `${status}` : `${status} ${code}`;
  const isBusy = status >= 500 || status === 429 || status === 408;
  return new ServiceError(
    isBusy ? 'response_invalid' : 'provider_refused',
    isBusy
      ? `The store of the connection \`${slug}\` does not take the file now (${said}).`
      : `The bucket of the connection \`${slug}\` refuses the file (${said}).`,
  );
}

const keyOf = (folder: string | undefined, name: string): string => (folder === undefined ? name : `${folder}/${name}`);

/** Returns a name that no other file has. It does not reveal the id, which opens the download link. */
const nameOf = (fileId: string): string => createHash('sha256').update(fileId).digest('hex').slice(0, 32);
