/** The part of the Helm chart that is generated: the variables in the schema of its values. */
import { readFileSync } from 'node:fs';
import { Environment as Gateway } from '@toolpress/gateway/config';
import { Environment as Worker } from '@toolpress/worker/config';

const SCHEMA = 'deploy/helm/toolpress/values.schema.json';

/** The variables that the chart sets itself, or that need a folder which pods share. */
const OWN = /^(?:HOST|PORT|METRICS_PORT|STORAGE|STORAGE_FOLDER|CHROME_PATH|REDIS_CA|REDIS_CERT|REDIS_KEY)$/;

/** @typedef {import('./docs.mjs').Variable} Variable */

const textOf = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Path from the project's root → the file's text. */
export const CHART = { [SCHEMA]: valuesSchema };

/** Fills in `config` and `secrets`; the rest of the schema is written by hand. */
function valuesSchema() {
  const schema = JSON.parse(textOf(SCHEMA));
  const keys = { ...Gateway.describe()['keys'], ...Worker.describe()['keys'] };
  const variables = /** @type {[string, Variable][]} */ (Object.entries(keys)).filter(([name]) => !OWN.test(name));
  const isSecret = (/** @type {Variable} */ { metas = [] }) => metas.some(({ secret }) => secret);
  const { config, secrets } = schema.properties;
  config.properties = Object.fromEntries(
    variables.filter(([, one]) => !isSecret(one)).map(([name, one]) => [name, property(one)]),
  );
  secrets.properties = Object.fromEntries(
    variables
      .filter(([, one]) => isSecret(one))
      .map(([name, one]) => [name, { description: plain(one), $ref: '#/definitions/secret' }]),
  );
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** @param {Variable} variable */
function property(variable) {
  const { type, flags, allow, rules = [] } = variable;
  const rule = (/** @type {string} */ name) => rules.find((one) => one.name === name);
  const description = plain(variable);
  if (allow && flags.only) return { description, enum: allow };
  if (type !== 'number') return { description, type: 'string', ...(rule('uri') && { pattern: '^https?://' }) };
  return { description, type: 'integer', minimum: rule('min')?.args.limit, maximum: rule('max')?.args.limit };
}

/** Returns the description without links. @param {Variable} variable */
const plain = ({ flags }) => flags.description?.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
