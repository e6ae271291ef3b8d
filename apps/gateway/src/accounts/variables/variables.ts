/** Saved template variables of an account. */
import {
  MAX_VARIABLES,
  MAX_VARIABLES_BYTES,
  type Page,
  type PageQuery,
  ServiceError,
  type Variable,
  type VariableContent,
  type VariableSummary,
} from '@toolpress/contract';
import { type Redis, redisScript, SMALL_BYTES } from '@toolpress/runtime';
import { MemoryPool } from '../../http/memory-budget.js';
import { keys } from '../../shared/keys.js';
import { readPage } from '../../shared/pagination.js';

export type VariableKind = VariableContent['kind'];

/** Redis holds a reply until it is read: so much of replies may be on the way to this process at a time. */
const REPLIES_BYTES = 16 * 1024 * 1024;

/** Contents where they were asked for and are there; else what they take together. */
type Reading = [verdict: 'read' | 'large' | 'too large', bytes: number, contents: (string | null)[]];

/** Asks for memory: waits when there is none at once. */
export type Hold = (bytes: number) => Promise<void> | undefined;

export class Variables {
  private readonly replies = new MemoryPool(REPLIES_BYTES);

  constructor(private readonly redis: Redis) {}

  /**
   * Saves a variable under its name; what was there before is replaced, its time of creation stays.
   *
   * @throws ServiceError `invalid_parameter` when the account would keep too many, or too much.
   */
  async save(accountId: string, name: string, { kind, content }: VariableContent): Promise<Variable> {
    const now = new Date().toISOString();
    const [fault, created_at] = (await save(
      this.redis,
      [keys.variable(accountId, name), keys.variables(accountId), keys.variableSizes(accountId)],
      [name, kind, content, now, Buffer.byteLength(content), MAX_VARIABLES, MAX_VARIABLES_BYTES],
    )) as [fault: '' | 'count' | 'size', created_at: string];
    if (fault !== '') throw overLimit(fault);
    return { name, kind, content, created_at, updated_at: now };
  }

  /**
   * @param signal of the caller: many large ones at a time wait for each other.
   * @param hold asked before the content is on its way, with its size.
   */
  async find(accountId: string, name: string, signal: AbortSignal, hold: Hold): Promise<Variable | undefined> {
    const key = keys.variable(accountId, name);
    const bytes = await this.redis.hstrlen(key, 'content');
    await hold(bytes);
    const fields = await this.onItsWay(accountId, bytes, signal, () => this.redis.hgetall(key));
    return fields['content'] === undefined ? undefined : ({ name, ...fields } as unknown as Variable);
  }

  /**
   * Reads contents, if they fit: Redis looks at their sizes first. One round trip however many, two where they are large.
   *
   * @param wanted each name, and how often its content will be used.
   * @param roomBytes how large the contents may be together, each as often as it is used.
   * @param hold asked before large contents are on their way, with their size.
   * @returns the contents of those that exist and are of this kind, by name; nothing when they would be larger.
   */
  async contents(
    { accountId, kind, signal }: { accountId: string; kind: VariableKind; signal: AbortSignal },
    wanted: ReadonlyMap<string, number>,
    roomBytes: number,
    hold: Hold,
  ): Promise<Map<string, string> | undefined> {
    const variables = [...wanted.keys()].map((name) => keys.variable(accountId, name));
    const read = async (mostBytes: number) =>
      (await contents(this.redis, variables, [kind, roomBytes, mostBytes, ...wanted.values()])) as Reading;
    let [verdict, bytes, found] = await read(SMALL_BYTES);
    if (verdict === 'large') {
      await hold(bytes);
      [verdict, bytes, found] = await this.onItsWay(accountId, bytes, signal, () => read(bytes));
    }
    if (verdict !== 'read') return undefined; // or they have been replaced by larger ones in this moment
    const pairs = [...wanted.keys()].map((name, index) => [name, found[index]] as const);
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  }

  /** Reads when the replies that are on their way leave room for one more. */
  private async onItsWay<Reply>(
    accountId: string,
    bytes: number,
    signal: AbortSignal,
    read: () => Promise<Reply>,
  ): Promise<Reply> {
    let counted = 0;
    const granted = (size: number): void => {
      counted = size;
    };
    await this.replies.take({ account: accountId }, bytes, { granted, signal });
    try {
      return await read();
    } finally {
      this.replies.count(accountId, -counted);
    }
  }

  list(accountId: string, query: PageQuery): Promise<Page<VariableSummary>> {
    return readPage(this.redis, keys.variables(accountId), query, async (name) => {
      const key = keys.variable(accountId, name);
      const [kind, created_at, updated_at] = await this.redis.hmget(key, 'kind', 'created_at', 'updated_at');
      if (kind == null || created_at == null || updated_at == null) return undefined;
      return { name, kind: kind as VariableKind, created_at, updated_at };
    });
  }

  /** @returns whether there was one of this name. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const [[, deleted] = []] =
      (await this.redis
        .multi()
        .del(keys.variable(accountId, name))
        .zrem(keys.variables(accountId), name)
        .hdel(keys.variableSizes(accountId), name)
        .exec()) ?? [];
    return deleted === 1;
  }
}

/**
 * KEYS: variable, names, sizes. ARGV: name, kind, content, now, size, how many there may be, how large they may be together.
 * Returns {fault, time of creation}.
 */
const save = redisScript(`
local count, total = 0, 0
local sizes = redis.call('HGETALL', KEYS[3])
for index = 1, #sizes, 2 do
  if sizes[index] ~= ARGV[1] then count, total = count + 1, total + sizes[index + 1] end
end
if count + 1 > tonumber(ARGV[6]) then return {'count', ''} end
if total + ARGV[5] > tonumber(ARGV[7]) then return {'size', ''} end
redis.call('HSET', KEYS[1], 'kind', ARGV[2], 'content', ARGV[3], 'updated_at', ARGV[4])
redis.call('HSETNX', KEYS[1], 'created_at', ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[5])
return {'', redis.call('HGET', KEYS[1], 'created_at')}`);

/**
 * KEYS: variables. ARGV: kind, how many bytes there may be with each as often as it is used, how many may be answered, and for
 * each variable how often it is used. Returns {'read', bytes, contents in the order of the keys}, or {'large' or 'too large', bytes, {}}.
 */
const contents = redisScript(`
local used, bytes, fitting = 0, 0, {}
for index, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'kind') == ARGV[1] then
    local size = redis.call('HSTRLEN', key, 'content')
    bytes = bytes + size
    used = used + size * ARGV[index + 3]
    fitting[index] = true
  end
end
if used > tonumber(ARGV[2]) then return {'too large', bytes, {}} end
if bytes > tonumber(ARGV[3]) then return {'large', bytes, {}} end
local contents = {}
for index, key in ipairs(KEYS) do
  contents[index] = fitting[index] and redis.call('HGET', key, 'content') or false
end
return {'read', bytes, contents}`);

const overLimit = (fault: 'count' | 'size'): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    fault === 'count'
      ? `The account has ${MAX_VARIABLES} template variables, which is the limit; delete one first.`
      : `The template variables of the account would be over ${MAX_VARIABLES_BYTES / 1024 / 1024} MiB together; delete one first.`,
  );
