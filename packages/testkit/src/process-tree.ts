/** The processes of this machine, as Linux shows them in `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  /** The command line, its arguments separated by spaces. */
  command: string;
}

/** All processes below a process: its children, theirs, and so on. */
export function descendantsOf(pid: number): RunningProcess[] {
  const children = new Map<number, number[]>();
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(Number(one));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(one)]);
  }
  const found: RunningProcess[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const child of children.get(next) ?? []) {
      queue.push(child);
      found.push({ pid: child, command: read(child, 'cmdline')?.replaceAll('\0', ' ') ?? '' });
    }
  }
  return found;
}

/** Whether a process is there and has not ended. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== undefined;

/** @returns the parent's pid; undefined when the process has ended, waited for or not. */
function parentOf(pid: number): number | undefined {
  const [, state, parent] = /\) (\S) (\d+)/.exec(read(pid, 'stat') ?? '') ?? [];
  return state === undefined || state === 'Z' || parent === undefined ? undefined : Number(parent);
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined; // ended meanwhile
  }
}
