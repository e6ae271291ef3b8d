/** The rule by which scenarios are left out: they need scripts, URLs, other routes, or settings and log lines of Gotenberg itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, Step } from './feature.js';

const ROUTES = new Set(['/forms/chromium/convert/html', '/forms/chromium/convert/markdown', '/health', '/version']);
/** Settings that say what this service always does, or that change no answer. */
const SETTINGS = new Set([
  'API_ENABLE_BASIC_AUTH',
  'GOTENBERG_API_BASIC_AUTH_USERNAME',
  'GOTENBERG_API_BASIC_AUTH_PASSWORD',
  'CHROMIUM_DISABLE_JAVASCRIPT',
  'CHROMIUM_DISABLE_ROUTES',
  'CHROMIUM_MAX_CONCURRENCY',
  'CHROMIUM_RESTART_AFTER',
]);
/** Set to false, they keep lines in the log. */
const KEEPS_LOG = /^API_DISABLE_\w+_TELEMETRY$/;
const SCRIPT_FIELDS = new Set(['waitForExpression', 'waitForSelector', 'waitWindowStatus', 'failOnConsoleExceptions']);
const URL_FIELDS = new Set(['downloadFrom', 'failOnResourceHttpStatusCodes', 'failOnResourceLoadingFailed']);
/** Log lines with a counterpart: the id of the request, and its endpoint. */
const KNOWN_LOG = /^"(?:correlation_id":"[^"]*"|path":"[^"]*")$/;

/** Returns why a scenario is left out; undefined if it counts. @param data the folder above `testdata`. */
export function reasonToLeaveOut({ steps }: Scenario, data: string): string | undefined {
  const paths = steps.flatMap(({ text }) =>
    [...text.matchAll(/at the "([^"]*)" endpoint/g)].map(([, path = '']) => path),
  );
  const other = paths.find((path) => !ROUTES.has(path));
  if (other !== undefined) return `other route: ${other.replace(/^\/foo/, '(root path) /foo')}`;
  const settings = steps.filter(({ text }) => text.includes('environment variable')).flatMap(({ rows }) => rows);
  const strange = settings.find(
    ([name = '', value]) => !SETTINGS.has(name) && !(KEEPS_LOG.test(name) && value === 'false'),
  );
  if (strange !== undefined) return `setting of Gotenberg: ${strange[0]}`;
  // Invalid values are refused before they matter.
  const isUsed = ([, value, kind]: string[]): boolean => kind === 'field' && value !== 'foo';
  const fields = steps.flatMap(({ rows }) => rows.filter(isUsed).map(([name = '']) => name));
  const script = fields.find((name) => SCRIPT_FIELDS.has(name));
  if (script !== undefined) return `scripts: ${script}`;
  const url = fields.find((name) => URL_FIELDS.has(name));
  if (url !== undefined) return `URLs: ${url}`;
  const log = logEntries(steps).find((entry) => !KNOWN_LOG.test(entry));
  if (log !== undefined) return `log line of Gotenberg: ${log.slice(0, 40)}`;
  return isShownByScript(steps, data) ? 'scripts: the document shows the expected text by a script' : undefined;
}

const logEntries = (steps: readonly Step[]): string[] =>
  steps
    .filter(({ text }) => text.includes('should log') || text.includes('NOT log'))
    .flatMap(({ rows }) => rows.map(([entry = '']) => entry));

/** Returns whether an expected text is in none of the files, or in an element that is hidden at first. */
function isShownByScript(steps: readonly Step[], data: string): boolean {
  const files = steps.flatMap(({ rows }) => rows.filter((row) => row[2] === 'file').map(([, path = '']) => path));
  const sources = [...new Set(files)]
    .filter((path) => /\.(?:html|md)$/.test(path))
    .map((path) => readFileSync(join(data, path), 'utf8'));
  if (!sources.some((source) => source.includes('<script'))) return false;
  const markup = sources.join(' ').replaceAll(/\s+/g, ' ');
  const visible = markup
    .replaceAll(/<script\b.*?<\/script>/g, '')
    .replaceAll(/<(\w+)[^>]*style="display: none"[^>]*>.*?<\/\1>/g, '');
  return steps.some(({ text, doc = '' }) => {
    if (!text.includes('should have the following content')) return false;
    return !visible.includes(doc.trim().replaceAll(/\s+/g, ' '));
  });
}
