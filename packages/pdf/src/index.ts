/** Reads, writes and finishes PDF files. */

export { type AttachedFile, attachedFile } from './assemble/attachments.js';
export { merged, type RowPdf } from './assemble/merged.js';
export { type Background, receiveBackground } from './background/backgrounds.js';
export { infoOf } from './file/metadata.js';
export { PdfFile } from './file/pdf-file.js';
export type { Protection } from './file/protect.js';
export { asDictionary } from './file/read.js';
export { fillSignature, signedBytes } from './file/signature.js';
export { type Conformer, type Finish, finishPdf } from './finish.js';
export { contentArea } from './pages/content-area.js';
export { type Destination, destinations, keepDestinations } from './pages/destinations.js';
export { inPixels, MarginMarks, wholePixels } from './pages/margins.js';
export { outlineOf } from './pages/outline.js';
export {
  checkedPageCount,
  haveSameSizes,
  isBlank,
  isSameLength,
  isSameSize,
  isShrunkToLimit,
  type PageSizeInches,
  POINTS_PER_INCH,
  pageSizes,
  sizeOf,
  tooManyPages,
  usualSize,
} from './pages/printed.js';
export type { PrintedStamps } from './pages/stamps.js';
export { MissingGlyphs } from './text/fonts.js';
