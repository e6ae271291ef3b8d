export type { Accessibility } from './accessibility/accessibility.js';
export { checkDocument } from './check-document.js';
export { type CheckedFragment, checkFragment, type FragmentField } from './check-fragment.js';
export type { CheckedDocument, PageRule } from './checked-document.js';
export { type CountedElement, type CountReference, countedText, headingNumber } from './css/count-targets.js';
export { IGNORED_BREAK } from './css/ignored-css.js';
export { IS_GRID, type PrintFeature } from './css/print-css.js';
export {
  contentParts,
  PAGE_COUNTER,
  STRING_SET,
  type StringKeyword,
  type StringPart,
  stringSettings,
  type UsedString,
} from './css/strings.js';
export { type DocumentFile, DocumentFiles, type FileContent, NO_FILES } from './files.js';
export {
  FAMILIES,
  type FontFamilies,
  isBuiltInFamily,
  isStandIn,
  OUR_FAMILIES,
  printedFamily,
  STAND_INS,
  stylesOf,
} from './fonts/families.js';
export { type FontIdentity, identityOf } from './fonts/identity.js';
export { scriptFaces } from './fonts/script-fonts.js';
export { HEADER_FOOTER_PARTS, HeaderFooterDocument, ownMarginsDocument } from './header-footer-document.js';
export { isProvable, type MeasuredPart, provedHeights } from './height-proof.js';
export { hasText } from './html.js';
export { MAX_IMAGES } from './images/collector.js';
export { imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';
export type { HeaderFooterPage, Margins } from './page-elements.js';
export { PagePart, type PageValues, type PartFilling, type RunningOnPage } from './page-part.js';
export { PAPER_SIZES, type Paper, paperSize } from './paper.js';
export { type GroupableWarning, warningsByKind } from './policy/by-kind.js';
export { type MissingCharacters, tellMissing } from './policy/characters.js';
export type { AnyReports, DocumentImage, Report, Reports } from './policy/explain.js';
export { PRINT_MARK, type ReplacedFont } from './policy/findings.js';
export {
  type FontFallback,
  findsSameFonts,
  fontsOfDrawing,
  isMixed,
  mayHaveCharacters,
  mergeFontFallback,
} from './policy/font-fallback.js';
export type { PrintedElement } from './policy/printed-elements.js';
export { sheetText } from './policy/sheet-text.js';
export type { DocumentResources, SheetContent } from './policy/stylesheets.js';
export type { Heading, References, RunningElement } from './references/references.js';
export type { Words } from './structure/words.js';
