/** The whole command line: its commands, its help, its exit codes. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { addAccounts } from './accounts.mjs';
import { addSecrets } from './secrets.mjs';
import { Session } from './session.mjs';
import { addSettings } from './settings.mjs';
import { addTokens } from './tokens.mjs';
import { addUsage } from './usage.mjs';

const WRONG_USAGE = 2;

const HELP = `
Examples:
  scripts/admin accounts create Sales --monthly-actions 30000
  scripts/admin tokens create acc_… --name production --expires 90d
  scripts/admin settings set http_request.timeout_ms=10000
  scripts/admin usage --json

After ./scripts/start nothing needs to be set: the address and the admin token
are in its data folder. Elsewhere:
  BASE_URL         the service's address, when --url is not given; then PUBLIC_URL
  ADMIN_TOKEN      the service's admin token. There is no option for it: arguments
                   show in the list of processes
  TOOLPRESS_DATA   the data folder of ./scripts/start; default: data/ in the project

Exit codes: 0 done, 1 the service refused or does not answer, ${WRONG_USAGE} wrong usage.`;

/**
 * Does what the command line says.
 *
 * @param {readonly string[]} args the command line, without the program
 * @param {import('./target.mjs').Surroundings} surroundings
 * @returns {Promise<number>} the exit code
 * @throws {Problem} with the service's refusal, or why it can't be asked
 */
export async function administer(args, surroundings) {
  const program = new Command('scripts/admin')
    .description('Operates a running Toolpress: its accounts, tokens and settings.')
    .option('--url <url>', 'the service’s address', readUrl)
    .option('--json', 'print the answer’s data as JSON, lists with all their pages')
    .helpOption('-h, --help', 'this text, or that of a command')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help to see what there is)')
    .exitOverride()
    .addHelpText('after', HELP);
  const session = new Session(() => program.opts(), surroundings);
  for (const add of [addAccounts, addTokens, addSettings, addUsage, addSecrets]) add(program, session);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : WRONG_USAGE;
  }
}

/** @param {string} word */
function readUrl(word) {
  if (URL.canParse(word) && /^https?:$/.test(new URL(word).protocol)) return word;
  throw new InvalidArgumentError('It must be an http:// or https:// address.');
}
