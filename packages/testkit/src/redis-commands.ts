import { once } from 'node:events';
import { connect } from 'node:net';

export interface RedisCommand {
  /** The time in epoch milliseconds, by Redis' clock. */
  at: number;
  /** `address:port` of the connection, or `lua` for a command of a script. */
  source: string;
  /** The command and its first arguments, as Redis quotes them. */
  args: string[];
}

const KEPT_ARGUMENTS = 4;

/**
 * Records all commands that a Redis receives. It has a separate socket, because ioredis' `monitor` fails when a command arrives in one
 * packet with the answer to MONITOR.
 *
 * @returns `seen` grows until `end` is called.
 */
export async function recordCommands(url: string): Promise<{ seen: readonly RedisCommand[]; end: () => void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const seen: RedisCommand[] = [];
  let rest = '';
  const listening = new Promise<void>((resolve) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const command = parse(line);
        if (command !== undefined) seen.push(command);
        else resolve(); // `+OK`, before all others
      }
    });
  });
  socket.write('MONITOR\r\n');
  await listening;
  return { seen, end: () => socket.destroy() };
}

/** @param line such as `+1700000000.123456 [0 127.0.0.1:50000] "GET" "key"`. */
function parse(line: string): RedisCommand | undefined {
  const [, seconds, source = '', rest = ''] = /^\+([\d.]+) \[\d+ (\S+)\] (.*)$/s.exec(line) ?? [];
  if (seconds === undefined) return undefined;
  const args: string[] = [];
  for (const [, argument = ''] of rest.matchAll(/"((?:[^"\\]|\\.)*)"/gs)) {
    args.push(argument);
    if (args.length === KEPT_ARGUMENTS) break;
  }
  return { at: Number(seconds) * 1_000, source, args };
}
