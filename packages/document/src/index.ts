export type { Accessibility } from './accessibility/accessibility.js';
export { type MissingCharacters, tellMissing } from './accessibility/characters.js';
export { BODY } from './accessibility/study.js';
export { type AccessibilityOptions, type CheckedDocument, checkDocument, type PageRule } from './check-document.js';
export type { CheckedFragment, FragmentField } from './check-fragment.js';
export { type CountedElement, type CountReference, countedText, headingNumber } from './css/count-targets.js';
export type { PrintFeature } from './css/print-css.js';
export {
  contentParts,
  PAGE_COUNTER,
  STRING_SET,
  type StringKeyword,
  type StringPart,
  stringSettings,
  type UsedString,
} from './css/strings.js';
export {
  type DocumentTexts,
  fillDocument,
  filledElsewhere,
  fillForElsewhere,
  type TextsElsewhere,
  type TextsToFill,
} from './document-texts.js';
export { type DocumentFile, DocumentFiles, type FileContent } from './files.js';
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
export {
  HEADER_FOOTER_PARTS,
  HeaderFooterDocument,
  type HeaderFooterPage,
  type Margins,
  ownMarginsDocument,
} from './header-footer-document.js';
export { hasText } from './html.js';
export { MAX_IMAGES } from './images/collector.js';
export { imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';
export { PagePart, type PageValues, type PartFilling } from './page-part.js';
export { PAPER_SIZES, type Paper, paperSize } from './paper.js';
export { type SaidWarning, warningsByKind } from './policy/by-kind.js';
export type { AnyReports, DocumentImage, Report, Reports } from './policy/explain.js';
export type { ReplacedFont } from './policy/findings.js';
export { type FontFallback, findsSameFonts, fontsOfDrawing, mergeFontFallback } from './policy/font-fallback.js';
export { type DocumentResources, type SheetContent, sheetText } from './policy/stylesheets.js';
export { COUNTER_STYLES, countered } from './references/counter-styles.js';
export { PageMarks } from './references/page-marks.js';
export type { Heading, References, RunningElement } from './references/references.js';
export { GENERATED, type GeneratedTexts, languageOfMark, ROW_NUMBERS } from './structure/marks.js';
export type { Words } from './structure/words.js';
export { templateFor } from './template/cache.js';
export { compileTemplate } from './template/compile.js';
export { type FillOptions, fillTemplate, type MissingTag, OverBudget, WorkBudget } from './template/fill.js';
export { FilledText, missingValues, type Origin } from './template/filled-text.js';
export { type FormatSettings, Formats } from './template/formats.js';
export { standIn } from './template/stand-in.js';
export { tagReports } from './template/tag-warnings.js';
export type { Template } from './template/template.js';
export { resolveVariables, UnknownVariables, type VariableKind, type VariableLookup } from './variables.js';
