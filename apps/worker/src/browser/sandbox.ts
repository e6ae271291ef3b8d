/** Whether Chromium can sandbox its pages here: it refuses as root, and containers often forbid what it takes. */
import { type Logger, TimedOut, withTimeout } from '@toolpress/runtime';
import { TimeoutError } from 'puppeteer';
import { endProcessGroup, launch, sharedLimits } from './launch.js';
import { makeProfile } from './profile.js';

/** A working browser takes some 50 ms. */
const PAGE_LIMIT_MS = 20_000;

/** `auto`: where it can be had; `on`: nothing is printed without it; `off`: never. */
export const SANDBOX_SETTINGS = ['auto', 'on', 'off'] as const;
export type SandboxSetting = (typeof SANDBOX_SETTINGS)[number];

export interface SandboxQuestion {
  setting: SandboxSetting;
  executablePath: string;
  logger: Logger;
  isRoot?: boolean;
}

/** Chromium refuses to run its sandbox as root. */
const runsAsRoot = (): boolean => process.getuid?.() === 0;

const REMEDY =
  'run the worker as another user than root, where user namespaces are allowed; a container needs a seccomp profile for that';

/**
 * Decides once, before any document, by opening a page with the sandbox: what a kernel, a container engine and a
 * security module let through together can't be read anywhere.
 *
 * @returns whether browsers are to be launched with their sandbox. Going without is logged as a warning.
 * @throws Error when the setting is `on` and the sandbox can't be had; a TimeoutError or TimedOut when the browser takes
 *   too long to tell: that must not cost a worker its sandbox.
 */
export async function decideSandbox(question: SandboxQuestion): Promise<boolean> {
  const { setting, logger } = question;
  if (setting === 'off') {
    logger.warn('CHROME_SANDBOX is off: Chromium runs without its sandbox');
    return false;
  }
  const obstacle = await findObstacle(question);
  if (obstacle === undefined) return true;
  if (setting === 'on') throw new Error(`CHROME_SANDBOX is on, but ${obstacle.text}: ${REMEDY}`, obstacle);
  logger.warn({ err: obstacle.cause }, `Chromium runs without its sandbox, because ${obstacle.text}: ${REMEDY}`);
  return false;
}

interface Obstacle {
  text: string;
  cause?: unknown;
}

async function findObstacle({ executablePath, isRoot = runsAsRoot() }: SandboxQuestion): Promise<Obstacle | undefined> {
  if (isRoot) return { text: 'it refuses to have one as root' };
  const refusal = await openPage(executablePath, true);
  if (refusal === undefined) return undefined;
  // A browser that does not start either way has another fault; its launch for printing will report it.
  const isFault = (await openPage(executablePath, false)) !== undefined;
  return isFault ? undefined : { text: 'it does not start with one here', cause: refusal };
}

/** @returns why it did not work. */
async function openPage(executablePath: string, sandbox: boolean): Promise<Error | undefined> {
  const profile = await makeProfile();
  try {
    const browser = await launch(executablePath, profile.path, sandbox, sharedLimits(executablePath, 0));
    try {
      await withTimeout(browser.newPage(), PAGE_LIMIT_MS);
      await browser.close();
    } finally {
      endProcessGroup(browser);
    }
    return undefined;
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof TimedOut) throw error;
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await profile.remove();
  }
}
