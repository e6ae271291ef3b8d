/**
 * A stand-in for the provider of table records: a real HTTP server that speaks its published REST form, keeps its rate
 * limit, and answers as badly as the real one on demand.
 */
import type { ServerResponse } from 'node:http';
import { type HttpTarget, type ReceivedRequest, startHttpTarget } from './http-target.js';
import { PROVIDER_ANSWERS, type ProviderAnswer, rateLimited, respond } from './provider-answers.js';

export interface ProviderRequest {
  readonly base: string;
  /** Decoded. */
  readonly table: string;
  readonly record: string;
  readonly token: string;
  /** When it came in, on `performance.now()`'s clock. */
  readonly at: number;
  /** What it was answered with. */
  readonly answer: ProviderAnswer | 'unauthorized' | 'rateLimited';
}

export interface ProviderDouble {
  /** What `TABLEBASE_API_URL` is to be: ends in `/v0`. */
  readonly apiUrl: string;
  /** Tokens that it takes. */
  readonly tokens: Set<string>;
  /** Requests for records so far, in their order. */
  readonly requests: readonly ProviderRequest[];
  /** What the next requests for a record are answered with, one after the other; then its id decides again. */
  script(record: string, ...answers: ProviderAnswer[]): void;
  /** Lets a base's penalty begin, as if somebody else had asked too often. */
  penalise(base: string): void;
  /** The server below, with everything that has come in. */
  readonly target: HttpTarget;
}

export interface ProviderDoubleOptions {
  /** How long a base answers nothing but 429 after more than five requests in a second; 30 s unless given. */
  readonly penaltyMs?: number;
}

export const PROVIDER_TOKEN = 'patDouble0123456789.c0ffee4711c0ffee4711c0ffee4711c0ffee4711c0ffee4711';
const REQUESTS_PER_SECOND = 5;

/** The id of a record that is answered in a certain way: `recNotFound` for `notFound`. */
export const recordAnswering = (answer: ProviderAnswer): string =>
  `rec${answer.charAt(0).toUpperCase()}${answer.slice(1)}`;

const ANSWER_BY_RECORD = new Map(
  (Object.keys(PROVIDER_ANSWERS) as ProviderAnswer[]).map((answer) => [recordAnswering(answer), answer]),
);

export async function startProviderDouble({ penaltyMs = 30_000 }: ProviderDoubleOptions = {}): Promise<ProviderDouble> {
  const tokens = new Set([PROVIDER_TOKEN]);
  const requests: ProviderRequest[] = [];
  const scripts = new Map<string, ProviderAnswer[]>();
  const limit = new BaseLimit(penaltyMs);

  const answerRecord = (path: string, token: string, response: ServerResponse): unknown => {
    const [base = '', table = '', record = ''] = path.split('/').map(decodeURIComponent);
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
    const answer = scripts.get(record)?.shift() ?? ANSWER_BY_RECORD.get(record) ?? 'record';
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
    script: (record, ...answers) => scripts.set(record, [...(scripts.get(record) ?? []), ...answers]),
    penalise: (base) => limit.penalise(base),
    target,
  };
}

const tokenOf = ({ headers }: ReceivedRequest): string => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Five requests in any second for each base; one more, and nothing for the length of the penalty. */
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
