/**
 * The applications that ask for access. An application is known by the address of its metadata (client id metadata documents), which is
 * fetched by `outbound`, or has registered (RFC 7591). Neither proves who it is: the person sees its host and decides.
 */
import { randomBytes } from 'node:crypto';
import { parseUrl, ServiceError } from '@toolpress/contract';
import type { Outbound } from '@toolpress/outbound';
import type { Logger, Redis } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { parseJson } from '../api/json.js';
import { Counts } from '../api/limits.js';
import { keys } from '../shared/keys.js';
import { OAuthError } from './answers.js';
import { type ClientMetadata, readMetadata } from './client-metadata.js';
import type { Rates } from './rates.js';

export interface Client extends ClientMetadata {
  id: string;
  /** The host of its metadata; undefined for one that has registered. */
  host?: string;
}

const MAX_ID = 512;
const REGISTERED = /^dcr_[\w-]{22}$/;
const DAY_SECONDS = 24 * 3_600;
/** The lifetime of a registration that no grant has used, and after each use. */
const [UNUSED_SECONDS, USED_SECONDS] = [DAY_SECONDS, 90 * DAY_SECONDS];
/** The size of a stored registration, in bytes: anybody may register. */
const MAX_REGISTERED = 2_048;
/** No redirects: the address is the client's identity. */
const FETCH = { timeoutMs: 5_000, maxRedirects: 0, maxRequestBytes: 0, maxResponseBytes: 16 * 1024 };
/** The lifetime in milliseconds of a document, and of a failure to fetch it. */
const [KNOWN_MS, FAILED_MS] = [600_000, 30_000];
/** The number of concurrent fetches: of all browsers, and of one address. */
const [MOST_FETCHES, MOST_OF_ADDRESS] = [16, 2];

export interface ClientsOptions {
  redis: Redis;
  /** Reaches public addresses only. */
  outbound: Pick<Outbound, 'request'>;
  settings: Pick<SettingsStore, 'current'>;
  rates: Rates;
}

export class Clients {
  private readonly documents = new LRUCache<string, Promise<Client>>({ max: 500, ttl: KNOWN_MS });
  private readonly fetches = new Counts();

  constructor(private readonly options: ClientsOptions) {}

  /**
   * Returns an application.
   *
   * @param address of the browser that asks, whose fetches are limited.
   * @throws ServiceError `invalid_parameter` for an unknown one, or a document that can't be used; `rate_limited`, `overloaded`.
   */
  async find(id: string, address: string, log: Logger): Promise<Client> {
    if (REGISTERED.test(id)) return this.registered(id);
    const url = documentUrl(id);
    if (url === undefined) throw unknownClient();
    const known = this.documents.get(id);
    if (known !== undefined) return known;
    await this.options.rates.count('document', address);
    if (this.fetches.total >= MOST_FETCHES || this.fetches.of(address) >= MOST_OF_ADDRESS)
      throw new ServiceError('overloaded', 'Too many applications ask for access now; try again in 5 s.', {
        headers: { 'Retry-After': '5' },
      });
    const fetched = this.fetch(id, url, address, log);
    this.documents.set(id, fetched);
    fetched.catch(() => this.documents.set(id, fetched, { ttl: FAILED_MS }));
    return fetched;
  }

  /** Registers an application for one day, or 90 days after each use. @returns its id. @throws ServiceError `rate_limited`, OAuthError. */
  async register(metadata: ClientMetadata, address: string): Promise<string> {
    const stored = JSON.stringify(metadata);
    if (Buffer.byteLength(stored) > MAX_REGISTERED)
      throw new OAuthError(
        'invalid_client_metadata',
        '`redirect_uris` and `client_name` must have at most 2 KiB together.',
      );
    await this.options.rates.count('registration', address);
    await this.options.rates.count('registrations', 'all');
    const id = `dcr_${randomBytes(16).toString('base64url')}`;
    await this.options.redis.set(keys.oauthClient(id), stored, 'EX', UNUSED_SECONDS);
    return id;
  }

  /** Keeps the registration of an application that has got a token. */
  async used(id: string): Promise<void> {
    if (REGISTERED.test(id)) await this.options.redis.expire(keys.oauthClient(id), USED_SECONDS);
  }

  /** Returns whether an application may exist: a registration that has not ended, or the address of a document, which is not fetched. */
  async mayExist(id: string): Promise<boolean> {
    if (!REGISTERED.test(id)) return documentUrl(id) !== undefined;
    return (await this.options.redis.exists(keys.oauthClient(id))) === 1;
  }

  private async registered(id: string): Promise<Client> {
    const stored = await this.options.redis.get(keys.oauthClient(id));
    if (stored === null) throw unknownClient();
    return { id, ...(JSON.parse(stored) as ClientMetadata) };
  }

  private async fetch(id: string, url: URL, address: string, log: Logger): Promise<Client> {
    const end = this.fetches.begin(address);
    try {
      const document = await this.document(id);
      return { id, host: url.host, ...readMetadata(document) };
    } catch (error) {
      // One message for all reasons: it must not show what is at addresses of the operator's network.
      log.info({ reason: error instanceof ServiceError ? error.code : 'invalid' }, 'cannot use a client’s metadata');
      throw new ServiceError(
        'invalid_parameter',
        '`client_id` must be the address of a public JSON document of at most 16 KiB, without redirects, that has `client_id` with this address and `redirect_uris`, and no other `token_endpoint_auth_method` than `none`.',
      );
    } finally {
      end();
    }
  }

  /** @throws Error for an answer that is not the client's document. */
  private async document(id: string): Promise<unknown> {
    const { http_request } = await this.options.settings.current();
    const hosts = { blockedHosts: http_request.blocked_hosts, allowedHosts: http_request.allowed_hosts };
    const request = { method: 'GET', url: id, headers: { accept: 'application/json' } } as const;
    const { status, headers, body } = await this.options.outbound.request(request, { ...FETCH, ...hosts });
    if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(String(headers['content-type'])))
      throw new Error('not a JSON document');
    const document = parseJson(body) as Record<string, unknown> | null;
    // A document elsewhere must not speak for this one.
    if (document?.['client_id'] !== id) throw new Error('the document is of another client');
    const method = document['token_endpoint_auth_method'] ?? 'none';
    if (method !== 'none') throw new Error('the client authenticates itself');
    return document;
  }
}

/** Returns the address of a metadata document; undefined for an id that is none. It must be in the one form that browsers show. */
function documentUrl(id: string): URL | undefined {
  const url = id.length <= MAX_ID ? parseUrl(id) : undefined;
  const isPlain = url?.protocol === 'https:' && url.href === id && url.pathname !== '/';
  return isPlain && url.hash === '' && url.username === '' && url.password === '' ? url : undefined;
}

const unknownClient = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    '`client_id` is unknown: send the address of a metadata document (https, with a path), or register at `/oauth/register` again.',
  );
