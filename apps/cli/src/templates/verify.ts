/** The command `verify-templates`: compares what two releases of the service print from the templates of all accounts. */
import type { Account, AccountTemplate, Page } from '@toolpress/contract';
import type { Command } from 'commander';
import { AdminApi } from '../admin-api.js';
import { comingTarget, findTarget, Problem } from '../config.js';
import { printable } from '../output.js';
import type { Session } from '../session.js';
import { readUrl } from '../values.js';
import { type Comparison, compared, isEqual, reportOf } from './reports.js';

interface Options {
  coming: string;
  account?: string;
  out?: string;
}

export function addVerifyTemplates(program: Command, session: Session): void {
  program
    .command('verify-templates')
    .description(
      'prints each published template with its sample data by this service and by a coming release, and says which pages differ',
    )
    .requiredOption('--coming <url>', 'address of the coming release, on a copy of the data', readUrl)
    .option('--account <id>', 'only the templates of this account')
    .option('--out <folder>', 'writes pictures of the pages that differ: before, after, and the differences in red')
    .addHelpText(...session.examples('verify-templates --coming http://127.0.0.1:8081 --out differences'))
    .action(async ({ coming, account, out }: Options) => {
      const running = findTarget(session.url, 'ADMIN_TOKEN');
      const apis = [new AdminApi(running), new AdminApi(comingTarget(coming, running))] as const;
      const [first] = apis;
      const accounts = account
        ? [account]
        : (await first.list<Page<Account>>('/accounts', { what: 'Reading the accounts' })).items.map(({ id }) => id);
      const comparisons: Comparison[] = [];
      let untested = 0;
      for (const id of accounts) {
        const { items } = await first.list<Page<AccountTemplate>>(`/accounts/${encodeURIComponent(id)}/templates`, {
          what: 'Reading the templates',
        });
        for (const { name, version, samples } of items) {
          if (samples.length === 0) untested += 1;
          for (const sample of samples) comparisons.push(await compareOne(apis, { id, name, version, sample }, out));
        }
      }
      if (!comparisons.every(isEqual)) session.exitCode = 1;
      await session.show({ comparisons, without_sample_data: untested }, () =>
        [
          ...reportOf(comparisons),
          ...(untested === 0 ? [] : [`${untested} templates have no sample data and were not printed`]),
        ].map(printable),
      );
    });
}

async function compareOne(
  apis: readonly [AdminApi, AdminApi],
  { id, name, version, sample }: { id: string; name: string; version: number; sample: string },
  out: string | undefined,
): Promise<Comparison> {
  const what = { account: id, template: `${name}@${version}`, sample };
  const pdfs: string[] = [];
  for (const [index, api] of apis.entries()) {
    const release = index === 0 ? 'running' : 'coming';
    try {
      const path = `/accounts/${encodeURIComponent(id)}/templates/${encodeURIComponent(name)}/print`;
      const { pdf_base64 } = await api.request<{ pdf_base64: string }>(path, {
        ...{ what: `Printing by the ${release} release`, body: { version, sample } },
      });
      pdfs.push(pdf_base64);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...what, pages: [], error: error.message };
    }
  }
  const [before = '', after = ''] = pdfs;
  return compared(what, [before, after], out);
}
