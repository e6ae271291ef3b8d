/** The files of a document: style sheets and images by path. */
import { type Infer, mapOf } from './schema.js';

export const MAX_FILES = 200;
const MAX_PATH_LENGTH = 4_096;

/** A file: text or bytes. */
export type FileValue = string | { base64: string };

/** A text that consists of the tag of a saved variable. */
export const FILE_VARIABLE = /^\s*\[\[\s*var:[^\s[\]]{1,74}\s*\]\]\s*$/;

/** The pattern of `isBase64`, for the documentation. */
export const BASE64 = {
  contentEncoding: 'base64',
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
};

export const Files = mapOf<FileValue>(MAX_FILES, (value, path) => pathFault(path) ?? contentFault(value), {
  propertyNames: { maxLength: MAX_PATH_LENGTH },
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { base64: { type: 'string', ...BASE64 } },
        required: ['base64'],
        additionalProperties: false,
      },
    ],
  },
});
export type Files = Infer<typeof Files>;

/** The field as the gateway passes it on, with checked content. */
export const ResolvedFiles = mapOf<FileValue>(MAX_FILES, (value) =>
  typeof value === 'string' || hasBase64(value) ? undefined : CONTENT,
);

const CONTENT = 'must be a text, or an object of `base64` and nothing else';

function pathFault(path: string): string | undefined {
  if (path.trim() === '') return 'is not a path; name the file as the document does, such as `images/logo.png`';
  if (path.length > MAX_PATH_LENGTH) return `is longer than the ${MAX_PATH_LENGTH} characters that a path may have`;
  if (/^\s*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(path))
    return 'is a URL; name the file by a path, such as `images/logo.png`';
  return undefined;
}

function contentFault(value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  if (!hasBase64(value)) return CONTENT;
  return isBase64(value.base64)
    ? undefined
    : 'is not valid base64: letters, digits, `+` and `/`, padded with `=`, without line breaks or a `data:` in front';
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
