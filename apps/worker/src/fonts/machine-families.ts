/** The font families of the machine, those of the service among them: the browser prints text that names one in it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FONTS_CONF } from '../browser/launch.js';

const LIST = `FONTCONFIG_FILE="$0" exec fc-list ':scalable=true' --format '%{family}\\n'`;
const LIMITS = { timeout: 30_000, maxBuffer: 16 * 1024 * 1024 };

/** @returns their names, in small letters; none where there is no fontconfig, as on macOS. */
export async function machineFamilies(): Promise<ReadonlySet<string>> {
  const listed = promisify(execFile)('sh', ['-c', LIST, FONTS_CONF], LIMITS);
  const { stdout } = await listed.catch(() => ({ stdout: '' }));
  return new Set(stdout.toLowerCase().split(/[\n,]/));
}
