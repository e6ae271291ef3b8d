/**
 * Sends the result of a form to the caller's webhook, through the outbound guard. The result is in memory only: it is lost when the process
 * ends, as with Gotenberg.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { checkRequestHeaders, type Outbound, type OutboundLimits, type RequestHeaders } from '@toolpress/outbound';
import { type Logger, reasonOf } from '@toolpress/runtime';
import type { Request } from 'express';
import type { SettingsStore } from '../accounts/settings/settings.js';
import type { PrintedForm } from './form-answer.js';

const METHODS = ['POST', 'PATCH', 'PUT'] as const;
/** The time for all attempts of one message. A form has up to three: the result, an error and an event. */
const LIMIT_MS = 30_000;
/** The delays before further attempts. */
const DELAYS_MS = [1_000, 2_000, 4_000];
const MAX_HEADERS = 50;
const FAILED = 500;

export interface FormWebhook {
  url: string;
  method: (typeof METHODS)[number];
  errorUrl: string | undefined;
  errorMethod: (typeof METHODS)[number];
  eventsUrl: string | undefined;
  headers: RequestHeaders;
}

interface Dependencies {
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
}

/**
 * Reads the webhook of a request and checks its addresses.
 *
 * @returns undefined without a webhook. @throws ServiceError `invalid_parameter`, `address_forbidden`, `host_forbidden`.
 */
export async function webhookOf(request: Request, parts: Dependencies): Promise<FormWebhook | undefined> {
  const url = request.get('gotenberg-webhook-url') || undefined;
  if (url === undefined) return undefined;
  const errorUrl = request.get('gotenberg-webhook-error-url') || undefined;
  const eventsUrl = request.get('gotenberg-webhook-events-url') || undefined;
  if (errorUrl === undefined && eventsUrl === undefined)
    throw invalid(
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  const method = methodOf(request, 'Gotenberg-Webhook-Method');
  const errorMethod = methodOf(request, 'Gotenberg-Webhook-Error-Method');
  const headers = headersOf(request.get('gotenberg-webhook-extra-http-headers'));
  const limits = await limitsOf(parts.settings);
  for (const one of [url, errorUrl, eventsUrl]) if (one !== undefined) await parts.outbound.check(one, limits);
  return { url, method, errorUrl, errorMethod, eventsUrl, headers };
}

/** Sends results. */
export class FormWebhooks {
  /** @param log of the request. @param trace the id of the request. */
  constructor(
    private readonly parts: Dependencies,
    private readonly log: Logger,
    private readonly trace: string,
    private readonly limitMs = LIMIT_MS,
  ) {}

  async succeeded(hook: FormWebhook, { bytes, answer }: PrintedForm): Promise<void> {
    const { url, method } = hook;
    const { 'Content-Type': type = '', 'Content-Disposition': disposition = '' } = answer.headers;
    const headers = { 'content-type': type, 'content-disposition': disposition };
    if (!(await this.send(url, method, { ...headers, ...hook.headers }, bytes)))
      return this.failed(hook, FAILED, 'The webhook did not accept the result.');
    await this.event(hook, { event: 'webhook.success' });
  }

  async failed(hook: FormWebhook, status: number, message: string): Promise<void> {
    const { errorUrl, errorMethod } = hook;
    const json = { 'content-type': 'application/json', ...hook.headers };
    if (errorUrl !== undefined)
      await this.send(errorUrl, errorMethod, json, Buffer.from(JSON.stringify({ status, message })));
    await this.event(hook, { event: 'webhook.error', error: { status, message } });
  }

  private async event({ eventsUrl, headers }: FormWebhook, event: { event: string; error?: object }): Promise<void> {
    if (eventsUrl === undefined) return;
    const { event: name, ...rest } = event;
    const whole = { event: name, correlationId: this.trace, timestamp: new Date().toISOString(), ...rest };
    const json = { 'content-type': 'application/json', ...headers };
    await this.send(eventsUrl, 'POST', json, Buffer.from(JSON.stringify(whole)));
  }

  /** Returns whether the receiver accepted it. Logs failures. */
  private async send(
    url: string,
    method: FormWebhook['method'],
    headers: RequestHeaders,
    body: Buffer,
  ): Promise<boolean> {
    const { outbound, settings } = this.parts;
    const named = { 'user-agent': 'Toolpress', 'gotenberg-trace': this.trace, ...headers };
    const until = performance.now() + this.limitMs;
    for (const delay of [...DELAYS_MS, Number.POSITIVE_INFINITY]) {
      const timeoutMs = Math.max(1, until - performance.now());
      const limits = { ...(await limitsOf(settings)), timeoutMs, maxRequestBytes: body.length };
      const status = await outbound.request({ method, url, headers: named, body }, limits).then(
        ({ status }) => status,
        (error: unknown) => {
          this.log.info({ reason: reasonOf(error) }, 'a webhook of a form failed');
          return error instanceof ServiceError && error.status < FAILED ? error.status : FAILED;
        },
      );
      if (status < 300) return true;
      const isTransient = status >= FAILED || status === 429;
      if (!isTransient || performance.now() + delay >= until) break;
      await sleep(delay);
    }
    return false;
  }
}

function methodOf(request: Request, header: string): FormWebhook['method'] {
  const given = (request.get(header) || 'POST').toUpperCase();
  const method = METHODS.find((one) => one === given);
  if (method !== undefined) return method;
  throw invalid(`Invalid '${header}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${given.slice(0, 60)}'`);
}

/** Checks the headers before the form is accepted, because later no answer could report them. */
function headersOf(json: string | undefined): RequestHeaders {
  if (json === undefined || json === '') return {};
  let headers: unknown;
  try {
    headers = JSON.parse(json);
  } catch {
    throw invalid("Invalid 'Gotenberg-Webhook-Extra-Http-Headers' header value: it must be a JSON object of texts");
  }
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  if (entries.length > MAX_HEADERS || entries.some(([, value]) => typeof value !== 'string'))
    throw invalid(
      `Invalid 'Gotenberg-Webhook-Extra-Http-Headers' header value: it must be a JSON object of at most ${MAX_HEADERS} texts`,
    );
  return checkRequestHeaders(Object.fromEntries(entries) as Record<string, string>);
}

async function limitsOf(settings: Dependencies['settings']): Promise<OutboundLimits & { withoutBody: true }> {
  const { http_request: limits } = await settings.current();
  return {
    ...{ timeoutMs: LIMIT_MS, maxRedirects: 0, withoutBody: true, maxRequestBytes: 0, maxResponseBytes: 0 },
    ...{ blockedHosts: limits.blocked_hosts, allowedHosts: limits.allowed_hosts },
  };
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameter', message);
