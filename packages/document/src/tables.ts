/** The tables of the policy, the built-in fonts and the faults of accessibility, from which documentation is generated. */
export { FAULTS } from './accessibility/faults.js';
export { IGNORED_CSS } from './css/ignored-css.js';
export { ADDRESS_FUNCTIONS, DRAWING_FUNCTIONS, IMAGE_FUNCTIONS, MAX_CSS_ERRORS } from './css/scan.js';
export { MAX_CSS_NESTING } from './css/tokens.js';
export { FAMILIES, SCRIPTS, STAND_INS, stylesOf } from './fonts/families.js';
export { MAX_ATTRIBUTES, MAX_NODES, MAX_TEXT_CHARACTERS } from './html.js';
export { MAX_IMAGES } from './images/collector.js';
export { MAX_IMAGE_PIXELS } from './images/header.js';
export { DOCUMENT_LIMITS } from './limits.js';
export { IMAGE_ATTRIBUTES, REMOVED_ATTRIBUTES, REMOVED_FROM_VIDEO } from './policy/attribute-rules.js';
export { HTML_RULES, MATHML_RULES, SVG_RULES } from './policy/element-rules.js';
export { MAX_FRAMES } from './policy/frames.js';
export { MAX_NESTING } from './policy/inspection.js';
export { LINK_SCHEMES } from './policy/links.js';
export { IGNORED_IN_MATHML, REWRITTEN_IN_MATHML } from './policy/math-attributes.js';
export { MAX_IMPORT_DEPTH, MAX_SHEETS } from './policy/stylesheets.js';
