/** The command line: its commands, its help and its exit codes. */
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { addAccounts, addTokens } from './accounts.js';
import { AdminApi } from './admin-api.js';
import { addAudit } from './audit.js';
import { findTarget, Problem } from './config.js';
import { addBatches, addJobs, addWebhooks } from './jobs.js';
import { addMcp } from './mcp.js';
import { addBatch } from './render/batch.js';
import { addRender } from './render/render.js';
import type { Session } from './session.js';
import { addSecrets, addSettings } from './settings.js';
import { addStatus } from './status.js';
import { addStudioLink } from './studio-link.js';
import { addTemplates } from './templates/commands.js';
import { addCompare } from './templates/compare.js';
import { addVerifyTemplates } from './templates/verify.js';
import { addUsage } from './usage.js';
import { readUrl } from './values.js';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs the command line.
 *
 * @param name the program's name, for its help
 * @param args the command line, without the program
 * @returns the exit code
 */
export async function run(name: string, args: readonly string[]): Promise<number> {
  // The reader of the output may close it early.
  process.stdout.on('error', () => undefined);
  const program = new Command(name)
    .description('Prints templates with a running Toolpress, and manages its accounts, tokens and settings.')
    .option('--url <url>', 'address of the service', readUrl)
    .option('--json', 'prints the answer’s data as JSON, with all pages of a list')
    .version(version, '--version', 'shows the program’s version; `status` shows that of the service')
    .helpOption('-h, --help', 'shows this text, or that of a command')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .addHelpText('after', help(name));
  const session: Session = {
    program: name,
    exitCode: 0,
    get api() {
      return new AdminApi(findTarget(session.url, 'ADMIN_TOKEN'));
    },
    get url() {
      return program.opts().url;
    },
    show: async (data, lines, stream = process.stdout) => {
      const text = program.opts().json ? JSON.stringify(data, null, 2) : lines().join('\n');
      // The process may end right after, so wait for a slow pipe.
      await new Promise((resolve) => stream.write(`${text}\n`, resolve));
    },
    examples: (...commands) => {
      const title = commands.length === 1 ? 'Example' : 'Examples';
      return ['after', `\n${title}:\n${commands.map((command) => `  ${name} ${command}`).join('\n')}`];
    },
  };
  const operating = [
    addAccounts,
    addTokens,
    addSettings,
    addUsage,
    addJobs,
    addBatches,
    addWebhooks,
    addSecrets,
    addAudit,
    addStudioLink,
  ];
  const authoring = [addRender, addBatch, addMcp, addTemplates, addCompare, addVerifyTemplates];
  for (const add of [...operating, ...authoring, addStatus]) add(program, session);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return FAILED;
  }
}

const help = (name: string): string => `
Examples:
  ${name} render invoice.html --css invoice.css --data invoice.json --watch
  ${name} push templates/invoice --note "New tax rate"
  ${name} accounts create Sales --monthly-actions 30000
  ${name} tokens create acc_… --name production --expires 90d
  ${name} settings set http_request.timeout_ms=10000
  ${name} usage --json

After ./scripts/start nothing needs to be set: the address and the tokens are in
its data folder. Otherwise set:
  TOOLPRESS_URL    the service's address, when --url is not given; then BASE_URL,
                   PUBLIC_URL
  API_TOKEN        the token of an account, for render, templates and mcp
  ADMIN_TOKEN      the service's admin token. It has no option, because other users
                   can see arguments
  TOOLPRESS_DATA   the data folder of ./scripts/start; default: data/ in the project

Exit codes: 0 done, 1 rejected or no answer, ${WRONG_USAGE} wrong usage.`;
