/** Calls the service by the session's cookie. */
import { parseAsWritten } from '@toolpress/contract/written-numbers';
import { withLine } from '../ui/waiting-line.js';
import { jsonOf } from './json-body.js';

/** A position in a text of the caller. Both count from 1. */
export interface Place {
  line?: number;
  column?: number;
}

export interface Finding extends Place {
  code: string;
  message: string;
}

/** An answer that is not a success. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The time in milliseconds after which a further call may succeed. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export interface Session {
  account: { id: string; name: string };
  token: { name: string | null };
}

export interface Summary {
  name: string;
  kind: 'html' | 'css';
  created_at: string;
  updated_at: string;
  version?: number;
  published_at?: string;
  draft_saved_at?: string;
}

/** The parts of a saved template. */
export interface Saved {
  /** The entity tag of the text. Texts that are not from the service have none. */
  etag?: string;
  content: string;
  css?: string;
  files?: Record<string, unknown>;
  sample_data?: Record<string, Record<string, unknown>>;
  options?: Record<string, unknown>;
}

export interface Version {
  version: number | 'draft';
  saved_at: string;
  by: { id: string; name: string | null } | null;
  bytes: number;
  published: boolean;
  note?: string;
  published_at?: string;
}

export interface Published {
  version: number;
  etag: string;
  /** The faults of its blocks. */
  warnings?: Finding[];
}

export interface Difference {
  from: number | 'draft';
  to: number | 'draft';
  text: string;
  is_complete: boolean;
}

export interface Preview {
  pdf_base64: string;
  page_count: number;
  /** Whether the PDF has all pages of the document. */
  is_whole: boolean;
  milliseconds: number;
  warnings?: Finding[];
}

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

interface Answer {
  success?: boolean;
  data?: unknown;
  error?: unknown;
}

interface CallOptions {
  method?: string;
  /** What is sent as JSON; a blob has JSON already. */
  body?: unknown;
  /** Whether what awaits the answer shows that itself. */
  isShown?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the answer's numbers are written again as they are, see `parseAsWritten`. */
  keepsNumbers?: boolean;
}

let signIn: () => Promise<void> = () => Promise.resolve();
let account: string | undefined;

/** Sets the account of the page. Calls fail as without a session while another one is signed in, also from another tab. */
export function workFor(id: string): void {
  account = id;
}

/** Sets what asks for a token when the session has ended. The call is repeated afterwards. */
export function onSessionEnd(ask: () => Promise<void>): void {
  signIn = ask;
}

/** Calls an endpoint below `/studio/api`. @throws ApiError for every answer that is not a success. */
export async function call<Data>(path: string, options: CallOptions = {}): Promise<Data> {
  try {
    return await request<Data>(`/studio/api/${path}`, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await signIn();
    return request<Data>(`/studio/api/${path}`, options);
  }
}

export const session = {
  /** Returns who is signed in. @throws ApiError with status 401 without a session. */
  read: (): Promise<Session> => request('/studio/session'),
  /** The token is not stored: the service puts it into a cookie that scripts cannot read. */
  begin: (token: string): Promise<void> => request('/studio/session', { method: 'POST', body: { token } }),
  /** Begins a session by a sign-in link's secret, which works once. */
  beginByLink: (link: string): Promise<void> => request('/studio/session/link', { method: 'POST', body: { link } }),
  end: (): Promise<void> => request('/studio/session', { method: 'DELETE' }),
};

/** Reads a version of a template. Its sample data keeps its numbers. @throws ApiError. */
export const savedVersion = (name: string, version: Version['version'] | string): Promise<Saved> =>
  call(`variables/${name}/versions/${version}`, { keepsNumbers: true });

/** Returns all items of a list. */
export async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Item> = await call(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

const request = <Data>(path: string, options: CallOptions = {}): Promise<Data> => {
  const answer = answerOf<Data>(path, options);
  return options.isShown ? answer : withLine(answer);
};

async function answerOf<Data>(
  path: string,
  { method = 'GET', body, headers: given, signal, keepsNumbers = false }: CallOptions,
): Promise<Data> {
  const headers = {
    ...given,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(account !== undefined && path.startsWith('/studio/api/') && { 'toolpress-account': account }),
  };
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin' as const,
    ...(body !== undefined && { body: body instanceof Blob ? body : jsonOf(body) }),
    ...(signal && { signal }),
  });
  if (response.status === 204) return undefined as Data;
  const read: Promise<unknown> = keepsNumbers ? response.text().then(parseAsWritten) : response.json();
  const answer = (await read.catch(() => ({ error: `The service answers ${response.status}.` }))) as Answer;
  if (answer.success === true) return answer.data as Data;
  const seconds = Number(response.headers.get('retry-after'));
  throw new ApiError(
    response.status,
    response.headers.get('x-error-code') ?? 'internal',
    String(answer.error),
    response.status === 429 || response.status === 503 ? Math.max(1, seconds || 1) * 1_000 : undefined,
  );
}
