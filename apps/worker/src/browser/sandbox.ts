/** Finds out whether Chromium can sandbox its pages here. It refuses as root, and containers often forbid what the sandbox needs. */
import { ConfigError, type Logger, TimedOut, withTimeout } from '@toolpress/runtime';
import { endProcessGroup, launch, runningBrowser, sharedLimits } from './launch.js';
import { makeProfile } from './profile.js';

/** The time limit for opening a page, in milliseconds. A working browser takes some 50 ms. */
const PAGE_LIMIT_MS = 20_000;

/** `auto`: use the sandbox if it works; `on`: do not start without it; `off`: never use it. */
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

const AS_ROOT: Obstacle = { text: 'the worker runs as root', remedy: 'Run it as another user.' };
const FORBIDDEN = {
  text: 'this system does not allow it',
  remedy: 'Allow user namespaces; in a container, use a seccomp profile that allows them.',
};

/**
 * Decides once, before any document, by opening a page with the sandbox. What a kernel, a container engine and a security module allow
 * together can't be read anywhere.
 *
 * @returns whether browsers are launched with their sandbox. A launch without it is logged as a warning.
 * @throws ConfigError when the setting is `on` and the sandbox does not work. TimedOut when the browser takes too long, which must
 *   not disable the sandbox.
 */
export async function decideSandbox(question: SandboxQuestion): Promise<boolean> {
  const { setting, logger } = question;
  if (setting === 'off') {
    logger.warn('CHROME_SANDBOX is off: Chromium runs without its sandbox');
    return false;
  }
  const obstacle = await findObstacle(question);
  if (obstacle === undefined) return true;
  if (setting === 'on') throw new ConfigError([`CHROME_SANDBOX is on, but ${obstacle.text}. ${obstacle.remedy}`]);
  logger.warn(
    obstacle.cause === undefined ? {} : { err: obstacle.cause },
    `Chromium runs without its sandbox because ${obstacle.text}. ${obstacle.remedy}`,
  );
  return false;
}

interface Obstacle {
  text: string;
  remedy: string;
  cause?: unknown;
}

async function findObstacle({ executablePath, isRoot = runsAsRoot() }: SandboxQuestion): Promise<Obstacle | undefined> {
  if (isRoot) return AS_ROOT;
  const refusal = await openPage(executablePath, true);
  if (refusal === undefined) return undefined;
  // A browser that does not start without a sandbox either has another fault, which its launch for printing reports.
  const isFault = (await openPage(executablePath, false)) !== undefined;
  return isFault ? undefined : { ...FORBIDDEN, cause: refusal };
}

/** Returns the error if the page could not be opened. */
async function openPage(executablePath: string, sandbox: boolean): Promise<Error | undefined> {
  const profile = await makeProfile();
  try {
    const browser = await launch(executablePath, profile.path, sandbox, sharedLimits(executablePath, 0));
    try {
      await withTimeout(browser.newPage(), PAGE_LIMIT_MS);
    } finally {
      endProcessGroup(browser);
      await runningBrowser(browser).exit;
    }
    return undefined;
  } catch (error) {
    if (error instanceof TimedOut) throw error;
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await profile.remove();
  }
}
