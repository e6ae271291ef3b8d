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
import { type Redis, redisScript } from '@toolpress/runtime';
import { keys } from './keys.js';
import { readPage } from './pages.js';

export type VariableKind = VariableContent['kind'];

export class Variables {
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

  async find(accountId: string, name: string): Promise<Variable | undefined> {
    const fields = await this.redis.hgetall(keys.variable(accountId, name));
    return fields['content'] === undefined ? undefined : ({ name, ...fields } as unknown as Variable);
  }

  /** @returns the contents of those that exist and are of this kind, by name. One round trip however many. */
  async contents(accountId: string, kind: VariableKind, names: readonly string[]): Promise<Map<string, string>> {
    const found = await Promise.all(
      names.map((name) => this.redis.hmget(keys.variable(accountId, name), 'kind', 'content')),
    );
    const contents = new Map<string, string>();
    for (const [index, [foundKind, content]] of found.entries()) {
      const name = names[index];
      if (name !== undefined && foundKind === kind && content != null) contents.set(name, content);
    }
    return contents;
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

const overLimit = (fault: 'count' | 'size'): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    fault === 'count'
      ? `The account has ${MAX_VARIABLES} template variables, which is the limit; delete one first.`
      : `The template variables of the account would be over ${MAX_VARIABLES_BYTES / 1024 / 1024} MiB together; delete one first.`,
  );
