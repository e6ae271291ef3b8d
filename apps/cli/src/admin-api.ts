/** The admin API of a running service. */
import type { Page } from '@toolpress/contract';
import { Problem, type Target } from './config.js';

/** The most that a page may hold. */
const PAGE_ITEMS = 1000;

export interface AdminRequest {
  /** What is done, for the message when it fails. */
  readonly what: string;
  /** POST when there is a body, else GET, unless given. */
  readonly method?: 'PATCH' | 'DELETE' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}

export class AdminApi {
  readonly #target: Target;
  readonly #pageItems: number;

  /** @param pageItems how many items of a list are asked for at a time */
  constructor(target: Target, pageItems = PAGE_ITEMS) {
    this.#target = target;
    this.#pageItems = pageItems;
  }

  /**
   * @param path below `/admin`
   * @returns the answer's data
   * @throws Problem with the service's message, or with what to do when it does not answer
   */
  async request<Data>(path: string, { what, method, body, query = {} }: AdminRequest): Promise<Data> {
    const { url, token, tokenFrom } = this.#target;
    const address = `${url}/admin${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    const response = await fetch(address, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const why = `The gateway does not answer at ${address}: ${error.cause ?? error}`;
      throw new Problem(`${why}\nStart it with ./scripts/start, or name another one with --url or BASE_URL.`);
    });
    const { status } = response;
    if (status === 401) {
      throw new Problem(`The service at ${url} refuses the admin token. It was taken from ${tokenFrom}.`);
    }
    const envelope = (await response.json().catch(() => undefined)) as { data?: Data; error?: string } | undefined;
    if (response.ok && envelope?.data !== undefined) return envelope.data;
    if (typeof envelope?.error !== 'string') {
      throw new Problem(`${what} failed: a ${status} that is not of this service`);
    }
    const code = response.headers.get('x-error-code');
    throw new Problem(`${what} failed: ${envelope.error} (${status}${code === null ? '' : ` ${code}`})`);
  }

  /**
   * @param path below `/admin`
   * @returns the data of a list's first page with the items of all its pages
   */
  async list<List extends Page<unknown>>(path: string, request: AdminRequest): Promise<List> {
    const ask = (more: Record<string, string>): Promise<List> =>
      this.request(path, { ...request, query: { ...request.query, limit: String(this.#pageItems), ...more } });
    const list = await ask({});
    while (list.next_cursor !== null) {
      const { items, next_cursor } = await ask({ cursor: list.next_cursor });
      list.items.push(...items);
      list.next_cursor = next_cursor;
    }
    return list;
  }
}
