/** What the check of a document does for a PDF whose tags are repaired. Only the part of the service that repairs them loads it. */
export { AccessibilityCheck, type AccessibilityOptions } from './accessibility/check.js';
export { BODY } from './accessibility/study.js';
export { markForTags, ROW_NUMBERS } from './structure/marks.js';
