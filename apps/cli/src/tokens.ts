/** `tokens`: what callers show to the service. */
import { table, text } from '../terminal/table.mjs';
import { examples } from './examples.mjs';
import { readExpiry } from './values.mjs';
import { time } from './words.mjs';

/**
 * @typedef {object} Token
 * @property {string} id
 * @property {string | null} name
 * @property {string} created_at
 * @property {string | null} expires_at
 * @property {string | null} last_used_at
 */

/**
 * @param {import('commander').Command} program
 * @param {import('./session.mjs').Session} session
 */
export function addTokens(program, session) {
  const tokens = program
    .command('tokens')
    .description('API tokens, which callers use')
    .addHelpText(...examples('tokens create acc_… --name production --expires 90d', 'tokens revoke tok_…'));
  const pathOf = (/** @type {string} */ account) => `/accounts/${encodeURIComponent(account)}/tokens`;

  tokens
    .command('list')
    .description('the tokens of an account, the oldest first; never their secrets')
    .argument('<account>', 'its id')
    .addHelpText(...examples('tokens list acc_…'))
    .action(async (/** @type {string} */ account) => {
      const list = await session.list(pathOf(account), { what: 'Listing the tokens' });
      await session.show(list, () =>
        list.items.length === 0 ? [`  No token yet: tokens create ${account}`] : tokenTable(list.items),
      );
    });

  tokens
    .command('create')
    .description('makes a token and shows its secret, this once')
    .argument('<account>', 'its id')
    .option('--name <name>', 'what the token is for')
    .option(
      '--expires <when>',
      'when it stops working: a duration (12h, 90d, 8w) or a date (UTC); default: never',
      (word) => readExpiry(word, Date.now()),
    )
    .addHelpText(
      ...examples(
        'tokens create acc_… --name production --expires 90d',
        'tokens create acc_… --expires 2027-01-31 --json | jq -r .token',
      ),
    )
    .action(async (/** @type {string} */ account, /** @type {{ name?: string, expires?: string }} */ options) => {
      const body = {
        ...(options.name === undefined ? {} : { name: options.name }),
        ...(options.expires === undefined ? {} : { expires_at: options.expires }),
      };
      const created = await session.request(pathOf(account), { what: 'Creating the token', body });
      await session.show(created, () => [
        ...tokenTable([created]),
        '',
        `  ${created.token}`,
        '',
        '  This is the token itself. It is not shown again: only its hash is kept.',
      ]);
    });

  tokens
    .command('revoke')
    .description('ends a token, at once')
    .argument('<id>', 'of the token')
    .addHelpText(...examples('tokens revoke tok_…'))
    .action(async (/** @type {string} */ id) => {
      const revoked = await session.request(`/tokens/${encodeURIComponent(id)}`, {
        what: 'Revoking the token',
        method: 'DELETE',
      });
      await session.show(revoked, () => [`  ${revoked.id} is revoked: it has stopped working.`]);
    });
}

/** @param {readonly Token[]} tokens */
const tokenTable = (tokens) =>
  table(
    [text('Token'), text('Name'), text('Created (UTC)'), text('Last used'), text('Expires')],
    tokens.map(({ id, name, created_at, last_used_at, expires_at }) => [
      ...[id, name ?? '', time(created_at), time(last_used_at), expiry(expires_at)],
    ]),
  );

/** @param {string | null} moment */
const expiry = (moment) =>
  moment !== null && Date.parse(moment) <= Date.now() ? `${time(moment)}, expired` : time(moment);
