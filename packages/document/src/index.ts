export {
  type CheckedDocument,
  checkDocument,
  type DocumentParts,
  type PageRule,
} from './check-document.js';
export { type CheckedFragment, checkFragment, type FragmentField } from './check-fragment.js';
export { HEADER_FOOTER_PARTS, HeaderFooterDocument } from './header-footer/header-footer-document.js';
export type { HeaderFooterPage, Margins } from './header-footer/measures.js';
export { PageNumbers } from './header-footer/page-numbers.js';
export { MAX_IMAGES } from './images/collector.js';
export { type ImageHeader, type ImageType, imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';
export { PAPER_SIZES, type Paper, paperSize } from './paper.js';
export { type FontFallback, findsSameFonts, mergeFontFallback } from './policy/font-fallback.js';
export type { SourceText } from './policy/places.js';
export type { RemoteImage } from './remote-images.js';
export { templateFor } from './template/cache.js';
export { compileTemplate } from './template/compile.js';
export type { Escape } from './template/escape.js';
export { type FillOptions, fillTemplate, type MissingTag } from './template/fill.js';
export { FilledText, type Origin } from './template/filled-text.js';
export type { Position } from './template/position.js';
export { requireValues } from './template/require-values.js';
export type { Template } from './template/template.js';
export type { VariableKind, VariableLookup } from './variables/load.js';
export { resolveVariables } from './variables/resolve.js';
