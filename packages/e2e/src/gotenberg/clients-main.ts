/**
 * Prints with clients of Gotenberg that others wrote, each installed into a scratch folder, and prints a table:
 *
 *     node packages/e2e/dist/gotenberg/clients-main.js [NAME]
 */
import { table } from '@toolpress/testkit';
import { CLIENTS, runClients } from './clients.js';

const [wanted = ''] = process.argv.slice(2);
const outcomes = await runClients(CLIENTS.filter(({ name }) => name.includes(wanted)));
const rows = outcomes.map(({ name, registry, missing, faults, html = '', markdown = '', refused = '' }) => {
  const result = missing === undefined ? (faults.length === 0 ? 'prints' : 'FAILED') : 'not installed';
  return [name, registry, html, markdown, refused, result];
});
const lines = [
  ...table(['client', 'registry:', 'HTML with header and footer:', 'Markdown:', 'URL:', 'result:'], rows),
  ...outcomes.flatMap(({ name, missing, faults }) =>
    [...(missing ? [missing] : []), ...faults].map((one) => `${name}: ${one}`),
  ),
];
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
