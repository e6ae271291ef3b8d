/** `npm run docs`: the pages of `docs/`, the configuration of fonts, the client's operations, parts of the Helm chart and the version in every file, generated from the code. A test compares them with what is written. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { currentDocument } from '@toolpress/gateway/compose';
import { Environment as Gateway } from '@toolpress/gateway/config';
import { Environment as Worker } from '@toolpress/worker/config';
import { pdfPart, withSpeed } from '../../packages/bench/pdf-results.mjs';
import { PARTS, withParts } from '../../packages/bench/report.mjs';
import { operationsModule } from '../../packages/client/generate.mjs';
import { operationsOfGo } from '../../packages/client-go/generate.mjs';
import { operationsOfPython } from '../../packages/client-python/generate.mjs';
import { fieldsOfNode } from '../../packages/n8n-nodes-toolpress/generate.mjs';
import { CHART } from './chart.mjs';
import { addressesMarkdown } from './docs/addresses.mjs';
import { apiMarkdown } from './docs/api.mjs';
import { withFilters } from './docs/filters.mjs';
import { fontsConf } from './docs/fontconfig.mjs';
import { fontsMarkdown } from './docs/fonts.mjs';
import { withInvoiceFields } from './docs/invoice-fields.mjs';
import { policyMarkdown } from './docs/policy.mjs';
import { withErrors, withFaults, withPdfParameters } from './docs/sections.mjs';
import { VERSIONS } from './docs/versions.mjs';

const description = await currentDocument();

/**
 * Path from the project's root → the page's text as the code has it.
 *
 * @type {Record<string, () => string | Promise<string>>}
 */
export const PAGES = {
  'README.md': () => withSpeed(pageText('README.md')),
  'docs/benchmarks.md': () => withParts(pageText('docs/benchmarks.md'), PARTS, { pdf: pdfPart() }),
  'docs/api.md': () => apiMarkdown(description),
  'docs/errors.md': () => withErrors(pageText('docs/errors.md')),
  'docs/document-policy.md': policyMarkdown,
  'docs/fonts.md': fontsMarkdown,
  'fonts/fonts.conf': fontsConf,
  'docs/outbound-addresses.md': addressesMarkdown,
  'docs/configuration.md': configurationMarkdown,
  'packages/client/src/operations.ts': () => operationsModule(description),
  'packages/client-go/operations.go': () => operationsOfGo(description),
  'packages/client-python/src/toolpress/_operations.py': () => operationsOfPython(description),
  'packages/n8n-nodes-toolpress/nodes/Toolpress/fields.ts': () => fieldsOfNode(description),
  'packages/n8n-nodes-toolpress/nodes/Toolpress/exact-numbers.ts': exactNumbers,
  'packages/client/src/exact-numbers.ts': exactNumbers,
  'docs/tools/pdf.md': () => withPdfParameters(pageText('docs/tools/pdf.md'), description),
  'docs/tools/standards.md': () => withFaults(pageText('docs/tools/standards.md')),
  'docs/tools/e-invoices.md': () => withInvoiceFields(pageText('docs/tools/e-invoices.md')),
  'docs/tools/templates.md': () => withFilters(pageText('docs/tools/templates.md')),
  ...CHART,
  ...VERSIONS,
};

export const pageUrl = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);

const pageText = (/** @type {string} */ path) => readFileSync(pageUrl(path), 'utf8');

/** Returns the rule of exact numbers for packages that depend on no others. */
function exactNumbers() {
  const source = 'packages/contract/src/schema/exact-numbers.ts';
  return pageText(source)
    .replace('/** ', `/** Copied from \`${source}\` by \`npm run docs\`. `)
    .replace('export function isExact', 'function isExact');
}

/**
 * What joi reports of a variable.
 *
 * @typedef {object} Variable
 * @property {string} type
 * @property {{ description?: string, default?: unknown, presence?: string, only?: boolean }} flags
 * @property {unknown[]} [allow]
 * @property {{ name: string, args: { limit: number } }[]} [rules]
 * @property {{ fallback?: string, secret?: boolean }[]} [metas] `fallback`: the default in words
 */

function configurationMarkdown() {
  const [gateway = [], worker = []] = [Gateway, Worker].map((schema) =>
    Object.entries(/** @type {Record<string, Variable>} */ (/** @type {unknown} */ (schema.describe().keys))),
  );
  const isOf =
    (/** @type {[string, Variable][]} */ app) =>
    (/** @type {[string, Variable]} */ [name]) =>
      app.some(([other]) => other === name);
  const section = (/** @type {string} */ title, /** @type {[string, Variable][]} */ variables) =>
    [`## ${title}\n`, '| Variable | Default | Meaning |', '|---|---|---|', ...variables.map(row)].join('\n');
  return `${[
    '# Configuration',
    '<!-- Generated from the schemas of both apps by `npm run docs`. -->',
    INTRODUCTION,
    section('Gateway and worker', gateway.filter(isOf(worker))),
    section(
      'Gateway',
      gateway.filter((one) => !isOf(worker)(one)),
    ),
    section(
      'Worker',
      worker.filter((one) => !isOf(gateway)(one)),
    ),
    SCRIPTS,
  ].join('\n\n')}\n`;
}

const row = (/** @type {[string, Variable]} */ [name, variable]) =>
  `| \`${name}\`${variable.metas?.some(({ secret }) => secret) ? ' *' : ''} | ${fallback(variable)} | ${variable.flags.description}${allowed(variable)} |`;

/** @param {Variable} variable */
function fallback({ flags, metas = [] }) {
  const inWords = metas.find((meta) => meta.fallback !== undefined)?.fallback;
  if (inWords !== undefined) return inWords;
  if (flags.presence === 'required') return 'required';
  return flags.default === undefined ? 'none' : `\`${flags.default}\``;
}

/** @param {Variable} variable */
function allowed({ type, flags, allow, rules = [] }) {
  if (allow) return flags.description?.includes('`') ? '' : ` (${allow.map((value) => `\`${value}\``).join(', ')})`;
  if (type !== 'number') return '';
  const limit = (/** @type {string} */ name) => rules.find((rule) => rule.name === name)?.args.limit;
  const [least = 0, most] = [limit('min'), limit('max')];
  if (most !== undefined) return ` (${least} to ${most})`;
  return least > 1 ? ` (at least ${least})` : '';
}

const INTRODUCTION = `Both apps read environment variables and check them at start. They list every fault and exit with 1. An empty variable counts as absent. \`./scripts/start\` sets the required ones unless you do. Settings that can change at
runtime are [admin settings](accounts.md#settings). \`docker-compose.yml\` reads [more variables](operations.md#containers).

A variable marked with * holds a secret. It can be given as a file instead: \`MASTER_KEY_FILE=/run/secrets/master-key\`. A line break at the end of the file is ignored. The variable and its file must not both be set.`;

const SCRIPTS = `## Scripts

| Variable | Default | Meaning |
|---|---|---|
| \`TOOLPRESS_DATA\` | \`./data\` | folder of \`./scripts/start\` for Redis' data, files, secrets and logs |
| \`BASE_URL\`, \`ADMIN_TOKEN\` | those of \`./scripts/start\` | service and token of [\`./scripts/toolpress\`](cli.md); \`TOOLPRESS_URL\` wins over \`BASE_URL\` |
| \`API_TOKEN\` | that of \`./scripts/start\` | API token of \`./scripts/toolpress render\` |
| \`ADMIN_TOKEN_FILE\`, \`API_TOKEN_FILE\` | none | files with these tokens |`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.all(Object.entries(PAGES).map(async ([path, text]) => writeFile(pageUrl(path), await text())));
