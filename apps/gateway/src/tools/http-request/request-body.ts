/** Encodes the body of a request: JSON, a form, a text, bytes, parts, or a stored file. */
import { randomBytes } from 'node:crypto';
import {
  contentTypeOf,
  type Form,
  type HttpRequest,
  jsonBytes,
  type MultipartPart,
  ServiceError,
  storedFileId,
} from '@toolpress/contract';

/** A request in which one field at most is the body. */
export type WithBody = Pick<
  HttpRequest,
  'headers' | 'body' | 'form' | 'text' | 'base64' | 'multipart' | 'file' | 'content_type'
>;

export interface EncodedBody {
  bytes: Buffer;
  contentType: string;
}

/** Reads a stored file of the account. @param maxBytes the largest file. @throws ServiceError. */
export type ReadFile = (id: string, maxBytes: number, field: string) => Promise<Buffer>;

const BYTES = 'application/octet-stream';

/**
 * @param maxBytes the largest body. Files are not read beyond it.
 * @returns the body with its content type, which is the caller's if there is one; undefined without a body.
 * @throws ServiceError `request_too_large`, and what `readFile` throws.
 */
export async function encodedBody(
  request: WithBody,
  readFile: ReadFile,
  maxBytes: number,
): Promise<EncodedBody | undefined> {
  const { headers, body, form, text, base64, multipart, file } = request;
  const type = request.content_type ?? contentTypeOf(headers);
  if (body !== undefined) return { bytes: jsonBytes(body), contentType: type ?? 'application/json' };
  if (form !== undefined) return { bytes: formBytes(form), contentType: type ?? 'application/x-www-form-urlencoded' };
  if (text !== undefined) return { bytes: Buffer.from(text), contentType: type ?? 'text/plain; charset=utf-8' };
  if (base64 !== undefined) return { bytes: Buffer.from(base64, 'base64'), contentType: type ?? BYTES };
  if (file !== undefined)
    return { bytes: await readFile(storedFileId(file), maxBytes, 'file'), contentType: type ?? BYTES };
  return multipart && multipartOf(await partsOf(multipart, readFile, maxBytes));
}

function formBytes(form: Form): Buffer {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return Buffer.from(new URLSearchParams(pairs).toString());
}

/** Reads one file after the other, so that what is held is at most as large as the body. */
async function partsOf(given: readonly MultipartPart[], readFile: ReadFile, maxBytes: number): Promise<Part[]> {
  const parts: Part[] = [];
  let room = maxBytes;
  for (const [index, { name, value, base64, file, filename, content_type: type }] of given.entries()) {
    const isText = value !== undefined && filename === undefined;
    const content =
      file === undefined
        ? Buffer.from(value ?? base64 ?? '', value === undefined ? 'base64' : 'utf8')
        : await readFile(storedFileId(file), room, `multipart[${index}].file`);
    room -= content.length;
    if (room < 0) throw tooLarge('multipart', maxBytes);
    const shown = isText ? undefined : (filename ?? 'file');
    parts.push({ name, content, filename: shown, contentType: type ?? (isText ? undefined : BYTES) });
  }
  return parts;
}

interface Part {
  name: string;
  content: Uint8Array;
  filename?: string | undefined;
  contentType?: string | undefined;
}

/**
 * Writes `multipart/form-data` (RFC 7578). `FormData` of Node.js cannot give a text a media type without also giving it a file name.
 *
 * @returns the body, and its content type with the boundary. The boundary is random, so that no content can contain it.
 */
function multipartOf(parts: readonly Part[]): { bytes: Buffer; contentType: string } {
  const boundary = `toolpress-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap(({ content, ...head }) => [Buffer.from(headOf(head, boundary)), content, LINE_END]);
  const bytes = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
}

const LINE_END = Buffer.from('\r\n');

function headOf({ name, filename, contentType }: Omit<Part, 'content'>, boundary: string): string {
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`;
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`;
}

/** Escapes what would end a value or a line, as browsers do (HTML standard, "multipart form data"). Others are sent in UTF-8. */
const quoted = (text: string): string => text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

/** @param field the field whose content is too large. */
export const tooLarge = (field: string, maxBytes: number): ServiceError =>
  new ServiceError('request_too_large', `\`${field}\` is too large: at most ${maxBytes} bytes are sent.`);
