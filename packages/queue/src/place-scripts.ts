/** The steps of the queue's places that Redis makes as one each. Times are Redis' own, in milliseconds. */
import { redisScript } from '@toolpress/runtime';

/** BullMQ's highest priority number: from there on turns are no longer told apart, and it is first come, first served. */
const LAST_TURN = 2_097_152;
/** How many intervals the pace is the average of: enough to be calm, few enough to notice a new worker in seconds. */
const PACE_SAMPLES = 20;
/** Before so many were seen nobody is refused for what they say. */
const ENOUGH_SAMPLES = 10;

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Takes a place, or says why not. Places whose time is over are given back first: their gateway has died.
 *
 * KEYS: places, bytes, waiting, flow, the document's. ARGV: begin of the keys of accounts' own places, account, job, bytes,
 * milliseconds that the caller waits, most documents, most bytes, the document.
 * Returns {'taken', turn}, or {'full' or 'slow', milliseconds after which it is worth another try, estimated wait}.
 */
export const take = redisScript(`${NOW}
local function release(place)
  local bytes, job, account = string.match(place, '^(%d+):([^:]+):(.*)$')
  redis.call('ZREM', KEYS[1], place)
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREM', ARGV[1] .. account, job)
  redis.call('DECRBY', KEYS[2], bytes)
end
for _, place in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE')) do release(place) end

local taken = redis.call('ZCARD', KEYS[1])
if taken == 0 then -- nobody is owed anything: turns begin anew
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[4], 'turn', 'busy')
end
local flow = redis.call('HMGET', KEYS[4], 'turn', 'busy', 'started', 'gap', 'samples')
local own = redis.call('ZRANGE', ARGV[1] .. ARGV[2], -1, -1, 'WITHSCORES')

local turn = tonumber(flow[1] or 1)
if own[2] then turn = math.min(math.max(turn, own[2] + 1), ${LAST_TURN}) end
local gap = tonumber(flow[4])
if gap and flow[2] == '1' then gap = gap + math.max(0, now - flow[3] - gap) / ${PACE_SAMPLES} end

local function refuse(why, pause, wait)
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
  return {why, math.ceil(math.min(pause, last - now)), math.ceil(wait)}
end
-- A tenth on top is for accounts that have nothing here: nobody fills the queue for the others.
local function most(limit) return own[1] and tonumber(limit) or limit + math.ceil(limit / 10) end
local bytes = tonumber(redis.call('GET', KEYS[2]) or '0')
if taken > 0 and (taken >= most(ARGV[6]) or bytes + ARGV[4] > most(ARGV[7])) then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return refuse('full', math.min(gap and gap * taken / 10 or math.huge, first - now), 0)
end
local wait = gap and gap * (redis.call('ZCOUNT', KEYS[3], '-inf', turn) + 1) or 0
if wait > tonumber(ARGV[5]) and tonumber(flow[5]) >= ${ENOUGH_SAMPLES} then return refuse('slow', wait - ARGV[5], wait) end

redis.call('SET', KEYS[5], ARGV[8], 'PX', ARGV[5])
redis.call('ZADD', KEYS[1], now + ARGV[5], ARGV[4] .. ':' .. ARGV[3] .. ':' .. ARGV[2])
redis.call('INCRBY', KEYS[2], ARGV[4])
redis.call('ZADD', KEYS[3], turn, ARGV[3])
redis.call('ZADD', ARGV[1] .. ARGV[2], turn, ARGV[3])
return {'taken', turn}`);

/**
 * Gives a place back.
 *
 * KEYS: places, bytes, waiting, the account's own places, the document's, its refusal's. ARGV: place, job, bytes.
 */
export const giveBack = redisScript(`
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then redis.call('DECRBY', KEYS[2], ARGV[3]) end
redis.call('ZREM', KEYS[3], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[2])
redis.call('UNLINK', KEYS[5], KEYS[6])`);

/** KEYS: waiting, flow. ARGV: job, its turn. */
const TAKE_OFF = `${NOW}
local flow = redis.call('HMGET', KEYS[2], 'turn', 'busy', 'started', 'gap', 'samples')
redis.call('ZREM', KEYS[1], ARGV[1])
if flow[2] == '1' then
  local samples = math.min((flow[5] or 0) + 1, ${PACE_SAMPLES})
  local gap = tonumber(flow[4] or 0)
  redis.call('HSET', KEYS[2], 'gap', gap + (now - flow[3] - gap) / samples, 'samples', samples)
end
redis.call('HSET', KEYS[2], 'turn', math.max(tonumber(flow[1] or 1), tonumber(ARGV[2])),
  'started', now, 'busy', redis.call('EXISTS', KEYS[1]))`;

/**
 * A worker begins with a job. While documents wait, the time from one begin to the next is how long the workers together
 * take for one: their pace.
 *
 * KEYS: waiting, flow, the document's. ARGV: job, its turn.
 * Returns {document or nil, milliseconds that its caller still waits}.
 */
export const begin = redisScript(`${TAKE_OFF}
return {redis.call('GET', KEYS[3]), redis.call('PTTL', KEYS[3])}`);

/** A worker moves a job on to the slow lane: those behind it need not wait for it. KEYS: waiting, flow. ARGV: job, its turn. */
export const pass = redisScript(TAKE_OFF);

/** A worker begins with a job of the slow lane, which says nothing of the others' pace. KEYS: the document's. Returns as `begin` does. */
export const open = redisScript(`return {redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])}`);
