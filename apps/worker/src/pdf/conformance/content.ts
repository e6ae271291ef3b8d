/** What pages draw, and the fonts that they draw it with, as PDF/A and PDF/UA want them. */
import type { Conformance } from '@toolpress/contract';
import type { PdfEdit } from '../write.js';

/** @throws ServiceError for what can't be made to conform, naming it. */
export function markContent(_edit: PdfEdit, _levels: readonly Conformance[]): void {}
