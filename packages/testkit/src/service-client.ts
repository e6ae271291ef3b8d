/** Calls a running service as callers and operators do. */

/** The time in seconds that one request waits for the end of a job or a batch. */
const WAIT_SECONDS = 50;

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body. */
  body: {
    success?: boolean;
    error?: string;
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    data?: any;
    metadata?: { actions_consumed: number };
  };
}

export interface CallOptions {
  method?: string;
  /** The bearer token. The default is the token of the test's account; null sends none. */
  token?: string | null;
  headers?: Record<string, string>;
  /** The JSON body. A string is sent unchanged. */
  body?: unknown;
  signal?: AbortSignal;
}

export class ServiceClient {
  /** The token of an account made for the test. */
  token = '';
  accountId = '';

  constructor(
    readonly url: string,
    readonly adminToken: string,
  ) {}

  /** Makes an account with one token. */
  async createAccount(name: string): Promise<{ id: string; token: string; tokenId: string }> {
    const asOperator = { token: this.adminToken };
    const account = await this.call('/admin/accounts', { ...asOperator, body: { name } });
    const { id } = account.body.data as { id: string };
    const token = await this.call(`/admin/accounts/${id}/tokens`, { ...asOperator, body: { name } });
    const created = token.body.data as { id: string; token: string };
    return { id, token: created.token, tokenId: created.id };
  }

  /** Waits until a job or a batch has ended, in as many requests as that takes. @param path such as `/api/jobs/job_1`. */
  async ended(path: string, token = this.token): Promise<Answer> {
    for (;;) {
      const begun = performance.now();
      const answer = await this.call(`${path}?wait=${WAIT_SECONDS}`, { token });
      if (answer.status !== 200 || answer.body.data.finished_at !== undefined) return answer;
      if (performance.now() - begun < WAIT_SECONDS * 900) throw new Error('the answer did not wait for the end');
    }
  }

  /** Calls the service over HTTP. The default method is POST with a body, GET without. */
  async call(path: string, { method, token, headers = {}, body, signal }: CallOptions = {}): Promise<Answer> {
    const bearer = token === undefined ? this.token : token;
    const response = await fetch(`${this.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }
}
