/** The OpenAPI document as a page that people read. */
import { ERRORS } from '@toolpress/contract';
import { Eta } from 'eta';
import { DOCS_TEMPLATE } from './docs-template.js';
import type { OpenApiDocument } from './document.js';
import { operationGroups } from './operations.js';

/** @returns the page, rendered once: it changes only with the code. */
export function docsPage(document: OpenApiDocument): string {
  const errors = Object.entries(ERRORS).map(([code, row]) => ({ code, ...row }));
  const page = { info: document.info, groups: operationGroups(document), errors, rich };
  return new Eta({ autoEscape: true }).renderString(DOCS_TEMPLATE, page);
}

/** Escapes a text of ours and sets its `code` as code. */
function rich(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return escaped.replace(/`([^`]*)`/g, '<code>$1</code>');
}
