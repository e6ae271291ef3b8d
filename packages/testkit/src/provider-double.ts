/**
 * A test double of the record provider: a real HTTP server with the provider's published REST API and rate limit, which sends bad answers
 * on request.
 */
import type { ServerResponse } from 'node:http';
import { type HttpTarget, type ReceivedRequest, startHttpTarget } from './http-target.js';
import { PROVIDER_ANSWERS, type ProviderAnswer, rateLimited, respond } from './provider-answers.js';
import { type ProviderRecord, respondWithList } from './provider-tables.js';

export interface ProviderRequest {
  readonly base: string;
  /** The decoded path. */
  readonly table: string;
  readonly record: string;
  readonly token: string;
  /** The time of its arrival, by `performance.now()`. */
  readonly at: number;
  /** The status of its answer. */
  readonly answer: ProviderAnswer | 'unauthorized' | 'rateLimited';
}

export interface ProviderDouble {
  /** The value for `TABLEBASE_API_URL`. It ends in `/v0`. */
  readonly apiUrl: string;
  /** The accepted tokens. */
  readonly tokens: Set<string>;
  /** The requests for records so far, in order. */
  readonly requests: readonly ProviderRequest[];
  /** The records of tables by name. The other tables have a sample record. */
  readonly tables: Map<string, ProviderRecord[]>;
  /** The answers to the next requests for a record, or for lists if it is empty, in order. Later answers depend on the id again. */
  script(record: string, ...answers: ProviderAnswer[]): void;
  /** Starts the penalty of a base, as if another client had sent too many requests. */
  penalise(base: string): void;
  /** The HTTP server with the requests received. */
  readonly target: HttpTarget;
}

export interface ProviderDoubleOptions {
  /** The seconds for which a base only answers 429 after more than five requests in a second. The default is 30. */
  readonly penaltyMs?: number;
}

export const PROVIDER_TOKEN = 'patDouble0123456789.c0ffee4711c0ffee4711c0ffee4711c0ffee4711c0ffee4711';
const REQUESTS_PER_SECOND = 5;

/** Returns the id of the record with a certain answer: `recNotFound` for `notFound`. */
export const recordAnswering = (answer: ProviderAnswer): string =>
  `rec${answer.charAt(0).toUpperCase()}${answer.slice(1)}`;

const ANSWER_BY_RECORD = new Map(
  (Object.keys(PROVIDER_ANSWERS) as ProviderAnswer[]).map((answer) => [recordAnswering(answer), answer]),
);

export async function startProviderDouble({ penaltyMs = 30_000 }: ProviderDoubleOptions = {}): Promise<ProviderDouble> {
  const tokens = new Set([PROVIDER_TOKEN]);
  const requests: ProviderRequest[] = [];
  const tables = new Map<string, ProviderRecord[]>();
  const scripts = new Map<string, ProviderAnswer[]>();
  const limit = new BaseLimit(penaltyMs);

  const answerRecord = (path: string, token: string, response: ServerResponse): unknown => {
    const [ids = '', query] = path.split('?');
    const [base = '', table = '', record = ''] = ids.split('/').map(decodeURIComponent);
    const note = (answer: ProviderRequest['answer']) =>
      requests.push({ base, table, record, token, at: performance.now(), answer });
    if (!tokens.has(token)) {
      note('unauthorized');
      return respond('unauthorized', response, record, token);
    }
    if (!limit.admits(base)) {
      note('rateLimited');
      return rateLimited(response, penaltyMs);
    }
    const scripted = scripts.get(record)?.shift();
    if (record === '' && scripted === undefined) {
      note('record');
      return respondWithList(response, new URLSearchParams(query), tables.get(table));
    }
    const answer = scripted ?? ANSWER_BY_RECORD.get(record) ?? 'record';
    note(answer);
    return respond(answer, response, record, token);
  };

  const target = await startHttpTarget((request, response) => {
    const [, version, path] = /^\/(v0)\/(.*)$/.exec(request.path) ?? [];
    if (version === undefined || path === undefined) return respond('notFound', response, '', '');
    const token = tokenOf(request);
    if (path !== 'meta/whoami') return answerRecord(path, token, response);
    const answer = scripts.get('whoami')?.shift() ?? (tokens.has(token) ? 'whoami' : 'unauthorized');
    return respond(answer, response, '', token);
  });
  return {
    apiUrl: `${target.url}/v0`,
    tokens,
    requests,
    tables,
    script: (record, ...answers) => scripts.set(record, [...(scripts.get(record) ?? []), ...answers]),
    penalise: (base) => limit.penalise(base),
    target,
  };
}

const tokenOf = ({ headers }: ReceivedRequest): string => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Limits each base to five requests in any second. One more starts the penalty. */
class BaseLimit {
  private readonly admitted = new Map<string, number[]>();
  private readonly penaltyEnds = new Map<string, number>();

  constructor(private readonly penaltyMs: number) {}

  admits(base: string): boolean {
    const now = performance.now();
    if (now < (this.penaltyEnds.get(base) ?? 0)) return false;
    const lastSecond = (this.admitted.get(base) ?? []).filter((at) => now - at < 1_000);
    this.admitted.set(base, [...lastSecond, now]);
    if (lastSecond.length < REQUESTS_PER_SECOND) return true;
    this.penalise(base);
    return false;
  }

  penalise(base: string): void {
    this.penaltyEnds.set(base, performance.now() + this.penaltyMs);
  }
}
