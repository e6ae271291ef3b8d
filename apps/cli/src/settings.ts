/** The commands `settings` and `secrets`. */
import { DEFAULT_SETTINGS, Settings } from '@toolpress/contract';
import type { Command } from 'commander';
import { count, table } from './output.js';
import type { Session } from './session.js';
import { type Change, readChange, readSetting, type SettingName } from './values.js';

export function addSettings(program: Command, session: Session): void {
  const { examples } = session;
  const settings = program
    .command('settings')
    .description('shows and changes limits and rules while the service runs')
    .addHelpText(...examples('settings show', 'settings set http_request.timeout_ms=10000'));

  settings
    .command('show')
    .description('shows the current settings, their defaults and allowed values')
    .addHelpText(...examples('settings show', 'settings show --json'))
    .action(async () => {
      const current = await session.api.request<Settings>('/settings', { what: 'Reading the settings' });
      await session.show(current, () => settingsTable(current));
    });

  settings
    .command('set')
    .description('changes settings; all gateways apply them within two seconds')
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
      await change(session, 'Changing the settings', changes);
    });

  settings
    .command('reset')
    .description('resets settings to their defaults; without names, all of them')
    .argument('[area.name...]', 'settings, or areas with all their settings', (word, before) =>
      readSetting(word, DEFAULTS, Array.isArray(before) ? before : []),
    )
    .addHelpText(...examples('settings reset http_request.timeout_ms', 'settings reset rate_limit', 'settings reset'))
    .action(async (named: readonly SettingName[]) => {
      const isNamed = ({ area, name }: SettingName): boolean =>
        named.length === 0 || named.some((one) => one.area === area && (one.name ?? name) === name);
      await change(session, 'Resetting the settings', DEFAULTS.filter(isNamed));
    });
}

async function change(session: Session, what: string, changes: readonly Change[]): Promise<void> {
  const body: Record<string, Record<string, unknown>> = {};
  for (const { area, name, value } of changes) body[area] = { ...body[area], [name]: value };
  const current = await session.api.request<Settings>('/settings', { what, method: 'PATCH', body });
  await session.show(current, () => settingsTable(current));
}

const DEFAULTS: readonly Change[] = Object.entries(DEFAULT_SETTINGS).flatMap(([area, values]) =>
  Object.entries(values).map(([name, value]) => ({ area, name, value })),
);

const settingsTable = (settings: Settings): string[] =>
  table(
    ['Setting', 'Value', 'Default', 'Allowed'],
    Object.entries(settings).flatMap(([area, values]) =>
      Object.entries(values).map(([name, value]) => {
        const fallback = DEFAULTS.find((one) => one.area === area && one.name === name)?.value;
        return [`${area}.${name}`, JSON.stringify(value), JSON.stringify(fallback) ?? '', allowed(area, name)];
      }),
    ),
  );

/** The part of a joi description that this module reads. */
interface Described {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Described>>;
  readonly rules?: readonly { readonly name: string; readonly args?: { readonly limit?: number } }[];
}

const KNOWN = Settings.describe() as Described;

/** Returns the range of a number or the limit of a list; empty for a setting that only a newer service knows. */
function allowed(area: string, name: string): string {
  const { type, rules = [] } = KNOWN.keys?.[area]?.keys?.[name] ?? {};
  const limit = (rule: string): number | undefined => rules.find((one) => one.name === rule)?.args?.limit;
  const [min, max] = [limit('min'), limit('max')];
  if (type === 'array') return max === undefined ? 'a list' : `a list of at most ${count(max)}`;
  if (min === undefined) return '';
  return max === undefined ? `${count(min)} or more` : `${count(min)} to ${count(max)}`;
}

export function addSecrets(program: Command, session: Session): void {
  const { examples } = session;
  program
    .command('secrets')
    .description('manages encrypted secrets')
    .addHelpText(...examples('secrets re-encrypt'))
    .command('re-encrypt')
    .description('encrypts all stored secrets with the current MASTER_KEY after it was changed')
    .addHelpText(...examples('secrets re-encrypt'))
    .action(async () => {
      const result = await session.api.request<{ re_encrypted: number; current: number; failed: number }>(
        '/secrets/re-encrypt',
        { what: 'Re-encrypting', method: 'POST' },
      );
      const { re_encrypted, current, failed } = result;
      await session.show(result, () => [
        `  Encrypted again: ${count(re_encrypted)}; already with the current key: ${count(current)}; failed: ${count(failed)}`,
        ...(failed === 0 ? [] : ['  The failed secrets still need their previous key: keep it.']),
      ]);
      // Fails, so that a script does not delete the old key.
      if (failed > 0) session.exitCode = 1;
    });
}
