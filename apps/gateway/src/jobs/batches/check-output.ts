/** Checks the options of a batch and of its rows against the batch's outputs. */
import { type BatchOutput, type PdfRequest, ServiceError } from '@toolpress/contract';

/** The options that apply to each PDF separately, so that a merged PDF has no place for them. */
const OF_EACH = ['conformance', 'protect', 'e_invoice', 'attachments'] as const;

/**
 * Checks that the rows can be combined, also with the options of a template.
 *
 * @param isProtected whether the merged PDF is protected, too, so that rows may be.
 * @param prefix of the names of fields in messages.
 * @throws ServiceError `invalid_parameter` for a setting that an archive or a merged PDF cannot keep.
 */
export function checkOutput(
  outputs: readonly BatchOutput[],
  request: Partial<Pick<PdfRequest, (typeof OF_EACH)[number] | 'deliver_to'>>,
  isProtected: boolean,
  prefix: 'input.' | '',
): void {
  if (!outputs.includes('files') && request.deliver_to !== undefined)
    throw new ServiceError(
      'invalid_parameter',
      `\`${prefix}deliver_to\` delivers the files of the rows, not that of all: add \`files\` to \`output\`.`,
    );
  if (!outputs.includes('merged')) return;
  const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const field = OF_EACH.find((name) => isGiven(request[name]) && !(name === 'protect' && isProtected));
  if (field === undefined) return;
  if (field === 'protect')
    throw new ServiceError(
      'invalid_parameter',
      `\`output\` has \`merged\`, which \`${prefix}protect\` does not protect: add \`"protect": {"user_password": "…"}\` beside \`output\`, or use \`zip\`.`,
    );
  throw new ServiceError(
    'invalid_parameter',
    `\`output\` must not have \`merged\` together with \`${prefix}${field}\`, which applies to each PDF separately; remove one of them, or use \`zip\`.`,
  );
}
