/** A server that is another program: started, awaited and ended with this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../../../scripts/lib/run.mjs';
import { announce, settings } from './program.mjs';

const LOOK_EVERY_MS = 100;

/** @type {{ command: string, args: string[], env: Record<string, string>, port: number, path: string }} */
const { command, args, env, port, path } = settings();
const child = spawn(command, args, {
  stdio: ['ignore', 'ignore', 'inherit'],
  // A group, which is ended as a whole.
  detached: true,
  env: { ...process.env, ...env },
});
const exit = once(child, 'exit');
let isEnding = false;
exit.then(([code]) => {
  if (!isEnding) process.exit(typeof code === 'number' && code !== 0 ? code : 1);
});
process.once('exit', () => signalGroup(child.pid, 'SIGKILL'));
while (!(await answers())) await sleep(LOOK_EVERY_MS);
announce(`http://127.0.0.1:${port}${path}`, async () => {
  isEnding = true;
  signalGroup(child.pid, 'SIGTERM');
  await exit;
});

/** @returns {Promise<boolean>} whether the port accepts connections */
function answers() {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
