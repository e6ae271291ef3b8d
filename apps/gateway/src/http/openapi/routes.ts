import type { Router } from 'express';
import { note } from '../request-log.js';
import { docsPage } from './docs-page.js';
import type { OpenApiDocument } from './document.js';

/** `/openapi.json` for programs, `/docs` for people. */
export function mountDocumentation(router: Router, document: OpenApiDocument): void {
  const json = JSON.stringify(document);
  const page = docsPage(document);
  router.get('/openapi.json', (request, response) => {
    note(request, { endpoint: 'GET /openapi.json' });
    response.type('application/json').end(json);
  });
  router.get('/docs', (request, response) => {
    note(request, { endpoint: 'GET /docs' });
    response
      .set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      )
      .type('text/html')
      .end(page);
  });
}
