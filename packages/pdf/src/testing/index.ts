/** Functions for tests of printed PDFs. */
export { fileNames } from '../assemble/attachments.js';
export { isReference, listOf, type PdfValue, type Reference } from '../file/read.js';
export { PdfEdit } from '../file/write.js';
export type { Edge } from '../pages/margins.js';
export { countPages } from '../pages/printed.js';
export { checkFonts } from '../text/fonts.js';
export { stringOf } from '../text/marked-text.js';
export { decoded, fontsOf } from '../text/streams.js';
export { readUnicodeMap, writtenUnicodeMap } from '../text/to-unicode.js';
export { HOSTILE_PDFS, SLOW_PDF } from './hostile-pdfs.js';
