/** What the provider says in the body of an error, in whichever of its forms, made fit to be passed on. */
import { decodeBody } from '@toolpress/outbound';

/** Either may be missing: an error page of a proxy says nothing that we read. */
export interface ProviderFault {
  /** The provider's code, such as `NOT_FOUND`. */
  type: string | undefined;
  /** One line of bounded length. */
  message: string | undefined;
}

/** What is longer is no error of the provider's. */
const LONGEST_BODY = 64 * 1024;
const LONGEST_MESSAGE = 300;
const TYPE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** Control and format characters, line ends, halves of characters. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Reads `{"error": "TYPE"}`, `{"error": {"type", "message"}}` and `{"errors": [{"error", "message"}]}`, the first of several.
 *
 * @param token never repeated, should the provider repeat it.
 */
export function readFault(body: Buffer, token: string): ProviderFault {
  const { error, errors } = asFields(body.length > LONGEST_BODY ? undefined : parsed(body));
  const fault = error ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  const { type, error: code, message } = typeof fault === 'string' ? { type: fault } : asFields(fault);
  return { type: asType(type ?? code, token), message: asMessage(message, token) };
}

/** Whatever the header says: errors come as JSON or are not read. */
const parsed = (body: Buffer): unknown => decodeBody({ headers: { 'content-type': 'application/json' }, body }).body;

const asFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function asType(value: unknown, token: string): string | undefined {
  return typeof value === 'string' && TYPE.test(value) && !value.includes(token) ? value : undefined;
}

function asMessage(value: unknown, token: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value.replaceAll(token, '[token]').replace(NOT_PLAIN, ' ').trim();
  if (line === '') return undefined;
  const characters = [...line];
  return characters.length > LONGEST_MESSAGE ? `${characters.slice(0, LONGEST_MESSAGE - 1).join('')}…` : line;
}

/** The quota of a plan is used up, till the month ends or somebody pays: not to be mistaken for too many requests a second. */
export const isQuotaFault = ({ type = '', message = '' }: ProviderFault): boolean =>
  /BILLING|QUOTA|PLAN_LIMIT|MONTHLY/i.test(type) || /\b(billing|quota|monthly|this month|plan limit)\b/i.test(message);
