/** Sends an entry of the catalog in one of the ways in which it can reach the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TestService } from '@toolpress/testkit';
import { type Entry, formOf, KIB, type Message, MIB, type PdfBody, type Way } from './catalog/entry.js';

const PDF = '/api/utilities/html-to-pdf';
const PAUSE_MS = 500;
/** The longest wait of one request for the end of a job, in seconds. */
const WAIT_SECONDS = 20;

/** The largest growing part of the ways that take less than a call, in bytes. */
const MOST_OF: Partial<Record<Way, number>> = { saved: MIB - KIB, mcp: 200 * KIB };

export interface Sender {
  readonly token: string;
  /** The headers of its session in the studio. */
  readonly session: Readonly<Record<string, string>>;
}

export interface Sent {
  /** The status and the code. */
  readonly answer: string;
  readonly message: string;
}

export interface Prepared {
  /** The size of the request in bytes, as it is sent. */
  readonly bytes: number;
  /** Sends the request, and waits for the end of what it starts. */
  send(signal: AbortSignal): Promise<Sent>;
}

/** Creates an account that sends. */
export async function createSender(service: TestService, name: string): Promise<Sender> {
  const { token } = await service.createAccount(name);
  const page = { 'sec-fetch-site': 'same-origin' };
  const signedIn = await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { ...page, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { token, session: { ...page, cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' } };
}

/** Saves the variables that an entry needs. */
export async function saveVariables(service: TestService, { token }: Sender, { variables = {} }: Entry): Promise<void> {
  for (const [name, versions] of Object.entries(variables))
    for (const content of versions) {
      const body = { kind: 'html', content };
      const { status } = await service.call(`/api/variables/${name}`, { method: 'PUT', token, body });
      if (status !== 200) throw new Error(`the variable ${name} was answered ${status}`);
    }
}

/**
 * Builds a request, so that sending it takes this process no time.
 *
 * @param salt makes each request different. @param size of what grows; the default is the entry's.
 */
export async function prepare(
  service: TestService,
  entry: Entry,
  { way, sender, salt, size = entry.size }: { way: Way; sender: Sender; salt: number; size?: number | undefined },
): Promise<Prepared> {
  const given = Math.min(size, MOST_OF[way] ?? Number.POSITIVE_INFINITY);
  const message = entry.message?.(given, salt) ?? messageOf(way, salted(entry.document?.(given) ?? {}, salt), salt);
  const { type, bytes } = await encoded(message.body);
  const method = message.method ?? 'POST';
  const packed = method === 'GET' ? undefined : await promisify(gzip)(bytes, { level: 1 });
  const headers = {
    ...(way === 'preview' ? sender.session : { authorization: `Bearer ${sender.token}` }),
    ...(packed && { 'content-type': type, 'content-encoding': 'gzip' }),
    ...message.headers,
  };
  const request = { method, headers, ...(packed && { body: new Uint8Array(packed) }) };
  return {
    bytes: packed?.length ?? 0,
    async send(signal) {
      const response = await fetch(`${service.url}${message.path}`, { ...request, signal });
      const text = await response.text();
      const answer = `${response.status} ${response.headers.get('x-error-code') ?? ''}`.trim();
      const place = response.headers.get('location');
      if (response.status === 202 && place !== null) return ended(service, place, sender, signal);
      return response.ok ? ofResult(answer, text) : { answer, message: errorIn(text) };
    },
  };
}

/** Returns the document with a comment at its end. Files and data stay as they are. */
const salted = (body: PdfBody, salt: number): PdfBody => ({ ...body, html: `${body['html']}<!--${salt}-->` });

function messageOf(way: Way, body: PdfBody, salt: number): Message {
  const { data = {}, ...rest } = body;
  const input = { ...body, return: 'link' };
  switch (way) {
    case 'job':
      return { path: '/api/jobs', body: { tool: 'html-to-pdf', input } };
    case 'row':
      return { path: '/api/batches', body: { tool: 'html-to-pdf', input: rest, rows: [data] } };
    case 'check':
      return { path: '/api/utilities/check-template', body };
    case 'preview':
      return { path: '/studio/api/preview', body };
    case 'form':
      return { path: '/forms/chromium/convert/html', body: asForm(body) };
    case 'mcp': {
      const params = { name: 'html_to_pdf', arguments: input };
      const headers = { accept: 'application/json, text/event-stream' };
      return { path: '/mcp', headers, body: { jsonrpc: '2.0', id: salt, method: 'tools/call', params } };
    }
    case 'saved': {
      const { html, css, files, protect: _, ...options } = rest;
      const parts = { ...(css !== undefined && { css }), ...(files !== undefined && { files }) };
      const version = { kind: 'html', content: html, ...parts, options, sample_data: { a: data } };
      return { path: `/api/variables/hungry-${salt}`, method: 'PUT', body: version };
    }
    default:
      return { path: PDF, body: input };
  }
}

/** Returns the form that asks for the same. */
function asForm({
  html,
  css,
  header_html,
  footer_html,
  conformance = [],
  tagged,
  outline,
  metadata,
}: PdfBody): FormData {
  const levels = [conformance].flat().map(String);
  const archive = levels.find((level) => level.startsWith('pdf/a'));
  return formOf(
    {
      'index.html': `${css === undefined ? '' : `<style>${css}</style>`}${html}`,
      ...(typeof header_html === 'string' && { 'header.html': header_html }),
      ...(typeof footer_html === 'string' && { 'footer.html': footer_html }),
    },
    {
      ...(archive && { pdfa: archive.replace('pdf/a', 'PDF/A') }),
      ...(levels.includes('pdf/ua-1') && { pdfua: 'true' }),
      ...(tagged === true && { generateTaggedPdf: 'true' }),
      ...(outline === true && { generateDocumentOutline: 'true' }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    },
  );
}

async function encoded(body: Message['body']): Promise<{ type: string; bytes: Buffer }> {
  if (body instanceof FormData) {
    const whole = new Response(body);
    return { type: whole.headers.get('content-type') ?? '', bytes: Buffer.from(await whole.arrayBuffer()) };
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  return { type: 'application/json', bytes: Buffer.from(isText ? body : JSON.stringify(body)) };
}

/** Waits for the end of a job or a batch. */
async function ended(service: TestService, place: string, { token }: Sender, signal: AbortSignal): Promise<Sent> {
  for (;;) {
    const { status, body } = await service.call(`${place}?wait=${WAIT_SECONDS}`, { token, signal });
    const { finished_at, status: state, error } = body.data ?? {};
    if (status === 200 && finished_at === undefined) continue;
    if (status !== 200) {
      await sleep(PAUSE_MS, undefined, { signal });
      continue;
    }
    if (!place.startsWith('/api/batches/'))
      return { answer: `${state} ${error?.code ?? ''}`.trim(), message: error?.message ?? '' };
    const rows = await service.call(`${place}/rows?limit=1`, { token, signal });
    const [row] = rows.body.data?.items ?? [];
    return { answer: `${row?.status} ${row?.error?.code ?? ''}`.trim(), message: row?.error?.message ?? '' };
  }
}

/** The longest text that is searched for an error. PDFs are longer. */
const MAX_ERROR = 64 * KIB;

function errorIn(text: string): string {
  if (text.length > MAX_ERROR) return '';
  try {
    return String((JSON.parse(text) as { error?: string }).error ?? '');
  } catch {
    return text.startsWith('%PDF') ? '' : text; // of a form
  }
}

/** Returns the code of the first fault of a check, or of the error of an agent's tool. */
function ofResult(answer: string, text: string): Sent {
  const [found = '', code = ''] =
    /"(?:faults":\[|error":)\{"code":"(\w+)"[^{}]{0,300}/.exec(text.slice(0, MAX_ERROR)) ?? [];
  return { answer: `${answer} ${code}`.trim(), message: found };
}
