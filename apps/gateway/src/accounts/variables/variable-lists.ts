/** Lists the variables of an account and their versions, without contents. */
import {
  type AccountTemplate,
  DRAFT,
  type Page,
  type PageQuery,
  type VariableSummary,
  type VariableVersion,
  withoutAbsent,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { pageOfMembers, readPage } from '../../shared/pagination.js';
import { objectScript } from '../../shared/redis-scripts.js';

const listVersions = objectScript<{ prefix: string; fields: string[] }, [string, (string | null)[][]]>(
  'accounts/variables/list-versions',
);

/** Version numbers are padded to this length in lists, so that they sort by value. */
const DIGITS = 9;

/** The token that saves a version. */
export interface Author {
  id: string;
  name: string | null;
}

export class VariableLists {
  constructor(private readonly redis: Redis) {}

  /** Returns the variables, also those that have only a draft. */
  all(accountId: string, query: PageQuery): Promise<Page<VariableSummary>> {
    return readPage(this.redis, keys.variables(accountId), query, async (name) => {
      const fields = ['kind', 'created_at', 'updated_at', 'version', 'saved_at', 'published_at'];
      const [published, draft] = await Promise.all([
        this.redis.hmget(keys.variable(accountId, name), ...fields),
        this.redis.hmget(keys.variableVersion(accountId, name, DRAFT), ...fields),
      ]);
      const isPublished = published[0] != null;
      const [kind, created_at, updated_at, version, , published_at] = isPublished ? published : draft;
      if (kind == null || created_at == null || updated_at == null) return undefined;
      return {
        ...{ name, kind: kind as VariableSummary['kind'], created_at, updated_at },
        ...(isPublished && { version: Number(version ?? 1), published_at: published_at ?? updated_at }),
        ...(draft[4] != null && { draft_saved_at: draft[4] }),
      };
    });
  }

  /** Returns the versions without their content, the newest first; undefined when the variable does not exist. */
  async versions(accountId: string, name: string, query: PageQuery): Promise<Page<VariableVersion> | undefined> {
    const list = keys.variableVersions(accountId, name);
    const fields = ['version', 'saved_at', 'by', 'bytes', 'note', 'published_at', 'updated_at'];
    const prefix = keys.variableVersion(accountId, name);
    const [current, found] = await listVersions.run(this.redis, [keys.variable(accountId, name), list], {
      prefix,
      fields,
    });
    if (found.length === 0 && (await this.redis.zscore(keys.variables(accountId), name)) === null) return undefined;
    const members = new Map(
      found.map(([version, saved, by, bytes, note, published, updated, contentBytes]) => [
        String(10 ** DIGITS - Number(version)).padStart(DIGITS, '0'),
        withoutAbsent({
          ...{
            version: Number(version),
            saved_at: saved ?? updated ?? '',
            by: JSON.parse(by ?? 'null') as Author | null,
          },
          ...{ bytes: Number(bytes ?? contentBytes), published: version === current, note: note ?? undefined },
          published_at: published ?? (version === current ? (updated ?? undefined) : undefined),
        }),
      ]),
    );
    return pageOfMembers([...members.keys()], list, query, (member) => members.get(member));
  }

  /** Returns the published templates of the kind html, with the names of their sample data. */
  templates(accountId: string, query: PageQuery): Promise<Page<AccountTemplate>> {
    return readPage(this.redis, keys.variables(accountId), query, async (name) => {
      const key = keys.variable(accountId, name);
      const [kind, version, samples] = await this.redis.hmget(key, 'kind', 'version', 'samples');
      if (kind !== 'html') return undefined;
      return { name, version: Number(version ?? 1), samples: JSON.parse(samples ?? '[]') as string[] };
    });
  }

  /** Returns the bytes of the account's variables with their versions. */
  async bytes(accountId: string): Promise<number> {
    const sizes = await this.redis.hvals(keys.variableSizes(accountId));
    return sizes.reduce((sum, size) => sum + Number(size), 0);
  }
}
