/** What other packages need to change a PDF: its objects, its content streams and their text. */
export { type DocumentInfo, type Programs, pdfSeconds, writeInfo } from './file/metadata.js';
export {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  listOf,
  type PdfObject,
  type PdfValue,
  type Reference,
} from './file/read.js';
export { ROLES } from './file/roles.js';
export { type PdfEdit, textString, written } from './file/write.js';
export { eachOperation, type Operation, operandsOf, type Patch, patched } from './text/content-operations.js';
export { checkFonts } from './text/fonts.js';
export { type FontCharacters, glyphText, stringOf, TextLines } from './text/marked-text.js';
export { decoded, packed } from './text/streams.js';
export { TextFont } from './text/text-font.js';
export { readUnicodeMap, utf16 } from './text/to-unicode.js';
