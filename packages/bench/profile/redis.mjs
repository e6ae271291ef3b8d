/** What one request costs in Redis: its commands in their order, with who sent them and when, and what Redis counts itself. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { recordCommands } from '@toolpress/testkit';

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
  const monitor = await recordCommands(redis.url);
  try {
    const begun = performance.timeOrigin + performance.now(); // epoch, with fractions of a millisecond
    await request();
    await redis.command('PING'); // later commands do not belong to the request
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
 * @param {readonly import('@toolpress/testkit').RedisCommand[]} seen
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

/**
 * @typedef {object} RedisCounters
 * @property {number} bytesIn received from the service
 * @property {number} bytesOut sent to it
 * @property {Map<string, { calls: number, us: number }>} commands by name; those within Lua scripts count as well
 */

/**
 * @param {import('@toolpress/testkit').TestRedis} redis
 * @returns {Promise<RedisCounters>}
 */
export async function readCounters(redis) {
  const info = String(await redis.command('INFO', 'stats')) + String(await redis.command('INFO', 'commandstats'));
  const number = (/** @type {string} */ name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const commands = [...info.matchAll(/^cmdstat_([^:]+):calls=(\d+),usec=(\d+)/gm)];
  return {
    bytesIn: number('total_net_input_bytes'),
    bytesOut: number('total_net_output_bytes'),
    commands: new Map(commands.map(([, name = '', calls, us]) => [name, { calls: Number(calls), us: Number(us) }])),
  };
}

/**
 * @param {RedisCounters} before
 * @param {RedisCounters} after
 * @param {number} count of requests between them
 * @returns {RedisCounters} per request
 */
export function perRequest(before, after, count) {
  const commands = [...after.commands].flatMap(([name, { calls, us }]) => {
    const earlier = before.commands.get(name) ?? { calls: 0, us: 0 };
    const more = { calls: (calls - earlier.calls) / count, us: (us - earlier.us) / count };
    return more.calls === 0 ? [] : [/** @type {const} */ ([name, more])];
  });
  return {
    bytesIn: (after.bytesIn - before.bytesIn) / count,
    bytesOut: (after.bytesOut - before.bytesOut) / count,
    commands: new Map(commands.sort(([, one], [, other]) => other.us - one.us)),
  };
}
