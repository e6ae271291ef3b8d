export {
  type CheckedDocument,
  checkDocument,
  type DocumentParts,
  type PageRule,
  type RemoteImage,
} from './check-document.js';
export { type CheckedFragment, checkFragment, type FragmentField } from './check-fragment.js';
export { PAPER_SIZES, type Paper, paperSize } from './paper.js';
export { templateFor } from './template/cache.js';
export { compileTemplate } from './template/compile.js';
export type { Escape } from './template/escape.js';
export { type FillOptions, fillTemplate, type MissingTag } from './template/fill.js';
export type { Position } from './template/position.js';
export type { Template } from './template/template.js';
export type { VariableKind, VariableLookup } from './variables/load.js';
export { type ResolveOptions, resolveVariables } from './variables/resolve.js';
