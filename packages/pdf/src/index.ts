/** Reads, writes and finishes PDF files. */

export { type AttachedFile, attachedFile } from './assemble/attachments.js';
export { merged, type RowPdf } from './assemble/merged.js';
export { type Background, receiveBackground } from './background/backgrounds.js';
export { MissingGlyphs } from './conformance/fonts.js';
export { infoOf, type XmpSchema } from './conformance/metadata.js';
export type { DocumentStructure } from './conformance/structure.js';
export { GENERATED } from './conformance/structure-marks.js';
export { PdfFile } from './file/pdf-file.js';
export { asDictionary } from './file/read.js';
export { fillSignature, signedBytes } from './file/signature.js';
export { type Finish, finishPdf } from './finish.js';
export { contentArea, isShrunkToLimit } from './pages/content-area.js';
export {
  checkedPageCount,
  haveSameSizes,
  isBlank,
  isSameLength,
  isSameSize,
  type PageSizeInches,
  POINTS_PER_INCH,
  pageSizes,
  sizeOf,
  usualSize,
} from './pages/count.js';
export { type Destination, destinations, keepDestinations } from './pages/destinations.js';
export { inPixels, MarginMarks, wholePixels } from './pages/margins.js';
export { outlineOf } from './pages/outline.js';
export type { PrintedStamps } from './pages/stamps.js';
