/** CSS: what it would load, however it is spelled, and what only looks like it. */
import { type PolicyCase } from './case.js';
export declare const CSS_CASES: readonly PolicyCase[];
//# sourceMappingURL=css-cases.d.ts.map