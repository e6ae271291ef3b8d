/** The fields of forms that are refused or have no effect. All others are read by `form-request.ts`. */

/** Fields that change nothing here: documents load before they are printed, and nothing of them runs. */
export const IGNORED: ReadonlySet<string> = new Set([
  ...['skipNetworkIdleEvent', 'skipNetworkAlmostIdleEvent', 'waitDelay', 'omitBackground'],
  ...['failOnHttpStatusCodes', 'ignoreResourceHttpStatusDomains'],
]);

const SCRIPTS = 'scripts never run in documents';
const REQUESTS = 'the service loads images and style sheets itself, without the caller’s headers and cookies';
const STAMPS = 'only a text for all pages can be printed over or under the document';

/** The reasons why fields are refused when they are set to anything but `false`, an empty text, list or object. */
export const REFUSED: ReadonlyMap<string, string> = new Map([
  ['waitForExpression', SCRIPTS],
  ['waitForSelector', SCRIPTS],
  ['waitWindowStatus', SCRIPTS],
  ['failOnConsoleExceptions', SCRIPTS],
  ['failOnConsoleMessageTypes', SCRIPTS],
  ['cookies', REQUESTS],
  ['userAgent', REQUESTS],
  ['extraHttpHeaders', REQUESTS],
  ['downloadFrom', 'send all files in the form'],
  ['url', 'send the document as index.html'],
  ['watermarkPages', STAMPS],
  ['stampPages', STAMPS],
  ['facturxConformanceLevel', 'the API prints e-invoices, see `e_invoice` of html-to-pdf'],
  ['facturxDocumentType', 'the API prints e-invoices, see `e_invoice` of html-to-pdf'],
  ['facturxVersion', 'the API prints e-invoices, see `e_invoice` of html-to-pdf'],
  ['stages', 'only the fields that versions 8 and 9 share are known'],
]);

/** Fields that version 9 has renamed. */
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['nativePages', 'nativePageRanges'],
  ['nativeBookmarks', 'generateDocumentOutline'],
  ['nativeTaggedPdf', 'generateTaggedPdf'],
]);

/** The fields of files. All others, usually `files`, are the document and its assets. */
export const FILE_FIELDS: ReadonlySet<string> = new Set(['embeds', 'watermark', 'stamp', 'facturxXml']);

const NOTHING = new Set(['', 'false', '0', '[]', '{}', 'null']);

/** Returns whether a value of a refused field asks for nothing. */
export const asksNothing = (value: string): boolean => NOTHING.has(value.trim());
