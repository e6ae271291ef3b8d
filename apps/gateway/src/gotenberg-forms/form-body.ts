/** Reads a form: its fields, and its files by the names that they are uploaded under. */
import { Busboy } from '@fastify/busboy';
import { MAX_ATTACHMENTS, MAX_FILES, ServiceError } from '@toolpress/contract';

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

/** The largest size of a field's value in bytes. */
const MAX_VALUE = 1024 * 1024;
const LIMITS = {
  ...{ fields: 200, files: MAX_FILES + MAX_ATTACHMENTS, parts: 500, headerPairs: 50 },
  fieldSize: MAX_VALUE,
};

/** @throws ServiceError `invalid_parameter` for a body that is not a form. */
export function parseForm(bytes: Buffer, contentType: string): Promise<Form> {
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
    parser.end(bytes);
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

const malformed = (): ServiceError =>
  new ServiceError('invalid_parameter', "Malformed body: it does not match the 'Content-Type' header boundaries");
