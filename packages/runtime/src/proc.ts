/** Programs, and processes from Linux' `/proc`. Other systems have no process list here. */
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The size of a memory page in bytes, on all supported machines. */
const MEMORY_PAGE_BYTES = 4_096;

export interface RunningProcess {
  pid: number;
  /** The command line, its arguments separated by spaces. */
  command: string;
}

/** Returns all descendants of a process. */
export function descendantsOf(pid: number): RunningProcess[] {
  const children = new Map<number, number[]>();
  for (const one of listProcesses()) {
    const parent = parentOf(one);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  const below = (parent: number): number[] => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid).map((child) => ({ pid: child, command: commandOf(child) }));
}

export const commandOf = (pid: number): string => readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** Says whether a path is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Says whether a process is running. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== undefined;

/** Returns the resident memory of a process in bytes; 0 when it has ended. */
export const residentBytes = (pid: number): number =>
  Number(readProc(pid, 'statm').split(' ')[1] ?? 0) * MEMORY_PAGE_BYTES;

/**
 * Returns the memory of processes in bytes. Shared memory is divided among its processes (PSS), so that sums are
 * correct. Falls back to resident memory without the rights to read PSS. Takes some milliseconds per process, because
 * the kernel walks all pages.
 */
export async function sharedOutBytes(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
      const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(text) ?? [];
      return kibibytes === undefined ? residentBytes(pid) : Number(kibibytes) * 1024;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns the text of a file in `/proc/<pid>`; empty when the process has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the fields of `stat` after the name in brackets, which may contain any text. The first one is the state. */
export const statFields = (pid: number): string[] => {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Returns the parent's pid; undefined when the process has ended, also as a zombie. */
function parentOf(pid: number): number | undefined {
  const [state, parent] = statFields(pid);
  return state === 'Z' || parent === undefined ? undefined : Number(parent);
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
