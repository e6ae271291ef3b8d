import { ServiceError } from '@toolpress/contract';

/** @throws ServiceError `invalid_json`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw new ServiceError('invalid_json', `The request body is not valid JSON${whereOf(error)}.`);
  }
}

/** Takes a byte order mark away; what is no UTF-8 becomes replacement characters. */
const decoder = new TextDecoder();

/** V8's messages quote the text around the fault; only the position is passed on. */
function whereOf(error: unknown): string {
  const [, position] = / at position (\d+)/.exec(String((error as Error).message)) ?? [];
  return position === undefined ? '' : ` (at character ${Number(position) + 1})`;
}
