/** `scripts/chaos`: what happens to callers when parts of the service fail. */
import { Problem, runCommand } from './problem.mjs';
import { prepareTests, withMinio } from './testing/prepare-tests.mjs';

const HELP = `scripts/chaos [words of a fault's name]
scripts/chaos --neighbour [seconds]
scripts/chaos --batches [rounds], or --batches=ROUNDS
scripts/chaos --keys [keys], or --keys=KEYS

Installs what is missing, builds, and tries every fault, or those whose name has the words, on a service of its own under
four clients' load: real processes, killed, stopped, filled up, cut off. Prints what the callers were answered, how many
of the documents that were answered are lost, and how long it took until all was normal again. The exit code is 0 when
nothing was lost, charged twice or left without an answer. Nothing is written but the table.

With --neighbour an account sends small requests that want much, for 120 seconds unless told, beside four honest callers of
another account; the exit code is 0 when no honest request failed or took longer than 3 s and no process held too much.

With --batches the gateway, workers and Redis are killed at random moments while batches of 500 rows are printed, 20 unless told;
the exit code is 0 when each row had one file and one charge, each batch's event came, and a sweep leaves no other
files in the store.

With --keys Redis is killed every few seconds while clients submit jobs and batches and call for PDFs, each under an idempotency key
of its own, 2,000 unless told, and send them again; the exit code is 0 when each key had one job, batch or PDF and one
charge, and a sweep leaves no other files in the store.`;

const NEIGHBOUR_SECONDS = 120;
const BATCHES = 20;
const KEYS = 2_000;

await runCommand(async ({ args, progress, stop }) => {
  const browser = await prepareTests(progress, stop);
  return await withMinio(progress, stop, async (minio) => {
    Object.assign(process.env, { CHROME_PATH: browser, ...minio });
    const { tryBatches, tryFaults, tryKeys, tryNeighbour } = await import('@toolpress/e2e');
    if (args[0] === '--neighbour') {
      return (await tryNeighbour(Number(args[1] ?? NEIGHBOUR_SECONDS), progress)) ? 0 : 1;
    }
    const [name, value = args[1]] = (args[0] ?? '').split('=');
    if (name === '--batches') return (await tryBatches(Number(value ?? BATCHES), progress, stop)) ? 0 : 1;
    if (name === '--keys') return (await tryKeys(Number(value ?? KEYS), progress, stop)) ? 0 : 1;
    const isFine = await tryFaults(args.join(' '), progress, stop);
    if (isFine === undefined) throw new Problem(`No fault's name has "${args.join(' ')}".`);
    return isFine ? 0 : 1;
  });
}, HELP);
