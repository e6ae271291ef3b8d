export {
  asFilled,
  type DocumentTexts,
  fillDocument,
  type TextsToFill,
} from './fill/document-texts.js';
export { fillTemplate } from './fill/fill.js';
export { DEFAULT_MAX_STEPS, type FillOptions, type MissingTag, OverBudget, WorkBudget } from './fill/fill-options.js';
export { FilledText, type Origin } from './fill/filled-text.js';
export { languageOf } from './fill/language.js';
export { eachOf, type FieldTexts, missingValues } from './fill/missing-values.js';
export { fillPlainTexts, mayHaveTags, type PlainText } from './fill/plain-texts.js';
export { tagWarnings } from './fill/tag-warnings.js';
export { withoutTags } from './fill/without-tags.js';
export { FILTER_NAMES, FILTERS_BY_SUBJECT, filterNamed } from './filters/index.js';
export { compileTemplate, templateFor } from './parse/compile.js';
export { type Position, Positions, shortPosition } from './parse/partials/positions.js';
export type { Template } from './parse/template.js';
export { resolveVariables, UnknownVariables, type VariableKind, type VariableLookup } from './parse/variables.js';
export { COUNTER_STYLES, type CounterStyle, countered } from './values/counter-styles.js';
export { type FormatSettings, Formats } from './values/formats.js';
export { indexOfFirst } from './values/index-of-first.js';
export { countRequired, type PageLookup, PageMarks, pagesById } from './values/page-marks.js';
export { NeedsPages, PageNumber } from './values/page-number.js';
export { RunningTexts, type TemplateData } from './values/values.js';
