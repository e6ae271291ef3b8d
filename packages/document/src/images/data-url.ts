/** Reads data URLs by the rules of the Fetch standard. */

export interface DataUrl {
  /** In lower case, without parameters; empty if there is none. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly isBase64: boolean;
  /** The offset of the comma before the data. */
  readonly comma: number;
  /** Undefined for invalid base64. */
  readonly bytes: Buffer | undefined;
}

/**
 * @param url begins with `data:`, without surrounding spaces, line breaks or a fragment.
 * @returns undefined for a URL without a comma, which has no data.
 */
export function readDataUrl(url: string): DataUrl | undefined {
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const [type = '', ...parameters] = url
    .slice('data:'.length, comma)
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const isBase64 = parameters.at(-1) === 'base64';
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, charset, isBase64, comma, bytes: decode(url.slice(comma + 1), isBase64) };
}

function decode(data: string, isBase64: boolean): Buffer | undefined {
  const bytes = Buffer.from(data, 'utf8').toString('latin1');
  const decoded = bytes.replace(/(?:%[0-9a-f]{2}){1,1000}/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('latin1'),
  );
  return isBase64 ? base64Decoded(decoded) : Buffer.from(decoded, 'latin1');
}

/** Valid base64. Node.js is more lenient: it skips other characters and accepts the URL-safe alphabet. */
function base64Decoded(text: string): Buffer | undefined {
  const dense = text.replace(/[\t\n\f\r ]+/g, '');
  const padding = dense.length % 4 === 0 ? (/={1,2}$/.exec(dense.slice(-2))?.[0].length ?? 0) : 0;
  const isValid = (dense.length - padding) % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(dense.slice(0, dense.length - padding));
  return isValid ? Buffer.from(dense, 'base64') : undefined;
}
