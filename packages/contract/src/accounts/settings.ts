/** Settings that the operator can change at runtime. */
import Joi from 'joi';
import { MAX_PAGES, MOST_PAGES } from '../pdf/page-limits.js';
import { flag, type Infer, integer, listOf, shape } from '../schema/schema.js';

/** An ASCII host name. Underscores are not allowed in host names, but exist. */
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;

/** Returns whether a host is valid. Unicode names are converted to ASCII first. */
function isHost(given: string, isParent: boolean): boolean {
  const isV6 = /^[\da-f.]*:[\da-f:.]*$/i.test(given);
  const authority = isV6 ? `[${given}]` : given;
  // Other parts of a URL are not part of a host.
  if (!/^(?:[^\s/\\:@*?#%[\]]+|\[[\da-f:.]+\])$/i.test(authority) || !URL.canParse(`http://${authority}`)) return false;
  const host = new URL(`http://${authority}`).hostname;
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  if (isAddress) return !isParent && (host.startsWith('[') || host === given);
  return host.length <= 253 && host.split('.').every((label) => LABEL.test(label));
}

/** A host name, an address, or `*.` and a name for its subdomains. */
const hostPattern = (): Joi.StringSchema<string> =>
  Joi.string()
    .max(253)
    .lowercase()
    .custom((given: string) => {
      const isParent = given.startsWith('*.');
      if (isHost(isParent ? given.slice(2) : given, isParent)) return given;
      throw new TypeError('not a host');
    })
    .message(
      '{{#label}} must be a host such as `api.example.com`, an address, or `*.example.com` for its subdomains; no scheme, port or path',
    )
    .prefs({ convert: true });

const httpRequestSettings = {
  timeout_ms: integer()
    .min(100)
    .max(300_000)
    .description('Timeout of the whole exchange, including redirects and body, in milliseconds.'),
  max_redirects: integer().min(0).max(20).description('Largest number of redirects; 0 follows none.'),
  max_request_bytes: integer()
    .min(0)
    .max(10 * 1024 * 1024)
    .description('Largest request body, in bytes.'),
  max_response_bytes: integer()
    .min(0)
    .max(100 * 1024 * 1024)
    .description('Largest response body after decompression, in bytes.'),
  blocked_hosts: listOf(hostPattern()).max(10_000).description('Refused hosts; `*.example.com` for subdomains.'),
  allowed_hosts: listOf(hostPattern()).max(10_000).description('If not empty, the only hosts that are allowed.'),
};

const rateLimitSettings = {
  requests_per_minute: integer()
    .min(0)
    .max(1_000_000)
    .description('Requests per token and minute, over all gateways; 0: no limit.'),
  concurrent_requests: integer()
    .min(0)
    .max(1_000_000)
    .description('Concurrent requests per account on each gateway; 0: no limit.'),
};

const getRecordSettings = {
  timeout_ms: integer()
    .min(1_000)
    .max(300_000)
    .description('Timeout of a record, including the wait for the provider’s rate limit, in milliseconds.'),
};

const storageSettings = {
  max_bytes_per_account: integer().min(0).description('Stored bytes per account; 0: no limit.'),
};

const pdfSettings = {
  embedded_resources: flag().description('Whether requests may have `embedded_resources`.'),
  max_pages: integer()
    .min(MAX_PAGES)
    .max(MOST_PAGES)
    .description('Pages of a PDF, for accounts without `max_pages`. Each begun 50 pages are charged like a PDF.'),
};

const auditSettings = {
  max_entries: integer()
    .min(100)
    .max(1_000_000)
    .description('Entries in the audit log; older ones are deleted. One takes about 400 bytes of Redis.'),
  max_entries_per_account: integer()
    .min(10)
    .max(100_000)
    .description('Entries about one account. Above this limit, the account’s oldest entries are deleted.'),
  retention_days: integer().min(1).max(3_650).description('Days after which entries are deleted.'),
};

const AREAS = {
  http_request: 'The HTTP request tool.',
  get_record: 'The get-record tool.',
  rate_limit: 'Requests of tokens and accounts.',
  storage: 'The files of accounts.',
  pdf: 'The PDF tools.',
  audit: 'The audit log.',
};

const DEFAULTS = {
  http_request: {
    timeout_ms: 30_000,
    max_redirects: 5,
    max_request_bytes: 5 * 1024 * 1024,
    max_response_bytes: 10 * 1024 * 1024,
    blocked_hosts: [],
    allowed_hosts: [],
  },
  get_record: { timeout_ms: 60_000 },
  rate_limit: { requests_per_minute: 0, concurrent_requests: 1_000 },
  storage: { max_bytes_per_account: 10 * 1024 ** 3 },
  pdf: { embedded_resources: true, max_pages: MAX_PAGES },
  audit: { max_entries: 50_000, max_entries_per_account: 1_000, retention_days: 365 },
};

export const Settings = shape({
  http_request: shape(httpRequestSettings).description(AREAS.http_request),
  get_record: shape(getRecordSettings).description(AREAS.get_record),
  rate_limit: shape(rateLimitSettings).description(AREAS.rate_limit),
  storage: shape(storageSettings).description(AREAS.storage),
  pdf: shape(pdfSettings).description(AREAS.pdf),
  audit: shape(auditSettings).description(AREAS.audit),
}).example(DEFAULTS);
export type Settings = Infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = DEFAULTS;

/** The fields to change; absent fields keep their value. */
export const SettingsChange = shape(
  {},
  {
    http_request: shape({}, httpRequestSettings).description(AREAS.http_request).example({ timeout_ms: 10_000 }),
    get_record: shape({}, getRecordSettings).description(AREAS.get_record),
    rate_limit: shape({}, rateLimitSettings).description(AREAS.rate_limit),
    storage: shape({}, storageSettings).description(AREAS.storage),
    pdf: shape({}, pdfSettings).description(AREAS.pdf),
    audit: shape({}, auditSettings).description(AREAS.audit),
  },
);
export type SettingsChange = Infer<typeof SettingsChange>;
