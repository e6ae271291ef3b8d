/** The font families of the machine, those of the service among them: the browser prints text that names one in it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FONTS_CONF } from '../browser/launch.js';

const LIMITS = { timeout: 30_000, maxBuffer: 16 * 1024 * 1024 };

/** @returns their names, in small letters; none where there is no fontconfig, as on macOS. */
export async function machineFamilies(): Promise<ReadonlySet<string>> {
  const env = { ...process.env, FONTCONFIG_FILE: FONTS_CONF };
  const { stdout } = await promisify(execFile)('fc-list', [':scalable=true', '--format=%{family}\n'], {
    ...LIMITS,
    env,
  }).catch(() => ({ stdout: '' }));
  return new Set(stdout.toLowerCase().split(/[\n,]/));
}
