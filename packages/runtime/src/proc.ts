/** Programs, and processes as Linux shows them in `/proc`; elsewhere there are none to see. */
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Of every machine that Chromium runs on here. */
const MEMORY_PAGE_BYTES = 4_096;

export interface RunningProcess {
  pid: number;
  /** The command line, its arguments separated by spaces. */
  command: string;
}

/** @returns all processes below a process: its children, theirs, and so on. */
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

/** Whether a path names something that this process may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process is there and has not ended. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== undefined;

/** @returns the resident memory of a process in bytes; 0 when it has ended. */
export const residentBytes = (pid: number): number =>
  Number(readProc(pid, 'statm').split(' ')[1] ?? 0) * MEMORY_PAGE_BYTES;

/**
 * @returns the memory of processes in bytes. What is shared counts for each by its share (PSS), so sums are true; it is
 *   what is resident where that may not be read. The kernel walks all pages for it: some milliseconds a process.
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

/** @returns the text of one of a process's files; empty when it has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** @returns the fields of `stat` after the name in brackets, which may hold anything: the state is the first. */
export const statFields = (pid: number): string[] => {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** @returns the parent's pid; undefined when the process has ended, waited for or not. */
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
