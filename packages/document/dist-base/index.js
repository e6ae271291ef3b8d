export { checkDocument } from './check-document.js';
export { checkFragment, PageNumbers } from './check-fragment.js';
export { DocumentFiles } from './files.js';
export { isBuiltInFamily, isStandIn, OUR_FAMILIES } from './fonts/families.js';
export { HEADER_FOOTER_PARTS, HeaderFooterDocument } from './header-footer-document.js';
export { MAX_IMAGES } from './images/collector.js';
export { imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';
export { PAPER_SIZES, paperSize } from './paper.js';
export { findsSameFonts, mergeFontFallback } from './policy/font-fallback.js';
export { sheetText } from './policy/stylesheets.js';
export { compileTemplate, templateFor } from './template/compile.js';
export { fillTemplate } from './template/fill.js';
export { FilledText, requireValues } from './template/filled-text.js';
export { tagReports } from './template/tag-warnings.js';
export { resolveVariables } from './variables.js';
//# sourceMappingURL=index.js.map