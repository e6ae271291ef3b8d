export {
  type CheckedDocument,
  checkDocument,
  type DocumentParts,
  type PageRule,
} from './check-document.js';
export { type CheckedFragment, checkFragment, type FragmentField, PageNumbers } from './check-fragment.js';
export type { HeaderFooterPage, Margins } from './header-footer-document.js';
export { HEADER_FOOTER_PARTS, HeaderFooterDocument } from './header-footer-document.js';
export { MAX_IMAGES } from './images/collector.js';
export { type ImageHeader, type ImageType, imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';
export { PAPER_SIZES, type Paper, paperSize } from './paper.js';
export type { RemoteImage, SourceText } from './policy/explain.js';
export { type FontFallback, findsSameFonts, mergeFontFallback } from './policy/font-fallback.js';
export { compileTemplate, templateFor } from './template/compile.js';
export type { Escape } from './template/fill.js';
export { type FillOptions, fillTemplate, type MissingTag } from './template/fill.js';
export { FilledText, type Origin, requireValues } from './template/filled-text.js';
export type { Position, Template } from './template/template.js';
export type { VariableKind, VariableLookup } from './variables.js';
export { resolveVariables } from './variables.js';
