/**
 * The policy table: what documents may hold and what not, case by case. For tests only, of other packages too, which import
 * it as `@toolpress/document/policy-cases`.
 */
import type { PolicyCase } from './case.js';
export type { AcceptedCase, PolicyCase, RefusedCase } from './case.js';
export declare const POLICY_CASES: readonly PolicyCase[];
//# sourceMappingURL=cases.d.ts.map