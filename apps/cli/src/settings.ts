/** `settings`: what can be changed while the service runs; `secrets`: what it keeps encrypted. */
import type { Settings } from '@toolpress/contract';
import type { Command } from 'commander';
import { count, table } from './output.js';
import type { Session } from './session.js';
import { type Change, readChange } from './values.js';

export function addSettings(program: Command, session: Session): void {
  const { examples } = session;
  const settings = program
    .command('settings')
    .description('limits and rules, changed while the service runs')
    .addHelpText(...examples('settings show', 'settings set http_request.timeout_ms=10000'));

  settings
    .command('show')
    .description('the settings in force')
    .addHelpText(...examples('settings show', 'settings show --json'))
    .action(async () => {
      const current = await session.api.request<Settings>('/settings', { what: 'Reading the settings' });
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
    .action(async (changes: readonly Change[]) => {
      const body: Record<string, Record<string, unknown>> = {};
      for (const { area, name, value } of changes) body[area] = { ...body[area], [name]: value };
      const request = { what: 'Changing the settings', method: 'PATCH', body } as const;
      const current = await session.api.request<Settings>('/settings', request);
      await session.show(current, () => settingsTable(current));
    });
}

const settingsTable = (settings: Settings): string[] =>
  table(
    ['Setting', 'Value'],
    Object.entries(settings).flatMap(([area, values]) =>
      Object.entries(values).map(([name, value]) => [`${area}.${name}`, JSON.stringify(value)]),
    ),
  );

export function addSecrets(program: Command, session: Session): void {
  const { examples } = session;
  program
    .command('secrets')
    .description('what the service keeps encrypted')
    .addHelpText(...examples('secrets re-encrypt'))
    .command('re-encrypt')
    .description('encrypts every kept secret with the current MASTER_KEY, after it was changed')
    .addHelpText(...examples('secrets re-encrypt'))
    .action(async () => {
      const result = await session.api.request<{ re_encrypted: number; current: number; failed: number }>(
        '/secrets/re-encrypt',
        { what: 'Re-encrypting', method: 'POST' },
      );
      const { re_encrypted, current, failed } = result;
      await session.show(result, () => [
        `  Encrypted afresh: ${count(re_encrypted)}; with the current key already: ${count(current)}; failed: ${count(failed)}`,
        ...(failed === 0 ? [] : ['  What failed still needs the key that it was encrypted with: keep that key.']),
      ]);
      // A script that goes on to throw the old key away must stop here.
      if (failed > 0) session.exitCode = 1;
    });
}
