/** The commands that one request sends to Redis, in their order, with who sent them and when. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { monitorRedis } from './redis-monitor.mjs';

/**
 * @typedef {object} TracedCommand
 * @property {number} atMs from the start of the request
 * @property {string} who process that sent it
 * @property {string} what command and key; never a value
 * @property {number} inside how many commands a script ran
 */

/**
 * @param {import('@toolpress/testkit').TestService} service
 * @param {() => Promise<unknown>} request
 * @returns {Promise<TracedCommand[]>}
 */
export async function traceRequest({ redis, gateway, workers }, request) {
  const monitor = await monitorRedis(redis.url);
  try {
    const begun = performance.timeOrigin + performance.now(); // epoch, with fractions of a millisecond
    await request();
    await redis.command('PING'); // what comes after this is none of the request's
    const owners = ownersOfPorts([
      ['gateway', gateway.pid],
      ...workers.map(({ pid }) => /** @type {[string, number]} */ (['worker', pid])),
    ]);
    return told(monitor.seen, owners, begun);
  } finally {
    monitor.end();
  }
}

/**
 * @param {readonly import('./redis-monitor.mjs').SeenCommand[]} seen
 * @param {Map<number, string>} owners of local ports
 * @param {number} begun epoch milliseconds
 */
function told(seen, owners, begun) {
  /** @type {TracedCommand[]} */
  const commands = [];
  for (const { at, args, source } of seen) {
    const last = commands.at(-1);
    if (source === 'lua') {
      if (last !== undefined) last.inside += 1;
      continue;
    }
    const who = owners.get(Number(source.split(':').at(-1)));
    if (who !== undefined) commands.push({ atMs: at - begun, who, what: described(args), inside: 0 });
  }
  return commands;
}

/** BullMQ's scripts by the hash under which Redis is asked for them; its own table of them has no types. */
const SCRIPTS = new Map(
  Object.values(
    /** @type {Record<string, { name: string, content: string }>} */ (
      createRequire(import.meta.url)('bullmq/dist/cjs/scripts/index.js')
    ),
  ).map(({ name, content }) => [createHash('sha1').update(content).digest('hex'), name]),
);

/** @param {string[]} args */
function described([command = '', first = '', second = '', third = '']) {
  if (/^evalsha$/i.test(command)) return `${SCRIPTS.get(first) ?? first} (script) ${second} keys, ${third}`;
  return `${command} ${first}`.slice(0, 90);
}

/**
 * @param {[string, number][]} processes names and pids
 * @returns {Map<number, string>} the processes' TCP ports
 */
function ownersOfPorts(processes) {
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  const portOf = new Map(
    lines.map((line) => {
      const [, local = '', , , , , , , , inode = ''] = line.trim().split(/\s+/);
      return [inode, Number.parseInt(local.split(':')[1] ?? '', 16)];
    }),
  );
  return new Map(
    processes.flatMap(([name, pid]) =>
      socketsOf(pid).map((inode) => /** @type {[number, string]} */ ([portOf.get(inode) ?? 0, name])),
    ),
  );
}

/** @param {number} pid @returns {string[]} inodes */
function socketsOf(pid) {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return []; // closed meanwhile
    }
  });
}
