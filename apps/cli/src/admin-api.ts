/** The admin API of a running service. */
import type { Page } from '@toolpress/contract';
import { Problem, type Target } from './config.js';
import { callService } from './service.js';

/** The maximum number of items per page. */
const PAGE_ITEMS = 1000;

export interface AdminRequest {
  /** The name of the action, for error messages. */
  readonly what: string;
  /** Default: POST with a body, else GET. */
  readonly method?: 'PATCH' | 'DELETE' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}

export class AdminApi {
  readonly #target: Target;
  readonly #pageItems: number;

  /** @param pageItems the number of items per request of a list */
  constructor(target: Target, pageItems = PAGE_ITEMS) {
    this.#target = target;
    this.#pageItems = pageItems;
  }

  /**
   * @param path below `/admin`
   * @returns the answer's data
   * @throws Problem with the service's message, or with a hint when the service does not answer
   */
  async request<Data>(path: string, { what, method, body, query = {} }: AdminRequest): Promise<Data> {
    const address = `/admin${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    const answer = await callService(this.#target, address, {
      what: 'admin token',
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.isDone) return answer.data as Data;
    throw new Problem(`${what} failed: ${answer.error} (${[answer.status, answer.code].filter(Boolean).join(' ')})`);
  }

  /**
   * @param path below `/admin`
   * @param most the largest number of items; default: all
   * @returns the data of a list's first page with the items of the further pages
   */
  async list<List extends Page<unknown>>(path: string, request: AdminRequest, most = Infinity): Promise<List> {
    const ask = (more: Record<string, string>, items: number): Promise<List> => {
      const limit = String(Math.min(this.#pageItems, items));
      return this.request(path, { ...request, query: { ...request.query, limit, ...more } });
    };
    const list = await ask({}, most);
    while (list.next_cursor !== null && list.items.length < most) {
      const { items, next_cursor } = await ask({ cursor: list.next_cursor }, most - list.items.length);
      list.items.push(...items);
      list.next_cursor = next_cursor;
    }
    return list;
  }
}
