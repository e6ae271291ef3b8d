/** The command `audit`. */
import { AUDIT_ACTIONS, type AuditEntry, type Page } from '@toolpress/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { table } from './output.js';
import type { Session } from './session.js';
import { readDay } from './values.js';

const DEFAULT_ENTRIES = 100;

export function addAudit(program: Command, session: Session): void {
  program
    .command('audit')
    .description('shows who changed accounts, tokens, settings and stored data, the newest first')
    .option('--account <id>', 'only changes of this account and its data, also of a closed one')
    .addOption(new Option('--action <action>', 'only this action').choices(AUDIT_ACTIONS))
    .option('--from <day>', 'first day (UTC): 2026-01-01', readDay)
    .option('--to <day>', 'last day (UTC): 2026-01-31', readDay)
    .option('--limit <n>', 'the number of entries', readLimit, DEFAULT_ENTRIES)
    .addHelpText(
      ...session.examples(
        'audit',
        'audit --account acc_… --action token.create',
        'audit --from 2026-01-01 --to 2026-01-31 --limit 1000 --json',
      ),
    )
    .action(async ({ limit, ...filters }: Record<string, string> & { limit: number }) => {
      const request = { what: 'Reading the audit log', query: filters };
      const list = await session.api.list<Page<AuditEntry>>('/audit', request, limit);
      await session.show(list, () => (list.items.length === 0 ? ['  No entries.'] : entryTable(list.items)));
    });
}

function readLimit(word: string): number {
  if (/^[1-9]\d{0,6}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It must be a number from 1 to 9999999.');
}

const entryTable = (entries: readonly AuditEntry[]): string[] =>
  table(
    ['Time (UTC)', 'Who', 'Address', 'Action', 'Object', 'Account', 'Fields'],
    entries.map(({ at, actor, address, action, object, account_id, fields, outcome }) => [
      ...[at.slice(0, 19).replace('T', ' '), whoIs(actor), address],
      `${action}${outcome === 'done' ? '' : `, ${outcome}`}`,
      ...[object ?? '', account_id ?? '', fields.join(', ')],
    ]),
  );

const whoIs = ({ kind, id, name }: AuditEntry['actor']): string =>
  kind === 'admin' ? 'admin token' : [id, name && `(${name})`].filter(Boolean).join(' ');
