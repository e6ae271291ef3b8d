/**
 * The policy table: what documents may hold and what not, case by case. For tests only, of other packages too, which import
 * it as `@toolpress/document/policy-cases`.
 */
import type { PolicyCase } from './case.js';
import { CSS_CASES } from './css-cases.js';
import { IMAGE_CASES } from './image-cases.js';
import { MARKUP_CASES } from './markup-cases.js';

export type { AcceptedCase, PolicyCase, RefusedCase } from './case.js';

export const POLICY_CASES: readonly PolicyCase[] = [CSS_CASES, IMAGE_CASES, MARKUP_CASES].flat();
