/** The public pages: home page, API reference and guides. Also serves `/openapi.json`. */
import { ERRORS, WARNINGS } from '@toolpress/contract';
import { Eta } from 'eta';
import type { Request, Router } from 'express';
import type { OpenApiDocument } from '../openapi/document.js';
import { HEADERS } from '../openapi/headers.js';
import { operationGroups } from '../openapi/operations.js';
import { readView, serveFixed } from './fixed.js';
import { GUIDES, pathOfGuide, QUICK_START, renderGuide, richText } from './guides.js';
import { homeContent } from './home.js';
import { servePictures } from './pictures.js';
import { hrefIn, referencePages } from './reference.js';
import { searchIndex } from './search.js';

const eta = new Eta({ autoEscape: true });
for (const name of ['layout', 'contents', 'calls', 'home', 'reference', 'operations', 'guide']) {
  eta.loadTemplate(`@${name}`, readView(`${name}.eta`).toString());
}

/**
 * Mounts the pages. Call it before the endpoints are mounted, because `/` is also an endpoint for programs.
 *
 * @param studio the path of the page where people write templates; undefined if it is switched off.
 */
export function mountPages(router: Router, document: OpenApiDocument, studio?: string): void {
  const groups = operationGroups(document);
  const pages = referencePages(groups);
  const hrefOf = hrefIn(pages);
  const shared = { document, groups, pages, studio, guides: GUIDES, pathOfGuide, rich: richText, hrefOf };
  serveFixed(router, '/openapi.json', 'application/json', () => JSON.stringify(document));
  serveFixed(router, '/pages.css', 'text/css', () => readView('pages.css'));
  serveFixed(router, '/docs.css', 'text/css', () => readView('docs.css'));
  serveFixed(router, '/docs.js', 'text/javascript', () => readView('docs.js'));
  serveFixed(router, '/favicon.svg', 'image/svg+xml', () => readView('favicon.svg'));
  serveFixed(router, '/favicon.ico', 'image/x-icon', () => readView('favicon.ico'));
  serveFixed(router, '/home.css', 'text/css', () => readView('home.css'));
  servePictures(router);
  const tools = groups.find(({ id }) => id === 'tools')?.operations ?? [];
  serveFixed(router, '/', 'text/html', () => eta.render('@home', { ...shared, ...homeContent(tools) }), prefersHtml);
  const tables = { headers: HEADERS, errors: ERRORS, warnings: WARNINGS };
  serveFixed(router, '/docs', 'text/html', () =>
    eta.render('@reference', { ...shared, ...tables, quickStart: renderGuide(QUICK_START).html }),
  );
  for (const page of pages)
    serveFixed(router, page.path, 'text/html', () => eta.render('@operations', { ...shared, page }));
  serveFixed(router, '/docs-index.js', 'text/javascript', () => searchIndex(pages));
  for (const guide of GUIDES) {
    serveFixed(router, pathOfGuide(guide), 'text/html', () =>
      eta.render('@guide', { ...shared, guide, ...renderGuide(guide) }),
    );
  }
}

/** Returns whether a request prefers HTML. Programs that accept anything get JSON. */
const prefersHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';
