/** The fields of a PDF request that are filled from `data`, and what works in place of a tag in others. */

/** Templates, data, and the texts that are filled as plain text. */
const FILLED: readonly RegExp[] = [
  /^(?:html|css|files|header_html|footer_html|watermark_html|data|filename|metadata)$/,
  /^protect\.(?:user|owner)_password$/,
  /^attachments\[\d+\]\.name$/,
  /^deliver_to\.folder$/,
];

/** @param path such as `metadata` or `attachments[0].name`. */
export const mayHaveTag = (path: string): boolean => FILLED.some((pattern) => pattern.test(path));

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^e_invoice\.xml/, 'send `{"invoice_from": "invoice"}` with the invoice in `data`, or the finished XML'],
  [/^e_invoice/, 'send `{"invoice_from": "invoice"}` with the invoice in `data`'],
  [/^translations/, 'write `{name}`, which `| t: name: …` fills'],
  [/^data_from/, 'send the value itself, or `rows_from` of a batch'],
];

/** Returns what to send in place of a tag in a field. */
export function insteadOfTag(field: string): string {
  const instead = INSTEAD.find(([pattern]) => pattern.test(field))?.[1] ?? 'send the text itself';
  return `${instead}; with \`"tags": false\` all brackets are text`;
}
