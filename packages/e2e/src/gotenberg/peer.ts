/** Starts a real Gotenberg, as it is in `TOOLPRESS_PEERS`, with the browser and the fonts of this service. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@toolpress/testkit';
import { ROOT } from '../examples/blocks.js';

const PROGRAM = join(process.env['TOOLPRESS_PEERS'] || join(homedir(), '.cache/toolpress/peers'), 'bin/gotenberg');
/** Programs that Gotenberg looks for when it starts, and does not run for HTML. */
const UNUSED = ['LIBREOFFICE', 'UNOCONVERTER', 'PDFTK', 'QPDF', 'PDFCPU', 'EXIFTOOL'];

export const isPeerHere = (): boolean => existsSync(PROGRAM);

export interface Peer {
  url: string;
  end(): Promise<void>;
}

/** @param options of the program. @throws Error when it does not answer. */
export async function startPeer(browser: string, options: readonly string[] = []): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-peer-'));
  mkdirSync(join(folder, 'hyphens'));
  const port = await freePort();
  const stubs = Object.fromEntries(UNUSED.map((name) => [`${name}_BIN_PATH`, '/bin/true']));
  // It ends the browsers of its PID namespace.
  const namespace = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  if (process.getuid?.() !== 0) namespace.unshift('--user', '--map-root-user');
  const listening = [`--api-port=${port}`, '--api-bind-ip=127.0.0.1', '--log-level=error'];
  const child = spawn('unshare', [...namespace, PROGRAM, ...listening, ...options], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...stubs,
      TMPDIR: folder,
      CHROMIUM_BIN_PATH: browser,
      CHROMIUM_HYPHEN_DATA_DIR_PATH: join(folder, 'hyphens'),
      FONTCONFIG_FILE: join(ROOT, 'fonts/fonts.conf'),
    },
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const end = async (): Promise<void> => {
    // `unshare` ignores SIGTERM; its child is killed with it.
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (!(await fetch(`${url}/health`)).ok) throw new Error('Gotenberg is not healthy.');
    });
    return { url, end };
  } catch (error) {
    await end();
    throw error;
  }
}
