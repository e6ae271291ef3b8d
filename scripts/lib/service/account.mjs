/** The account and the API token that the first caller of a fresh service needs. */
import { call, dataOf } from './api.mjs';

const NAME = 'default';

/**
 * @param {string} baseUrl
 * @param {string} adminToken
 * @param {string | undefined} kept the token of an earlier start
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} an API token that works: the kept one if it still does
 */
export async function ensureApiToken(baseUrl, adminToken, kept, signal) {
  if (kept !== undefined) {
    const check = await call(`${baseUrl}/api/variables`, { token: kept, signal });
    if (check.status === 200) return kept;
  }
  const admin = { token: adminToken, signal };
  const accounts = dataOf(await call(`${baseUrl}/admin/accounts`, admin), 'Listing the accounts');
  const account =
    accounts.items.find((/** @type {{ name: string }} */ item) => item.name === NAME) ??
    dataOf(await call(`${baseUrl}/admin/accounts`, { ...admin, body: { name: NAME } }), 'Creating an account');
  const created = await call(`${baseUrl}/admin/accounts/${account.id}/tokens`, {
    ...admin,
    body: { name: 'scripts/start' },
  });
  return dataOf(created, 'Creating an API token').token;
}
