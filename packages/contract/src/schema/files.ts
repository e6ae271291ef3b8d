/** The files of a document: style sheets and images by path; and files of an account by their ids. */
import type Joi from 'joi';
import { type Infer, mapOf, text } from './schema.js';

/** The last part of a link to a file, such as that of `download_url`, or its first 41 letters, which are the id. */
const STORED_FILE = /^[0-9a-z]{9}[0-9a-fxzo][0-9a-f]{31}[\w-]*(\.(pdf|xml|zip|bin))?$/;
const STORED_FILE_ID_LENGTH = 41;
const IS_STORED_FILE = 'must be the last part of a link to the file, such as that of `download_url`';

/** A stored file of the account, by its id or the last part of a link to it. */
export const StoredFileId = (): Joi.StringSchema<string> =>
  text().max(100).pattern(STORED_FILE).message(`{{#label}} ${IS_STORED_FILE}`);

/** Returns the id of a stored file. @param reference valid for `StoredFileId`. */
export const storedFileId = (reference: string): string => reference.slice(0, STORED_FILE_ID_LENGTH);

export const MAX_FILES = 200;
const MAX_PATH_LENGTH = 4_096;

/** A file: text or bytes. */
export type FileValue = string | { base64: string };

/** A file of a document: text, bytes, or a stored file of the account. */
export type DocumentFile = FileValue | { file: string };

/** A text that consists of the tag of a saved variable. */
export const FILE_VARIABLE = /^\s*\[\[\s*var:[^\s[\]]{1,74}\s*\]\]\s*$/;

/** What `isBase64` takes, for messages. */
export const BASE64_RULE = 'letters, digits, `+` and `/`, padded with `=`, without line breaks or a `data:` in front';

/** The pattern of `isBase64`, for the documentation. */
export const BASE64 = {
  contentEncoding: 'base64',
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
};

const objectOf = (name: string, schema: object) => ({
  ...{ type: 'object', properties: { [name]: schema } },
  ...{ required: [name], additionalProperties: false },
});
const CONTENTS = [{ type: 'string' }, objectOf('base64', { type: 'string', ...BASE64 })];
const STORED_CONTENT = objectOf('file', { type: 'string', pattern: STORED_FILE.source });

/** The files of a saved template. */
export const Files = mapOf<FileValue>(MAX_FILES, (value, path) => pathFault(path) ?? contentFault(value), {
  propertyNames: { maxLength: MAX_PATH_LENGTH },
  additionalProperties: { anyOf: CONTENTS },
});
export type Files = Infer<typeof Files>;

/** The files of a request. Stored files are read when the document is printed. */
export const DocumentFiles = mapOf<DocumentFile>(
  MAX_FILES,
  (value, path) => pathFault(path) ?? (isStoredFile(value) ? storedFault(value) : contentFault(value, OR_STORED)),
  {
    propertyNames: { maxLength: MAX_PATH_LENGTH },
    additionalProperties: { anyOf: [...CONTENTS, STORED_CONTENT] },
  },
);

/** Returns whether a file is one of the account. */
export const isStoredFile = (value: unknown): value is { file: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  typeof (value as { file?: unknown }).file === 'string';

const storedFault = ({ file }: { file: string }): string | undefined =>
  STORED_FILE.test(file) ? undefined : IS_STORED_FILE;

/** Returns whether the gateway replaces a file by its content: it names a saved variable or is a stored file. */
export const isResolved = (value: unknown): boolean =>
  typeof value === 'string' ? FILE_VARIABLE.test(value) : isStoredFile(value);

/** The field as the gateway passes it on, with checked content. */
export const ResolvedFiles = mapOf<FileValue>(MAX_FILES, (value) =>
  typeof value === 'string' || hasBase64(value) ? undefined : CONTENT,
);

const CONTENT = 'must be a text, or an object of `base64` and nothing else';
const OR_STORED = 'must be a text, or an object of `base64` or `file` and nothing else';

function pathFault(path: string): string | undefined {
  if (path.trim() === '') return 'is not a path; name the file as the document does, such as `images/logo.png`';
  if (path.length > MAX_PATH_LENGTH) return `is longer than the ${MAX_PATH_LENGTH} characters that a path may have`;
  if (/^\s*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(path))
    return 'is a URL; name the file by a path, such as `images/logo.png`';
  return undefined;
}

/** @param expected the fault of a value of another type. */
function contentFault(value: unknown, expected = CONTENT): string | undefined {
  if (typeof value === 'string') return undefined;
  if (!hasBase64(value)) return expected;
  return isBase64(value.base64) ? undefined : `is not valid base64: ${BASE64_RULE}`;
}

const hasBase64 = (value: unknown): value is { base64: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  typeof (value as { base64?: unknown }).base64 === 'string';

/** Searching for a forbidden character takes linear time. */
export function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/]/);
  const padding = end === -1 ? '' : text.slice(end);
  return text.length % 4 === 0 && (padding === '' || padding === '=' || padding === '==');
}
