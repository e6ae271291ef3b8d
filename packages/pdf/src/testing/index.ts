/** Functions for tests of printed PDFs. */
export { fileNames } from '../assemble/attachments.js';
export { conform } from '../conformance/conformance.js';
export { checkFonts } from '../conformance/fonts.js';
export { MarkedContents } from '../conformance/marked-content.js';
export { stringOf } from '../conformance/marked-text.js';
export { decoded, fontsOf } from '../conformance/streams.js';
export { ROW_NUMBERS } from '../conformance/structure-tables.js';
export { Element, isContent, StructureTree } from '../conformance/structure-tree.js';
export { readUnicodeMap, writtenUnicodeMap } from '../conformance/to-unicode.js';
export { isReference, listOf, type PdfValue, type Reference } from '../file/read.js';
export { PdfEdit } from '../file/write.js';
export type { Edge } from '../pages/margins.js';
export { countPages } from '../pages/printed.js';
export { HOSTILE_PDFS, SLOW_PDF } from './hostile-pdfs.js';
export { readByTags, tagsIn } from './tags.js';
