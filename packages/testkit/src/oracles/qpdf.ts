/** Checks PDF syntax with qpdf. */
import { execFile } from 'node:child_process';

/**
 * @param files their paths. @param password the password of protected files.
 * @returns the complaints of `qpdf --check` for each file, one per line; none for a valid file.
 */
export async function qpdfComplaints(files: readonly string[], password?: string): Promise<string[][]> {
  const complaints: string[][] = [];
  for (const file of files) complaints.push(await check(file, password));
  return complaints;
}

const check = (file: string, password?: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const args = ['--check', ...(password === undefined ? [] : [`--password=${password}`]), file];
    execFile('qpdf', args, (error, _, errors) => {
      if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') reject(new Error('qpdf is not installed'));
      else resolve([...errors.trim().split('\n'), ...(error && errors === '' ? [error.message] : [])].filter(Boolean));
    });
  });
