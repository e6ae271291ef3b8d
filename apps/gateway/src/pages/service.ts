/** The endpoint `/` for programs. Browsers get a page instead. */
import { shape, text } from '@toolpress/contract';
import { type Endpoint, forAnybody } from '../api/endpoint.js';
import { API_VERSION } from '../shared/version.js';

/** @param publicUrl the base of the links, without a trailing slash. */
export function serviceEndpoint(publicUrl: string, version: string): Endpoint {
  const link = (path: string, description: string) =>
    text().uri().description(description).example(`https://toolpress.example.com${path}`);
  const data = {
    name: 'Toolpress',
    version,
    api_version: API_VERSION,
    links: {
      documentation: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
      health: `${publicUrl}/readyz`,
      operations: `${publicUrl}/ops`,
    },
  };
  return forAnybody({
    method: 'get',
    path: '/',
    id: 'getService',
    summary: 'Name, version and links of the service; a page for browsers',
    answer: shape({
      name: text().description('Always `Toolpress`.').example('Toolpress'),
      version: text().description('The version of the service.').example('1.0.0'),
      api_version: text().description('The version of the API, as in the header `API-Version`.').example(API_VERSION),
      links: shape({
        documentation: link('/docs', 'The documentation, for people.'),
        openapi: link('/openapi.json', 'The OpenAPI document.'),
        health: link('/readyz', 'Whether the service is ready for requests.'),
        operations: link('/ops', 'The operator’s console, for people.'),
      }).description('Links of the service.'),
    }),
    handle: async () => data,
  });
}
