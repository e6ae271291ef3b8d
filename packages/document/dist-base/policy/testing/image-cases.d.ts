/** Images: where they may come from, and what is left of the many ways to name several. */
import { type PolicyCase } from './case.js';
export declare const IMAGE_CASES: readonly PolicyCase[];
//# sourceMappingURL=image-cases.d.ts.map