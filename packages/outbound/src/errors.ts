/**
 * Errors of a target as the caller sees them. Node's own texts carry resolved addresses and file paths; their codes go to
 * the log as causes.
 */
import { maxHeaderSize } from 'node:http';
import { type ErrorCode, ServiceError } from '@toolpress/contract';
import { FetchError } from 'node-fetch';
import { BodyCutOff, BodyTooLarge, BodyUndecodable, CodingUnknown } from './body/content-coding.js';
import { ProtocolSwitched } from './connection.js';
import { type Hop, targetName } from './hop.js';

interface TargetFailure {
  readonly code: ErrorCode;
  /** Follows the target's name. */
  readonly what: string;
}

const unreachable = (what: string): TargetFailure => ({ code: 'target_unreachable', what });
const invalid = (what: string): TargetFailure => ({ code: 'response_invalid', what });
const badCertificate = (why: string): TargetFailure => unreachable(`has a TLS certificate that is not valid: ${why}`);

/** This machine is out of resources: the caller can only try again later. */
const EXHAUSTED: TargetFailure = {
  code: 'unavailable',
  what: 'can’t be reached: this service has no connection to spare',
};

const BY_CODE: Readonly<Record<string, TargetFailure>> = {
  ENOTFOUND: unreachable('can’t be found: its name has no address'),
  ENODATA: unreachable('can’t be found: its name has no address'),
  EAI_NONAME: unreachable('can’t be found: its name has no address'),
  EAI_AGAIN: unreachable('can’t be found: no name server answered for its name'),
  EAI_FAIL: unreachable('can’t be found: the name server failed on its name'),
  ECONNREFUSED: unreachable('refused the connection'),
  ETIMEDOUT: unreachable('did not accept a connection'),
  EHOSTUNREACH: unreachable('can’t be reached: there is no route to it'),
  ENETUNREACH: unreachable('can’t be reached: there is no route to it'),
  EADDRNOTAVAIL: unreachable('can’t be reached: there is no route to it'),
  EHOSTDOWN: unreachable('can’t be reached: it is down'),
  ECONNRESET: unreachable('closed the connection without an answer'),
  ECONNABORTED: unreachable('closed the connection without an answer'),
  EPIPE: unreachable('closed the connection while the request was being sent'),
  EMFILE: EXHAUSTED,
  ENFILE: EXHAUSTED,
  ENOBUFS: EXHAUSTED,
  ENOMEM: EXHAUSTED,
  EPROTO: unreachable('failed the TLS handshake'),
  CERT_HAS_EXPIRED: badCertificate('it has expired'),
  CERT_NOT_YET_VALID: badCertificate('it is not valid yet'),
  CERT_REVOKED: badCertificate('it was revoked'),
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate('it is self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate('it goes back to an authority that is not trusted'),
  UNABLE_TO_GET_ISSUER_CERT: badCertificate('its issuer is missing or not trusted'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate('its issuer is missing or not trusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate('its issuer is missing or not trusted'),
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate('it is for another name'),
  HPE_HEADER_OVERFLOW: invalid(`sent more than ${maxHeaderSize / 1024} KiB of response headers`),
};

/** Whole families of codes: Node's HTTP parser, OpenSSL, streams that lost their socket, system calls. */
const BY_FAMILY: ReadonlyArray<readonly [RegExp, TargetFailure]> = [
  [/^HPE_/, invalid('sent something that is not valid HTTP')],
  [/^ERR_(SSL|TLS)_/, unreachable('failed the TLS handshake')],
  [/^CERT_/, badCertificate('it does not hold')],
  [/^ERR_STREAM_/, unreachable('closed the connection while the request was being sent')],
  [/^E[A-Z0-9]+$/, unreachable('can’t be reached')],
];

/**
 * @param error whatever ended a hop.
 * @returns the caller's error; an error that the target did not cause is returned unchanged.
 */
export function targetError(error: unknown, hop: Hop): unknown {
  if (error instanceof ServiceError) return error;
  const failure = failureOf(error);
  if (failure === undefined) return error;
  return new ServiceError(failure.code, `${targetName(hop)} ${failure.what}.`, { cause: inBrief(error) });
}

/** Messages of libraries name the target, node-fetch's the whole URL with its secrets: the log gets the code only. */
function inBrief(error: unknown): Error {
  const code = codeOf(error);
  const kind = error instanceof FetchError ? error.type : error instanceof Error ? error.name : typeof error;
  return Object.assign(new Error(code || kind), { code: code || undefined });
}

function failureOf(error: unknown): TargetFailure | undefined {
  if (error instanceof BodyTooLarge) {
    return { code: 'response_too_large', what: `sent a response body of more than ${error.limit} bytes, decompressed` };
  }
  if (error instanceof BodyUndecodable) return invalid('sent a response body that its Content-Encoding does not fit');
  if (error instanceof CodingUnknown)
    return invalid('sent a response body in a Content-Encoding that was not asked for');
  if (error instanceof BodyCutOff) return invalid('closed the connection before its response body was complete');
  if (error instanceof ProtocolSwitched) return invalid('switched to another protocol, which was not asked for');
  return byCode(codeOf(error)) ?? (error instanceof FetchError ? unreachable('can’t be reached') : undefined);
}

function byCode(code: string): TargetFailure | undefined {
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  return BY_FAMILY.find(([family]) => family.test(code))?.[1];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
