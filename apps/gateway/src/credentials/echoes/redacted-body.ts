/** Decodes the body of an answer without the secrets that it echoes: in this thread, or in one for large bodies. */
import { jsonText, RawJson, rawOf, WithRaw } from '@toolpress/contract';
import { type DecodedBody, decodeBody } from '@toolpress/outbound/decode-body';
import { called } from '../../api/large-body-tasks.js';
import { Echoes, sought } from './echoes.js';

type Headers = Readonly<Record<string, string | string[]>>;

/** Works like `decodeBody`, but without the secrets. */
export function redactedBody(headers: Headers, body: Buffer, echoes: Echoes): DecodedBody {
  const decoded = decodeBody({ headers, body });
  if (decoded.bodyEncoding !== undefined) {
    // Each byte is a character.
    const text = body.toString('latin1');
    const redacted = echoes.redact(text);
    return redacted === text ? decoded : { ...decoded, body: Buffer.from(redacted, 'latin1').toString('base64') };
  }
  if (typeof decoded.body === 'string') return { body: echoes.redact(decoded.body) };
  const json = jsonText(decoded.body);
  const redacted = echoes.redactJson(json);
  if (redacted === json) return decoded;
  return { body: decoded.body instanceof RawJson ? new RawJson(redacted) : JSON.parse(redacted) };
}

/** A body from a thread. */
type LargeBody = DecodedBody<RawJson> & { isReplaced: boolean };

/** Works like `redactedBody` in a thread. @public */
export function largeRedactedBody(headers: Headers, bytes: Uint8Array, secrets: readonly string[]): WithRaw<LargeBody> {
  const echoes = new Echoes(sought(secrets));
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { body: value, ...fields } = redactedBody(headers, body, echoes);
  const raw = value instanceof RawJson ? new RawJson(new TextEncoder().encode(String(value.content))) : rawOf(value);
  return new WithRaw({ ...fields, body: raw, isReplaced: echoes.isReplaced }, [['body']]);
}

export const LARGE_BODY = called(import.meta.url, largeRedactedBody);
