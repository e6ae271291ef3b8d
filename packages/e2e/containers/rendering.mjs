/** What callers outside the containers see: a document, its links, and many documents while a worker dies. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../scripts/lib/problem.mjs';
import { call, dataOf, ensureApiToken, sampleRequests } from '../../../scripts/lib/service/first-caller.mjs';

/** @typedef {import('./project.mjs').Project} Project */

const CALLERS = 8;
/** The numbers of documents rendered before and after a worker dies. */
const BEFORE = 40;
const AFTER = 120;
const BACK_LIMIT_MS = 60_000;

export class Caller {
  /**
   * @param {Project} project
   * @param {string} token
   */
  constructor(project, token) {
    this.project = project;
    this.token = token;
    this.url = project.env['PUBLIC_URL'] ?? '';
    this.signal = project.engine.signal;
  }

  /** @param {Project} project */
  static async register(project) {
    const { PUBLIC_URL = '', ADMIN_TOKEN = '' } = project.env;
    return new Caller(project, await ensureApiToken(PUBLIC_URL, ADMIN_TOKEN, undefined, project.engine.signal));
  }

  /** @param {unknown} body */
  render(body) {
    return call(`${this.url}/api/utilities/json-to-pdf`, { token: this.token, body, signal: this.signal });
  }

  /**
   * @returns {Promise<{ pdf: string, signed: string, download: string }>} in words
   * @throws {Problem} when a link does not lead to the document that was printed
   */
  async renderInvoice() {
    const invoice = sampleRequests().find(({ name }) => name === 'invoice');
    const data = dataOf(await this.render(invoice?.body), 'Rendering the invoice');
    const pdf = Buffer.from(data.pdf_base64, 'base64');
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Problem('What was rendered is not a PDF.');
    if (new URL(data.signed_url).origin !== this.url) throw new Problem('signed_url does not lead to the gateway.');
    return {
      pdf: `${data.page_count} page, ${data.size_bytes} bytes`,
      signed: await this.#fetchSame('signed_url', data.signed_url, pdf),
      download: await this.#fetchSame('download_url', data.download_url, pdf),
    };
  }

  /**
   * @param {string} name
   * @param {string} url
   * @param {Buffer} pdf
   */
  async #fetchSame(name, url, pdf) {
    const response = await fetch(url, { signal: this.signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!bytes.equals(pdf)) throw new Problem(`${name} answers ${response.status}, and not the document.`);
    const from = response.headers.get('server') ?? 'the gateway';
    return `${response.status} from ${from}, the same ${bytes.length} bytes (sha256 ${sha256(bytes).slice(0, 12)}…)`;
  }

  /**
   * Renders documents without a pause, and has one worker die in the middle of it.
   *
   * @param {() => Promise<unknown>} kill resolves when it is dead
   * @returns {Promise<string>} in words
   * @throws {Problem} when a document is not answered with 200
   */
  async renderWhile(kill) {
    /** @type {Map<string, number>} */
    const tally = new Map();
    let sent = 0;
    let last = BEFORE;
    let slowest = 0;
    const work = async () => {
      while (sent < last) {
        sent += 1;
        const begun = performance.now();
        const { status, code } = await this.render({ html: '<h1>Document [[number]]</h1>', data: { number: sent } });
        const outcome = code === null ? String(status) : `${status} ${code}`;
        tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
        slowest = Math.max(slowest, performance.now() - begun);
      }
    };
    const workAll = () => Promise.all(Array.from({ length: CALLERS }, work));
    await workAll();
    last = Number.POSITIVE_INFINITY;
    const dead = kill().finally(() => {
      last = sent + AFTER;
    });
    await Promise.all([dead, workAll()]);
    const words = [...tally].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    if (tally.get('200') !== sent) throw new Problem(`Not all documents were answered: ${words}`);
    return `${words}, the slowest in ${(slowest / 1_000).toFixed(1)} s`;
  }

  /**
   * @param {number} count
   * @returns {Promise<void>} when the gateway counts this number of live workers
   */
  async untilWorkers(count) {
    const limit = performance.now() + BACK_LIMIT_MS;
    for (;;) {
      const text = await (await fetch(`${this.url}/metrics`, { signal: this.signal })).text();
      if (new RegExp(`^toolpress_workers(?:{[^}]*})? ${count}$`, 'm').test(text)) return;
      if (performance.now() > limit) throw new Problem(`The gateway does not count ${count} workers.`);
      await sleep(250, undefined, { signal: this.signal });
    }
  }
}

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
