/** Reads JSON whose numbers are written again as they were, such as `1.50` and `12345678901234567890`. */

/** What `JSON.rawJSON` and the third argument of a reviver do. TypeScript does not know them yet; browsers have had them since 2025. */
const { rawJSON } = JSON as { rawJSON?: (json: string) => unknown };

/** Whether `parseAsWritten` keeps all digits here. Browsers from before 2025 can't. */
export const keepsDigits = rawJSON !== undefined;

/** Works like `JSON.parse`, except that `JSON.stringify` writes numbers as they were written. Those that it would write otherwise are objects. */
export const parseAsWritten = (json: string): unknown =>
  rawJSON === undefined ? JSON.parse(json) : JSON.parse(json, asWritten);

function asWritten(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && source !== String(value) ? rawJSON?.(source) : value;
}
