/** Elements, attributes and links: what runs, loads or leads elsewhere, and markup that parsers disagree about. */
import { type PolicyCase } from './case.js';
export declare const MARKUP_CASES: readonly PolicyCase[];
//# sourceMappingURL=markup-cases.d.ts.map