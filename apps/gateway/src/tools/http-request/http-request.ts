/** The HTTP request tool (specification 4.1): makes one outbound request within the operator's limits, and returns the answer as JSON. */
import {
  HTTP_WARNINGS,
  HttpRequest,
  HttpResult,
  type HttpWarning,
  type Json,
  jsonBytes,
  RawJson,
  ServiceError,
  TOOLS,
} from '@toolpress/contract';
import {
  type Authorize,
  decodeBody,
  type Outbound,
  type OutboundLimits,
  type OutboundRequest,
} from '@toolpress/outbound';
import type { Metrics } from '@toolpress/runtime';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import { type AnyToolEndpoint, forTool, type RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { countUnlessLarge } from '../../api/large-body-tasks.js';
import type { Credential, OpenCredential } from './credential.js';
import { type Outcome, requestMetrics } from './metrics.js';

export interface HttpToolOptions {
  outbound: Outbound;
  settings: SettingsStore;
  largeBodies: LargeBodies;
  metrics: Metrics;
  /** Returns what opens connections. @throws ServiceError `invalid_parameter` when its part is switched off. */
  credential: () => OpenCredential;
}

export function httpRequestEndpoint(options: HttpToolOptions): AnyToolEndpoint {
  const record = requestMetrics(options.metrics);
  return forTool({
    method: 'post',
    path: TOOLS['http-request'].path,
    id: 'httpRequest',
    summary: TOOLS['http-request'].purpose,
    agents: {
      name: 'http_request',
      title: 'HTTP request',
      lines: [
        'Sends one HTTP request to a public address and returns status, headers and body. Costs 1 action.',
        '`_connections.http` adds the secret of a connection; never ask for secrets. Private addresses are refused (`address_forbidden`).',
        'Any status of the target is a success of the tool: read `status`. Larger answers than 1 MiB are an error.',
      ],
      hints: { openWorldHint: true },
    },
    tool: 'http-request',
    body: HttpRequest,
    answer: HttpResult,
    errors: [
      'overloaded',
      'address_forbidden',
      'host_forbidden',
      'connection_unknown',
      'provider_refused',
      'request_too_large',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'too_many_redirects',
      'deadline_exceeded',
    ],
    async handle({ body, caller }, context) {
      const slug = body._connections?.http;
      const credential = slug === undefined ? undefined : await options.credential()(slug, caller.accountId);
      return makeRequest(options, record, body, context, credential);
    },
    present: async (result) => result,
  });
}

/** The copies of an answer in memory: as received and as JSON. */
const COPIES = 2;
/** The copies of an answer that is stored for repeated requests. It is also encrypted and encoded as text. */
const KEPT_COPIES = 5;

/** Makes the request. @throws ServiceError the errors that `Outbound.request` lists. */
async function makeRequest(
  { outbound, settings, largeBodies }: HttpToolOptions,
  record: ReturnType<typeof requestMetrics>,
  request: HttpRequest,
  { signal, log, memory, isKept }: RequestContext,
  credential: Credential | undefined,
): Promise<Omit<HttpResult, 'body'> & { body: Json | RawJson }> {
  const limits = await limitsOf(settings);
  const outgoing = outgoingRequest(credential ? { ...request, url: credential.target(request) } : request);
  delete request.body; // `outgoing` has it
  memory.body.set(outgoing.body?.length ?? 0);
  const copies = isKept ? KEPT_COPIES : COPIES;
  const roomFor = (bytes: number, isMore: boolean) => memory.answer.take(copies * bytes, signal, isMore);
  const begun = performance.now();
  let outcome: Outcome = 'success';
  let received = 0;
  try {
    const send = (authorize?: Authorize) =>
      outbound.request({ ...outgoing, authorize }, { ...limits, roomFor }, signal, ({ address, rule }) =>
        log.info({ address, rule }, 'an outbound target was refused'),
      );
    const response = await (credential ? credential.exchange(send, signal) : send());
    received = response.body.length;
    memory.body.set(0);
    memory.answer.set(copies * received);
    const owner = { account: memory.account, signal };
    const decoded = await (credential ?? { decode: plainly(largeBodies) }).decode(response, owner);
    const { headers, body, bodyEncoding } = decoded;
    if (body instanceof RawJson && !isKept) memory.answer.set(body.content.length);
    return {
      status: response.status,
      headers,
      body,
      ...(bodyEncoding === undefined ? {} : { body_encoding: bodyEncoding }),
      ...(decoded.isReplaced ? { warnings: [secretReplaced()] } : {}),
    };
  } catch (error) {
    outcome = signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
    throw error;
  } finally {
    record(outcome, (performance.now() - begun) / 1_000, { sent: outgoing.body?.length ?? 0, received });
  }
}

/** Decodes an answer without a credential. */
const plainly =
  (largeBodies: LargeBodies): Credential['decode'] =>
  async (response, owner) => {
    const isLarge = countUnlessLarge(response.body) === undefined;
    const decoded = isLarge ? await largeBodies.decode(response, owner) : decodeBody(response);
    return { ...decoded, headers: response.headers, isReplaced: false };
  };

const secretReplaced = (): HttpWarning => ({ code: 'secret_replaced', message: HTTP_WARNINGS.secret_replaced });

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
