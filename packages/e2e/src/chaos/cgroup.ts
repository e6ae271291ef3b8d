/** A control group with too little memory for a process. Only root can create one. */
import { access, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of memory control groups, and the file that limits one: version 2, then version 1. */
const HIERARCHIES = [
  ['/sys/fs/cgroup', 'memory.max'],
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
] as const;
/** Far less than a process needs for its next document. What it has already belongs to its former group. */
const LIMIT_BYTES = 4 * 1024 * 1024;

export interface Cgroup {
  /** Moves a process into the group. */
  limit(pid: number): Promise<void>;
  /** Removes the group. Its processes must have ended. */
  remove(): Promise<void>;
}

/** Returns undefined where no limit can be set. */
export async function cgroupOf(): Promise<Cgroup | undefined> {
  for (const [parent, limit] of HIERARCHIES) {
    const folder = join(parent, `toolpress-chaos-${process.pid}`);
    try {
      await mkdir(folder);
    } catch {
      continue;
    }
    try {
      await access(join(folder, limit));
      await writeFile(join(folder, limit), String(LIMIT_BYTES));
    } catch {
      await rmdir(folder).catch(() => undefined);
      continue;
    }
    return {
      limit: (pid) => writeFile(join(folder, 'cgroup.procs'), String(pid)),
      remove: () => rmdir(folder),
    };
  }
  return undefined;
}
