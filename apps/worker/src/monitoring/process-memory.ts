/** Memory of processes, as Linux shows it in `/proc`. */
import { readdir, readFile } from 'node:fs/promises';

/**
 * @returns the memory of all processes below one, bytes: proportional shares, so that what they share is counted once;
 *   undefined where there is no `/proc`. Nobody but the browser is below a worker.
 */
export async function memoryOfDescendants(pid: number): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  if (names === undefined) return undefined;
  const parents = new Map<number, number>();
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const parent = await parentOf(name);
        if (parent !== undefined) parents.set(Number(name), parent);
      }),
  );
  const below = [...parents.keys()].filter((one) => isBelow(one, pid, parents));
  const sizes = await Promise.all(below.map(memoryOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function isBelow(one: number, ancestor: number, parents: ReadonlyMap<number, number>): boolean {
  for (let parent = parents.get(one); parent !== undefined; parent = parents.get(parent)) {
    if (parent === ancestor) return true;
  }
  return false;
}

async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // ended meanwhile
  // The name in parentheses may hold anything; the last one ends it.
  const [, parent] = /^ \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1)) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

/** The proportional share; what is resident where that may not be read. */
async function memoryOf(pid: number): Promise<number> {
  const shares = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  const status = shares.includes('Pss:') ? shares : await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const [, kibibytes = '0'] = /^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kibibytes) * 1024;
}
