/** A warning of the tags that print nothing: without `strict`, the data need not have everything. */
import type { AnyReports } from '../policy/explain.js';
import { type FilledText } from './filled-text.js';
/** @param texts the filled texts by the request's fields they came from. @returns one report for all of them, or none. */
export declare const tagReports: (texts: Readonly<Record<string, FilledText>>) => AnyReports;
//# sourceMappingURL=tag-warnings.d.ts.map