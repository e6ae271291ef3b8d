/** Paths of files in archives. */

/** Returns a path without `.` and `..` and with forward slashes; undefined if it leads out of the archive. */
export function normalPath(path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }
  return steps.length === 0 ? undefined : steps.join('/');
}
