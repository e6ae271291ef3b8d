/** What Redis counts itself. */

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
  const figure = (/** @type {string} */ name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const commands = [...info.matchAll(/^cmdstat_([^:]+):calls=(\d+),usec=(\d+)/gm)];
  return {
    bytesIn: figure('total_net_input_bytes'),
    bytesOut: figure('total_net_output_bytes'),
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
