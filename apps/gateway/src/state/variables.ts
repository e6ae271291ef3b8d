/** Saved template variables of an account. */
import type { Page, PageQuery, Variable, VariableContent, VariableSummary } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from './keys.js';
import { readPage } from './pages.js';

export type VariableKind = VariableContent['kind'];

export class Variables {
  constructor(private readonly redis: Redis) {}

  /** Saves a variable under its name; what was there before is replaced, its time of creation stays. */
  async save(accountId: string, name: string, { kind, content }: VariableContent): Promise<Variable> {
    const now = new Date().toISOString();
    const key = keys.variable(accountId, name);
    await this.redis
      .multi()
      .hset(key, { kind, content, updated_at: now })
      .hsetnx(key, 'created_at', now)
      .zadd(keys.variables(accountId), 0, name)
      .exec();
    const created_at = (await this.redis.hget(key, 'created_at')) ?? now;
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
      (await this.redis.multi().del(keys.variable(accountId, name)).zrem(keys.variables(accountId), name).exec()) ?? [];
    return deleted === 1;
  }
}
