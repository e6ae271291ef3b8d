/** Reads the form of a request: its fields, and its files by the names that they are uploaded under. */
import { Busboy } from '@fastify/busboy';
import { MAX_ATTACHMENTS, MAX_BODY_BYTES, MAX_FILES, ServiceError } from '@toolpress/contract';
import type { Request } from 'express';
import { receiveBody } from '../api/body.js';
import type { RequestContext } from '../api/endpoint.js';

export interface FormFile {
  /** The name without folders. */
  name: string;
  bytes: Buffer;
}

export interface Form {
  /** The values of each field, in their order. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The files of each field, in their order. */
  files: ReadonlyMap<string, readonly FormFile[]>;
}

/** The body is in memory as received, as files, and as base64 in the request. */
const COPIES = 3;
/** The parser gets the body in pieces, so that other requests are handled meanwhile. */
const PIECE_BYTES = 256 * 1024;
/** The largest size of a field's value in bytes. */
const MAX_VALUE = 1024 * 1024;
const LIMITS = {
  ...{ fields: 200, files: MAX_FILES + MAX_ATTACHMENTS, parts: 500, headerPairs: 50 },
  fieldSize: MAX_VALUE,
};

/** @throws ServiceError `media_type_unsupported`, `body_too_large`, `overloaded`, `invalid_parameter` for a body that is no form. */
export async function readForm(request: Request, { memory, signal }: RequestContext): Promise<Form> {
  const contentType = request.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw notAForm("want 'multipart/form-data'");
  if (!/;\s*boundary=/i.test(contentType)) throw notAForm('no boundary');
  const bytes = (await receiveBody(request, { limit: MAX_BODY_BYTES, memory, signal })) ?? Buffer.alloc(0);
  memory.body.set(COPIES * bytes.length);
  return parsed(bytes, contentType);
}

function parsed(bytes: Buffer, contentType: string): Promise<Form> {
  const fields = new Map<string, string[]>();
  const files = new Map<string, FormFile[]>();
  return new Promise((resolve, reject) => {
    const parser = parserOf(contentType);
    const fail = (): void => {
      reject(malformed());
      parser.destroy();
    };
    const refuse = (fault: string): void => {
      reject(invalidForm(fault));
      parser.destroy();
    };
    const tooMany = (): void => refuse('the form has too many fields or files');
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) refuse(`form field '${name.slice(0, 60)}' is longer than ${MAX_VALUE} bytes`);
      else added(fields, name, value);
    });
    parser.on('file', (field, stream, filename) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('error', fail);
      const name = plainName(String(filename ?? ''));
      stream.on('end', () => added(files, field, { name, bytes: Buffer.concat(pieces) }));
    });
    parser.on('fieldsLimit', tooMany);
    parser.on('filesLimit', tooMany);
    parser.on('partsLimit', tooMany);
    parser.on('error', fail);
    parser.on('finish', () => resolve({ fields, files }));
    void feed(parser, bytes);
  });
}

/** @throws ServiceError `invalid_parameter` for a boundary that no form can have. */
function parserOf(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch {
    throw malformed();
  }
}

async function feed(parser: InstanceType<typeof Busboy>, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length && !parser.destroyed; from += PIECE_BYTES)
    await new Promise((next) => parser.write(bytes.subarray(from, from + PIECE_BYTES), next));
  if (!parser.destroyed) parser.end();
}

function added<Value>(all: Map<string, Value[]>, name: string, value: Value): void {
  const values = all.get(name);
  if (values === undefined) all.set(name, [value]);
  else values.push(value);
}

/** Returns a name without folders and control characters. */
export const plainName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replaceAll(/\p{Cc}/gu, '')
    .normalize('NFC');

/** Returns an error of the form, which is answered as text. */
export const invalidForm = (fault: string): ServiceError =>
  new ServiceError('invalid_parameter', `Invalid form data: ${fault}`);

const notAForm = (fault: string): ServiceError =>
  new ServiceError('media_type_unsupported', `Invalid 'Content-Type' header value: ${fault}`);

const malformed = (): ServiceError =>
  new ServiceError('invalid_parameter', "Malformed body: it does not match the 'Content-Type' header boundaries");
