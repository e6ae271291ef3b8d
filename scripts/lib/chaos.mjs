/** `scripts/chaos`: tests how failing parts of the service affect callers. */
import { Problem, runCommand } from './problem.mjs';
import { prepareTests, withStore } from './testing/prepare-tests.mjs';

const HELP = `scripts/chaos [words of a fault's name]
scripts/chaos --neighbour [seconds]
scripts/chaos --batches [rounds], or --batches=ROUNDS
scripts/chaos --failovers [rounds], or --failovers=ROUNDS
scripts/chaos --keys [keys], or --keys=KEYS

Installs missing dependencies, builds, and injects every fault, or those with the words in their name, into a separate service under
the load of four clients: real processes are killed, stopped, filled up or disconnected. Prints the answers of callers, the number
of lost documents, and the time until the service worked normally again. The exit code is 0 when no document was
lost or charged twice and every call was answered. Writes only the table.

With --neighbour an account sends small but expensive requests for 120 seconds (default) beside four normal callers of
another account; the exit code is 0 when no normal request failed or took longer than 3 s and no process used too much memory.

With --batches the gateway, workers, browser and Redis are killed, or frozen for 2 to 30 s, at random moments while 20 (default)
batches of 500 rows are printed;
the exit code is 0 when each row had one file and one charge, each batch's event arrived, and a sweep removes all
other files from the store.

With --failovers the primary of a Redis with sentinels is killed, shut down, frozen for 20 s and swapped, and a sentinel and the store
are frozen for 2 to 30 s, in a random order in each of the rounds (default: 7, which have 42 failovers) under calls, jobs and batches;
the exit code is 0 when documents were printed again within 15 s each time, every call was answered, every job and batch ended, and each document had one charge.
Jobs and charges of the last second before an unplanned failover may be lost; they are counted.

With --keys Redis is killed every few seconds while clients submit jobs, batches and PDF requests, each with a separate
idempotency key (default: 2,000 keys), and repeat them; the exit code is 0 when each key had one job, batch or PDF and one
charge, and a sweep removes all other files from the store.`;

const NEIGHBOUR_SECONDS = 120;
const BATCHES = 20;
const FAILOVER_ROUNDS = 7;
const KEYS = 2_000;

await runCommand(async ({ args, progress, stop }) => {
  return await withStore(progress, stop, true, async (store) => {
    const browser = await prepareTests(progress, stop);
    Object.assign(process.env, { CHROME_PATH: browser, ...(await store.env) });
    const { tryBatches, tryFailovers, tryFaults, tryKeys, tryNeighbour } = await import('@toolpress/e2e');
    if (args[0] === '--neighbour') {
      return (await tryNeighbour(Number(args[1] ?? NEIGHBOUR_SECONDS), progress)) ? 0 : 1;
    }
    const [name, value = args[1]] = (args[0] ?? '').split('=');
    if (name === '--batches') return (await tryBatches(Number(value ?? BATCHES), progress, stop)) ? 0 : 1;
    if (name === '--failovers') return (await tryFailovers(Number(value ?? FAILOVER_ROUNDS), progress, stop)) ? 0 : 1;
    if (name === '--keys') return (await tryKeys(Number(value ?? KEYS), progress, stop)) ? 0 : 1;
    const isFine = await tryFaults(args.join(' '), progress, stop);
    if (isFine === undefined) throw new Problem(`No fault has "${args.join(' ')}" in its name.`);
    return isFine ? 0 : 1;
  });
}, HELP);
