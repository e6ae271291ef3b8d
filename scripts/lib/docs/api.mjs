/** The operations of the OpenAPI document as `docs/api.md`. Their fields are on the pages of the service, which are made of the same document. */
import { operationGroups } from '@toolpress/gateway/operations';

/** @typedef {import('@toolpress/gateway/operations').Operation} Operation */
/** @typedef {Parameters<typeof operationGroups>[0]} OpenApiDocument */

/** Returns the page, ending in a line feed. @param {OpenApiDocument} document */
export function apiMarkdown(document) {
  return [
    '# API',
    '<!-- Written by `npm run docs` from the schemas that validate; a test fails when it is out of date. -->',
    `${document.info.description} The fields of requests and answers, with examples, are at \`/docs\` of the service, as OpenAPI 3.1 at \`/openapi.json\`, and as types in the [clients](clients.md).`,
    CONVENTIONS,
    ...operationGroups(document).flatMap(({ title, operations }) => [
      `## ${title}`,
      [...HEAD, ...operations.map(row)].join('\n'),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

const CONVENTIONS = `Parameters are fields of the JSON body, unless they are in the path, the query or a header. The answer's \`data\` of a list has \`items\`, the items of one page, and \`next_cursor\`: the \`cursor\` of the next page, null on the last one; \`limit\` defaults to 100, at most 1,000. Paths below \`/admin\` take the admin token, others an API token or none. \`/api/templates\` is \`/api/variables\`. See [errors](errors.md).`;

const HEAD = ['| Call | What it does |', '|---|---|'];

/** @param {Operation} operation */
const row = ({ method, path, summary }) => `| \`${method} ${path}\` | ${summary} |`;
