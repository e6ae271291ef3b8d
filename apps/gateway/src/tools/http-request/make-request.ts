/** One outbound request: the operator's limits, the one door to the network, the answer as JSON can carry it. */
import { type HttpRequest, type HttpResult, type Json, jsonBytes, RawJson, ServiceError } from '@toolpress/contract';
import { decodeBody, type Outbound, type OutboundLimits, type OutboundRequest } from '@toolpress/outbound';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import type { RequestContext } from '../../http/endpoint.js';
import { LARGE_BYTES, type LargeBodies } from '../../http/large-bodies.js';
import type { HttpRequestMetrics, Outcome } from './metrics.js';

export interface HttpToolOptions {
  outbound: Outbound;
  settings: SettingsStore;
  largeBodies: LargeBodies;
  metrics: HttpRequestMetrics;
}

/** An answer is held as it came, and as JSON. */
const COPIES = 2;
/** One that is kept for a repeat is sealed on top of it, and written as text. */
const KEPT_COPIES = 5;

/** @throws ServiceError every error of the tool, as `Outbound.request` lists them. */
export async function makeRequest(
  { outbound, settings, largeBodies, metrics }: HttpToolOptions,
  request: HttpRequest,
  { signal, log, memory, isKept }: RequestContext,
): Promise<Omit<HttpResult, 'body'> & { body: Json | RawJson }> {
  const limits = await limitsOf(settings);
  const outgoing = outgoingRequest(request);
  delete request.body; // `outgoing` has it
  memory.set('body', outgoing.body?.length ?? 0);
  const copies = isKept ? KEPT_COPIES : COPIES;
  const roomFor = (bytes: number, isMore: boolean) => memory.take('answer', copies * bytes, signal, isMore);
  const begun = performance.now();
  let outcome: Outcome = 'success';
  let received = 0;
  try {
    const response = await outbound.request(outgoing, { ...limits, roomFor }, signal, ({ address, rule }) =>
      log.info({ address, rule }, 'an outbound target was refused'),
    );
    received = response.body.length;
    memory.set('body', 0);
    memory.set('answer', copies * received);
    const whose = { account: memory.account, signal };
    const isLarge = received > LARGE_BYTES;
    const { body, bodyEncoding } = isLarge ? await largeBodies.decode(response, whose) : decodeBody(response);
    if (body instanceof RawJson && !isKept) memory.set('answer', body.content.length);
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
    metrics.record(outcome, (performance.now() - begun) / 1_000, { sent: outgoing.body?.length ?? 0, received });
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
