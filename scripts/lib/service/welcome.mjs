/** What the person needs once the service is up. */
import { join } from 'node:path';
import { shellQuote } from './env-file.mjs';

/**
 * @param {object} facts
 * @param {string} facts.baseUrl
 * @param {{ credentials: string, sample: (name: string) => string, logs: string }} facts.paths
 * @param {string} facts.took such as "2.1 s"
 * @param {import('../terminal/progress.mjs').Progress} facts.progress
 * @returns {string}
 */
export function welcome({ baseUrl, paths, took, progress }) {
  return [
    '',
    progress.paint('bold', `  Ready after ${took}: ${baseUrl}`),
    '',
    '  Try it in another terminal:',
    '',
    `    ${sampleCommand(paths.credentials)}`,
    '',
    `  Samples       ${paths.sample('*')}`,
    `  Credentials   ${paths.credentials}`,
    `  Logs          ${join(paths.logs, '*.log')}`,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/**
 * @param {string} credentials path of the file; it is sourced, so that no secret shows on the screen or in a history
 * @returns {string} a command for any shell, in any folder
 */
export function sampleCommand(credentials) {
  const body = JSON.stringify({ html: '<h1>Hello [[who]]</h1>', data: { who: 'World' } });
  return (
    `. ${shellQuote(credentials)}; curl -s "$BASE_URL/api/utilities/html-to-pdf" ` +
    `-H "Authorization: Bearer $API_TOKEN" -H 'content-type: application/json' -d ${shellQuote(body)}`
  );
}
