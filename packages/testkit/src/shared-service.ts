/** The service that test files share when they need no settings of their own; each calls it by an account of its own. */
import { ServiceClient } from './service-client.js';

/** Of the run that `mocha/shared-service.ts` begins and ends. */
export const SHARED_SERVICE_URL = 'TOOLPRESS_TEST_SHARED_SERVICE';

/**
 * @returns the shared service, which is started when the first file asks for it and stopped after the last test. It may
 *   request 127.0.0.2. Files that read its logs, change its settings or end its processes start their own `TestService`.
 */
export async function sharedService(): Promise<ServiceClient> {
  const host = process.env[SHARED_SERVICE_URL];
  if (host === undefined) throw new Error('mocha runs without packages/testkit/dist/mocha/shared-service.js');
  const response = await fetch(host);
  if (!response.ok) throw new Error(await response.text());
  const { url, adminToken } = (await response.json()) as { url: string; adminToken: string };
  const client = new ServiceClient(url, adminToken);
  ({ id: client.accountId, token: client.token } = await client.createAccount('test'));
  return client;
}
