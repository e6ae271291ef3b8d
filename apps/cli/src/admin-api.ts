/** The admin API of a service. */
import { Problem } from '../problem.mjs';
import { call, dataOf, NoAnswer } from '../service/api.mjs';

/** The most that a page may hold. */
const PAGE_ITEMS = 1000;

/**
 * @typedef {object} Request
 * @property {string} what is done, for the message when it fails
 * @property {string} [method] POST when there is a body, else GET, unless given
 * @property {unknown} [body] sent as JSON
 * @property {Record<string, string>} [query]
 */

export class AdminApi {
  #target;
  #signal;
  #pageItems;

  /**
   * @param {import('./target.mjs').Target} target
   * @param {AbortSignal} signal ends what is asked
   * @param {number} [pageItems] how many items of a list are asked for at a time
   */
  constructor(target, signal, pageItems = PAGE_ITEMS) {
    this.#target = target;
    this.#signal = signal;
    this.#pageItems = pageItems;
  }

  /**
   * @param {string} path below `/admin`
   * @param {Request} request
   * @returns {Promise<any>} the answer's data
   * @throws {Problem} with the service's message, or with what to do when it does not answer
   */
  async request(path, { what, method, body, query = {} }) {
    const { url, token, tokenFrom } = this.#target;
    const search = new URLSearchParams(query).toString();
    const answer = await call(`${url}/admin${path}${search && `?${search}`}`, {
      ...(method === undefined ? {} : { method }),
      token,
      body,
      signal: this.#signal,
    }).catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
      throw new Problem(`${error.message}\nStart it with ./scripts/start, or name another one with --url or BASE_URL.`);
    });
    if (answer.status !== 401) return dataOf(answer, what);
    throw new Problem(`The service at ${url} refuses the admin token. It was taken from ${tokenFrom}.`);
  }

  /**
   * A list with all its pages.
   *
   * @param {string} path below `/admin`
   * @param {Request} request
   * @returns {Promise<any>} the data of the first page with the items of all
   */
  async list(path, request) {
    const ask = (/** @type {Record<string, string>} */ more) =>
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
