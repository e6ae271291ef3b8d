/** The scripts that change template variables, and their keys. */
import { DRAFT, MAX_VARIABLES, MAX_VARIABLES_BYTES, MAX_VERSIONS, type TemplateVersion } from '@toolpress/contract';
import type { Redis, RedisScript } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';

/** The largest number of versions of an account that are not published. */
const MAX_HISTORY = 2_000;
/** The largest number of last version numbers, also of deleted variables. */
const MAX_NUMBERS = 10_000;

/** The fields of an answer: time of creation, last change, version, time of publication, note, time of the draft. */
export type AboutVersion = (string | null)[];

const script = <Arguments extends object, Result>(name: string): RedisScript<Arguments & { name: string }, Result> =>
  objectScript('accounts/variables/versions', `accounts/variables/${name}`);

interface Saving {
  now: string;
  bytes: number;
  by: string;
  note?: string;
  is_draft: boolean;
}
const saveVariable = script<Saving, [exceeded: 'count' | 'size' | '', about: AboutVersion]>('save-variable');
const publishVersion = script<{ now: string; version: string; note?: string }, 1 | null>('publish-version');
const removeDraft = script<object, 0 | 1>('remove-draft');
const removeVariable = script<object, 0 | 1>('remove-variable');

/** Runs the scripts for the variables of an account. */
export class VersionScripts {
  constructor(private readonly redis: Redis) {}

  /** @param parts alternating names and values. */
  save(accountId: string, name: string, saving: Omit<Saving, 'now'>, parts: readonly string[]) {
    return saveVariable.run(
      this.redis,
      keysOf(accountId, name),
      { ...limitsOf(accountId, name), now: now(), ...saving },
      ...parts,
    );
  }

  /** @returns whether the version exists. */
  async publish(accountId: string, name: string, version: TemplateVersion, note?: string): Promise<boolean> {
    const args = { ...limitsOf(accountId, name), now: now(), version: String(version), ...(note && { note }) };
    return (await publishVersion.run(this.redis, keysOf(accountId, name), args)) === 1;
  }

  /** @returns whether the draft existed. */
  async removeDraft(accountId: string, name: string): Promise<boolean> {
    return (await removeDraft.run(this.redis, keysOf(accountId, name), limitsOf(accountId, name))) === 1;
  }

  /** @returns whether the variable existed. */
  async remove(accountId: string, name: string): Promise<boolean> {
    return (await removeVariable.run(this.redis, keysOf(accountId, name), limitsOf(accountId, name))) === 1;
  }
}

const now = (): string => new Date().toISOString();

const keysOf = (accountId: string, name: string): string[] => [
  ...[keys.variable(accountId, name), keys.variables(accountId), keys.variableSizes(accountId)],
  ...[keys.variableNumbers(accountId), keys.variableVersions(accountId, name), keys.variableHistory(accountId)],
  keys.variableVersion(accountId, name, DRAFT),
];

const limitsOf = (accountId: string, name: string) => ({
  ...{ name, version_prefix: keys.variableVersion(accountId), versions_prefix: keys.variableVersions(accountId, '') },
  ...{ most_versions: MAX_VERSIONS, most_history: MAX_HISTORY, most_numbers: MAX_NUMBERS },
  ...{ most_count: MAX_VARIABLES, most_bytes: MAX_VARIABLES_BYTES },
});
