/** Makes `nodes/Toolpress/fields.ts` of the OpenAPI document; part of `npm run docs`. */
import { callsIn, schemasIn } from '../client/document.mjs';

/** @typedef {import('../client/document.mjs').Schema} Schema */

/**
 * The schemas of requests, and their members that the node sets otherwise or shows outside of the options.
 *
 * @type {Record<string, { schema: string, without: string[], first: string[] }>}
 */
const FORMS = {
  PDF: { schema: 'PdfRequest', without: ['template', 'return'], first: ['html', 'data'] },
  REQUEST: { schema: 'HttpRequest', without: [], first: ['method', 'url'] },
  RECORD: { schema: 'RecordRequest', without: ['_connections'], first: ['base_id', 'table_id', 'record_id'] },
  LIST: { schema: 'ListRecordsRequest', without: ['_connections'], first: ['base_id', 'table_id'] },
};

/** The operations that the node calls. */
const CALLED = [
  'htmlToPdf',
  'jsonToPdf',
  'httpRequest',
  'getRecord',
  'listRecords',
  'submitJob',
  'getJob',
  'uploadRows',
  'submitBatch',
  'getBatch',
  'listBatchRows',
  'listVariables',
];

/**
 * @param {object} document
 * @returns {string} a module with the paths, and with the fields of each request, as n8n shows them
 */
export function fieldsOfNode(document) {
  const schemas = schemasIn(document);
  const forms = Object.entries(FORMS).map(([name, { schema, without, first }]) => {
    const { properties = {}, required = [] } = schemas[schema] ?? {};
    const members = Object.entries(properties).filter(([member]) => !without.includes(member));
    const fields = (/** @type {boolean} */ isFirst) =>
      members
        .filter(([member]) => first.includes(member) === isFirst)
        .map(([member, one]) => fieldOf(member, one, required.includes(member)));
    const byName = fields(false).sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
    return `export const ${name}_FIELDS: INodeProperties[] = ${JSON.stringify(fields(true), null, 2)};

export const ${name}_OPTIONS: INodeProperties[] = ${JSON.stringify(byName, null, 2)};
`;
  });
  const paths = callsIn(document)
    .filter(({ id }) => CALLED.includes(id))
    .map(({ id, path }) => `  ${id}: '${path}',\n`);
  if (paths.length < CALLED.length)
    throw new Error('The OpenAPI document lacks operations that the node of n8n calls.');
  return `/** Generated from the OpenAPI document by \`npm run docs\`. */
import type { INodeProperties } from 'n8n-workflow';

export const PATHS = {
${paths.join('')}};

${forms.join('\n')}`;
}

/** @param {string} name @param {Schema} schema @param {boolean} isRequired */
function fieldOf(name, schema, isRequired) {
  const { type, description = '', anyOf = [], minimum, maximum } = schema;
  const values = /** @type {string[] | undefined} */ (schema.enum);
  const displayName = titleOf(name);
  const field = { displayName, name, ...(isRequired && { required: true }) };
  const end = { description: htmlOf(description) };
  if (values !== undefined) {
    const [first = ''] = values;
    const options = [...values].sort().map((value) => ({ name: /[A-Z]/.test(value) ? value : titleOf(value), value }));
    return { ...field, type: 'options', options, default: first, ...end };
  }
  if (type === 'boolean') return { ...field, type, default: false, ...end };
  if (type === 'integer') {
    const limits = {
      ...(minimum !== undefined && { minValue: minimum }),
      ...(maximum !== undefined && { maxValue: maximum }),
    };
    return { ...field, type: 'number', typeOptions: limits, default: Math.max(1, minimum ?? 1), ...end };
  }
  const isText = type === 'string' || anyOf.some((one) => one.type === 'string' && one.const === undefined);
  if (!isText && name !== 'conformance')
    return { ...field, type: 'json', default: name === 'data' ? '={{ $json }}' : '', ...end };
  const rows = /(?:html|css)$/.test(name) ? { typeOptions: { rows: 5 } } : {};
  return { ...field, type: 'string', ...rows, default: '', ...end };
}

/** The names that are not written as words. */
const NAMES = { html: 'HTML', css: 'CSS', pdf: 'PDF', url: 'URL', id: 'ID', e: 'E', to: 'To', on: 'On' };

/** @param {string} name */
const titleOf = (name) =>
  name
    .split('_')
    .map((word) => /** @type {Record<string, string>} */ (NAMES)[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** n8n shows descriptions as HTML, without a period after a single sentence. @param {string} description */
function htmlOf(description) {
  const text = description
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>');
  return /[.!?]\s/.test(text) ? text : text.replace(/\.$/, '');
}
