/** The structure tree as PDF/A-3a and PDF/UA-1 want it. */
import type { Conformance } from '@toolpress/contract';
import type { PdfEdit } from '../write.js';

/** @param edit of a tagged PDF. */
export function repairStructure(_edit: PdfEdit, _levels: readonly Conformance[]): void {}
