export * from './accounts/accounts.js';
export * from './accounts/audit.js';
export * from './accounts/connections.js';
export * from './accounts/differences.js';
export * from './accounts/fonts.js';
export * from './accounts/grants.js';
export {
  HttpAuth,
  type HttpAuthShown,
  type HttpAuthType,
  MIN_SECRET_LENGTH,
} from './accounts/http-auth.js';
export * from './accounts/settings.js';
export * from './accounts/studio.js';
export * from './accounts/variable-patch.js';
export * from './accounts/variables.js';
export * from './accounts/webhooks.js';
export * from './jobs/assembly-job.js';
export * from './jobs/batch-row.js';
export * from './jobs/batches.js';
export * from './jobs/jobs.js';
export * from './jobs/operator-jobs.js';
export * from './pdf/background.js';
export * from './pdf/deliver-to.js';
export * from './pdf/e-invoice/e-invoice.js';
export type { InvoiceAdjustment, InvoiceLine } from './pdf/e-invoice/lines.js';
export type { InvoiceAddress, InvoiceParty } from './pdf/e-invoice/parties.js';
export type { Decimal } from './pdf/e-invoice/values.js';
export * from './pdf/form-print.js';
export { isLanguage, isTimeZone, nearestLanguages, nearestTimeZones } from './pdf/language.js';
export * from './pdf/page-texts.js';
export * from './pdf/paper.js';
export { MAY_NAME_VARIABLE, PDF_LIMITS } from './pdf/pdf-content.js';
export type { Preparation } from './pdf/pdf-option.js';
export { MAX_FILENAME, ON_BLOCKED, type OnBlocked, RETURNS, withEnding } from './pdf/pdf-options.js';
export * from './pdf/render-job.js';
export * from './pdf/standards.js';
export * from './pdf/template-check.js';
export * from './schema/envelope.js';
export * from './schema/errors.js';
export { exactJson, hasInexactNumber, isExact } from './schema/exact-numbers.js';
export { inPlainWords } from './schema/faults.js';
export * from './schema/files.js';
export { jsonFaults } from './schema/json-faults.js';
export * from './schema/names.js';
export * from './schema/parts.js';
export * from './schema/raw-json.js';
export {
  actionBlocks,
  type Children,
  type Condition,
  type FieldValue,
  LIST_LIMITS,
  OPERATORS,
  type Operator,
  RECORDS_PER_ACTION,
  type SortKey,
  segment,
} from './schema/record-queries.js';
export * from './schema/records.js';
export * from './schema/references.js';
export * from './schema/schema.js';
export { tagIn } from './schema/tags.js';
export * from './schema/warnings.js';
export { parseAsWritten } from './schema/written-numbers.js';
export * from './tools/tools.js';
