/** The browser processes of a service's workers. */
import { descendantsOf, type TestService } from '@toolpress/testkit';

/** Returns the ids of the browser processes of all workers whose command line matches. */
export const chromiumOf = (service: TestService, command: RegExp): number[] =>
  service.workers
    .flatMap(({ pid }) => descendantsOf(pid))
    .filter((one) => command.test(one.command))
    .map(({ pid }) => pid);

/** Sends a signal to these processes. @throws Error when there are none. */
export function signalChromium(service: TestService, signal: NodeJS.Signals, command: RegExp): void {
  const pids = chromiumOf(service, command);
  if (pids.length === 0) throw new Error(`no process of Chromium matches ${command}`);
  signalAll(pids, signal);
}

/** Sends a signal to processes, some of which may have ended with their parents. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended
    }
  }
}
