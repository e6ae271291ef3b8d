/** Listens to everything that a Redis is told. */
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * @typedef {object} SeenCommand
 * @property {number} at epoch milliseconds, by Redis' clock
 * @property {string} source `address:port` of the connection, or `lua` for what a script runs
 * @property {string[]} args the command and its first arguments, as Redis quotes them
 */

const SHOWN_ARGUMENTS = 4;

/**
 * @param {string} url
 * @returns {Promise<{ seen: readonly SeenCommand[], end: () => void }>} `seen` grows
 */
export async function monitorRedis(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  /** @type {SeenCommand[]} */
  const seen = [];
  let rest = '';
  const listening = new Promise((resolve) => {
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = `${rest}${text}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const command = read(line);
        if (command !== undefined) seen.push(command);
        else resolve(undefined); // `+OK`, before all others
      }
    });
  });
  socket.write('MONITOR\r\n');
  await listening;
  return { seen, end: () => socket.destroy() };
}

/** @param {string} line such as `+1700000000.123456 [0 127.0.0.1:50000] "GET" "key"` */
function read(line) {
  const [, seconds, source = '', rest = ''] = /^\+([\d.]+) \[\d+ (\S+)\] (.*)$/s.exec(line) ?? [];
  if (seconds === undefined) return undefined;
  const args = [];
  for (const [, argument = ''] of rest.matchAll(/"((?:[^"\\]|\\.)*)"/gs)) {
    args.push(argument);
    if (args.length === SHOWN_ARGUMENTS) break;
  }
  return { at: Number(seconds) * 1_000, source, args };
}
