/** A program for tests of TLS: requests each URL given, every name being the targets' address, and prints the outcome. */
import { ServiceError } from '@toolpress/contract';
import { TARGET_ADDRESS } from '@toolpress/testkit';
import { get, testOutbound } from './outbound.js';

const outbound = testOutbound({ resolve: async () => [{ address: TARGET_ADDRESS, family: 4 }] });

async function outcome(url: string): Promise<string> {
  try {
    return (await get(outbound, url)).body.toString();
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

for (const url of process.argv.slice(2)) process.stdout.write(`${await outcome(url)}\n`);
