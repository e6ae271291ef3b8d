/** Conformance of PDFs to PDF/A and PDF/UA: marks of their content, repaired tags and metadata. */
export { Conforming } from './conformance/conformance.js';
export type { XmpSchema } from './conformance/xmp.js';
export { GENERATED } from './structure/marks.js';
export type { DocumentStructure } from './structure/structure.js';
