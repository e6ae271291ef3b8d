/** `settings`: what can be changed while the service runs. */
import { table, text } from '../terminal/table.mjs';
import { examples } from './examples.mjs';
import { readChange } from './values.mjs';

/** @typedef {Record<string, Record<string, unknown>>} Settings by area and name */

/**
 * @param {import('commander').Command} program
 * @param {import('./session.mjs').Session} session
 */
export function addSettings(program, session) {
  const settings = program
    .command('settings')
    .description('limits and rules, changed while the service runs')
    .addHelpText(...examples('settings show', 'settings set http_request.timeout_ms=10000'));

  settings
    .command('show')
    .description('the settings in force')
    .addHelpText(...examples('settings show', 'settings show --json'))
    .action(async () => {
      const current = await session.request('/settings', { what: 'Reading the settings' });
      await session.show(current, () => settingsTable(current));
    });

  settings
    .command('set')
    .description('changes the settings that are named; on every gateway within two seconds')
    .argument('<area.name=value...>', 'values as JSON (numbers, true, false, lists), else as text', (word, before) =>
      readChange(word, Array.isArray(before) ? before : []),
    )
    .addHelpText(
      ...examples(
        'settings set http_request.timeout_ms=10000 http_request.max_redirects=0',
        `settings set 'http_request.blocked_hosts=["*.internal.example", "10.0.0.1"]'`,
      ),
    )
    .action(async (/** @type {import('./values.mjs').Change[]} */ changes) => {
      const body = asObject(changes);
      const current = await session.request('/settings', { what: 'Changing the settings', method: 'PATCH', body });
      await session.show(current, () => settingsTable(current));
    });
}

/**
 * @param {readonly import('./values.mjs').Change[]} changes
 * @returns {Settings}
 */
function asObject(changes) {
  const areas = [...new Set(changes.map(({ area }) => area))];
  const within = (/** @type {string} */ wanted) =>
    Object.fromEntries(changes.filter(({ area }) => area === wanted).map(({ name, value }) => [name, value]));
  return Object.fromEntries(areas.map((area) => [area, within(area)]));
}

/** @param {Settings} settings */
const settingsTable = (settings) =>
  table(
    [text('Setting'), text('Value')],
    Object.entries(settings).flatMap(([area, values]) =>
      Object.entries(values).map(([name, value]) => [`${area}.${name}`, JSON.stringify(value)]),
    ),
  );
