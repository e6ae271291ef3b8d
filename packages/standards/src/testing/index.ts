/** Functions for tests of tagged PDFs. */
export { MarkedContents } from '../structure/marked-content.js';
export { ROW_NUMBERS } from '../structure/tables.js';
export { Element, isContent, StructureTree } from '../structure/tree.js';
export { readByTags, tagsIn } from './tags.js';
