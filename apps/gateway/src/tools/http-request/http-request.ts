/** Specification 4.1, the HTTP request tool: one outbound request within the operator's limits, its answer as JSON can carry it. */
import {
  type ErrorCode,
  HttpRequest,
  HttpResult,
  type Json,
  jsonBytes,
  RawJson,
  ServiceError,
  TOOLS,
} from '@toolpress/contract';
import { decodeBody, type Outbound, type OutboundLimits, type OutboundRequest } from '@toolpress/outbound';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import { type Endpoint, forTool, type RequestContext } from '../../http/endpoint.js';
import { LARGE_BYTES, type LargeBodies } from '../../http/large-bodies.js';

export interface HttpToolOptions {
  outbound: Outbound;
  settings: SettingsStore;
  largeBodies: LargeBodies;
  metrics: Metrics;
}

export function httpRequestEndpoint(options: HttpToolOptions): Endpoint {
  const record = requestMetrics(options.metrics);
  return forTool({
    method: 'post',
    path: TOOLS['http-request'].path,
    id: 'httpRequest',
    summary: TOOLS['http-request'].purpose,
    tool: 'http-request',
    body: HttpRequest,
    answer: HttpResult,
    errors: [
      'overloaded',
      'address_forbidden',
      'host_forbidden',
      'request_too_large',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'too_many_redirects',
      'deadline_exceeded',
    ],
    handle: ({ body }, context) => makeRequest(options, record, body, context),
    present: async (result) => result,
  });
}

/** An answer is held as it came, and as JSON. */
const COPIES = 2;
/** One that is kept for a repeat is sealed on top of it, and written as text. */
const KEPT_COPIES = 5;

/** @throws ServiceError every error of the tool, as `Outbound.request` lists them. */
async function makeRequest(
  { outbound, settings, largeBodies }: HttpToolOptions,
  record: ReturnType<typeof requestMetrics>,
  request: HttpRequest,
  { signal, log, memory, isKept }: RequestContext,
): Promise<Omit<HttpResult, 'body'> & { body: Json | RawJson }> {
  const limits = await limitsOf(settings);
  const outgoing = outgoingRequest(request);
  delete request.body; // `outgoing` has it
  memory.body.set(outgoing.body?.length ?? 0);
  const copies = isKept ? KEPT_COPIES : COPIES;
  const roomFor = (bytes: number, isMore: boolean) => memory.answer.take(copies * bytes, signal, isMore);
  const begun = performance.now();
  let outcome: Outcome = 'success';
  let received = 0;
  try {
    const response = await outbound.request(outgoing, { ...limits, roomFor }, signal, ({ address, rule }) =>
      log.info({ address, rule }, 'an outbound target was refused'),
    );
    received = response.body.length;
    memory.body.set(0);
    memory.answer.set(copies * received);
    const whose = { account: memory.account, signal };
    const isLarge = received > LARGE_BYTES;
    const { body, bodyEncoding } = isLarge ? await largeBodies.decode(response, whose) : decodeBody(response);
    if (body instanceof RawJson && !isKept) memory.answer.set(body.content.length);
    return {
      status: response.status,
      headers: response.headers,
      body,
      ...(bodyEncoding === undefined ? {} : { body_encoding: bodyEncoding }),
    };
  } catch (error) {
    outcome = signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
    throw error;
  } finally {
    record(outcome, (performance.now() - begun) / 1_000, { sent: outgoing.body?.length ?? 0, received });
  }
}

async function limitsOf(settings: SettingsStore): Promise<OutboundLimits> {
  const { http_request: limits } = await settings.current();
  return {
    timeoutMs: limits.timeout_ms,
    maxRedirects: limits.max_redirects,
    maxRequestBytes: limits.max_request_bytes,
    maxResponseBytes: limits.max_response_bytes,
    blockedHosts: limits.blocked_hosts,
    allowedHosts: limits.allowed_hosts,
  };
}

function outgoingRequest({ method, url, headers = {}, body }: HttpRequest): OutboundRequest & { body?: Buffer } {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (body === undefined) return { method, url, headers: named };
  const saysType = Object.keys(named).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    url,
    headers: saysType ? named : { ...named, 'content-type': 'application/json' },
    body: jsonBytes(body),
  };
}

/** How a request ended: a closed set, so that nothing of a caller's becomes a label. */
type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function requestMetrics(registry: Metrics) {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_http_request_total',
    help: 'Requests of the HTTP request tool, by how they ended.',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'toolpress_http_request_duration_seconds',
    help: 'The whole exchange with the target, redirects and body included.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const transferred = new Counter({
    name: 'toolpress_http_request_bytes_total',
    help: 'Bytes of bodies sent to targets, and received from them after decompression.',
    labelNames: ['direction'],
    registers,
  });
  return (outcome: Outcome, seconds: number, { sent, received }: { sent: number; received: number }): void => {
    requests.inc({ outcome });
    duration.observe({ outcome }, seconds);
    transferred.inc({ direction: 'sent' }, sent);
    transferred.inc({ direction: 'received' }, received);
  };
}
