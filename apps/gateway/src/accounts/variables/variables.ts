/** Saved template variables of an account. */
import {
  anyOf,
  MAX_VARIABLES,
  MAX_VARIABLES_BYTES,
  nearestNames,
  type Page,
  PageQuery,
  pageOf,
  ServiceError,
  shape,
  Variable,
  VariableContent,
  VariableName,
  VariableSummary,
} from '@toolpress/contract';
import { type Redis, SMALL_BYTES } from '@toolpress/runtime';
import type { UnknownVariables } from '@toolpress/template';
import { type Endpoint, forCaller } from '../../api/endpoint.js';
import { Holding, MemoryPool } from '../../api/memory-budget.js';
import { keys } from '../../shared/keys.js';
import { readPage } from '../../shared/pagination.js';
import { objectScript } from '../../shared/redis-scripts.js';

const saveVariable = objectScript('accounts/variables/save-variable');
const readVariables = objectScript<{ kind: VariableKind; room: number; most: number; uses: number[] }, Reading>(
  'accounts/variables/read-variables',
);

export type VariableKind = VariableContent['kind'];

/** The limit, in bytes, of concurrent replies to this process. Redis holds a reply in memory until it is read. */
const REPLIES_BYTES = 16 * 1024 * 1024;

/** The largest number of unknown variables that one error explains. */
const MAX_EXPLAINED = 3;

/** The reply of `read-variables.lua`. */
type Reading = [verdict: 'read' | 'large' | 'too large', bytes: number, contents: (string | null)[]];

/** Reserves memory; waits while there is not enough. */
export type Hold = (bytes: number) => Promise<void> | undefined;

export class Variables {
  private readonly replies = new MemoryPool(REPLIES_BYTES);

  constructor(private readonly redis: Redis) {}

  /**
   * Creates or replaces a variable. A replaced one keeps its creation time.
   *
   * @throws ServiceError `invalid_parameter` when the number or the total size of the account's variables exceeds its limit.
   */
  async save(accountId: string, name: string, { kind, content }: VariableContent): Promise<Variable> {
    const now = new Date().toISOString();
    const [exceeded, created_at] = (await saveVariable.run(
      this.redis,
      [keys.variable(accountId, name), keys.variables(accountId), keys.variableSizes(accountId)],
      {
        ...{ name, kind, now, bytes: Buffer.byteLength(content) },
        ...{ most_count: MAX_VARIABLES, most_bytes: MAX_VARIABLES_BYTES },
      },
      content,
    )) as [exceeded: '' | 'count' | 'size', created_at: string];
    if (exceeded === '') return { name, kind, content, created_at, updated_at: now };
    throw new ServiceError(
      'invalid_parameter',
      exceeded === 'count'
        ? `The account has reached the limit of ${MAX_VARIABLES} template variables. Delete one first.`
        : `The template variables of the account would exceed ${MAX_VARIABLES_BYTES / 1024 / 1024} MiB in total. Delete one first.`,
    );
  }

  /**
   * @param signal of the caller, because large variables wait for each other.
   * @param hold called with the size in bytes before the content is read.
   */
  async find(accountId: string, name: string, signal: AbortSignal, hold: Hold): Promise<Variable | undefined> {
    const key = keys.variable(accountId, name);
    const bytes = await this.redis.hstrlen(key, 'content');
    await hold(bytes);
    const fields = await this.withinReplyLimit(accountId, bytes, signal, () => this.redis.hgetall(key));
    return fields['content'] === undefined ? undefined : ({ name, ...fields } as unknown as Variable);
  }

  /**
   * Reads contents if they fit: Redis checks their sizes first. Takes one round trip, or two if the contents are large.
   *
   * @param wanted each name with the number of its uses.
   * @param roomBytes limit of the total size, each content counted once per use.
   * @param hold called with the size in bytes before large contents are read.
   * @returns the contents of existing variables of this kind, by name; undefined when they exceed the limit.
   */
  async contents(
    { accountId, kind, signal }: { accountId: string; kind: VariableKind; signal: AbortSignal },
    wanted: ReadonlyMap<string, number>,
    roomBytes: number,
    hold: Hold,
  ): Promise<Map<string, string> | undefined> {
    const variables = [...wanted.keys()].map((name) => keys.variable(accountId, name));
    const read = (most: number) =>
      readVariables.run(this.redis, variables, { kind, room: roomBytes, most, uses: [...wanted.values()] });
    let [verdict, bytes, found] = await read(SMALL_BYTES);
    if (verdict === 'large') {
      await hold(bytes);
      [verdict, bytes, found] = await this.withinReplyLimit(accountId, bytes, signal, () => read(bytes));
    }
    if (verdict !== 'read') return undefined; // they may also have been replaced by larger ones meanwhile
    const pairs = [...wanted.keys()].map((name, index) => [name, found[index]] as const);
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  }

  /** Returns an error with hints: variables of the other kind, similar names, how to create one. */
  async explain(accountId: string, { message, names, kind, field }: UnknownVariables): Promise<ServiceError> {
    const known = await this.redis.zrange(keys.variables(accountId), 0, '-1');
    const hints = names.slice(0, MAX_EXPLAINED).map((name) => {
      if (known.includes(name)) {
        const other = kind === 'html' ? 'css' : 'html';
        return `\`${name}\` exists as a variable of the kind ${other}; \`${field}\` needs one of the kind ${kind}.`;
      }
      const near = nearestNames(name, known);
      return `${near.length > 0 ? `Did you mean ${anyOf(near)}? Else save` : 'Save'} it with \`PUT /api/variables/${name}\`.`;
    });
    return new ServiceError('variable_unknown', [message, ...hints].join(' '));
  }

  /** Reads when the concurrent replies leave room for this one. */
  private async withinReplyLimit<Reply>(
    accountId: string,
    bytes: number,
    signal: AbortSignal,
    read: () => Promise<Reply>,
  ): Promise<Reply> {
    const holding = new Holding(this.replies, accountId);
    await holding.take(bytes, signal);
    try {
      return await read();
    } finally {
      holding.release();
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

  /** Deletes a variable. Returns whether it existed. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const transaction = this.redis
      .multi()
      .del(keys.variable(accountId, name))
      .zrem(keys.variables(accountId), name)
      .hdel(keys.variableSizes(accountId), name);
    const [[, deleted] = []] = (await transaction.exec()) ?? [];
    return deleted === 1;
  }
}

const NameInPath = shape({ name: VariableName });

export function variableEndpoints(variables: Variables): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/variables/{name}',
      id: 'putVariable',
      audit: { action: 'variable.save' },
      summary: 'Creates or replaces a template variable',
      params: NameInPath,
      body: VariableContent,
      answer: Variable,
      handle: ({ params, body, caller }) => variables.save(caller.accountId, params.name, body),
    }),
    forCaller({
      method: 'get',
      path: '/api/variables/{name}',
      id: 'getVariable',
      summary: 'One template variable with its content',
      params: NameInPath,
      answer: Variable,
      errors: ['variable_not_found'],
      async handle({ params, caller }, { signal, memory }) {
        // The content, the text of the answer and its bytes.
        const hold = (bytes: number) => memory.answer.take(3 * bytes, signal);
        const variable = await variables.find(caller.accountId, params.name, signal, hold);
        if (variable === undefined) throw notFound(params.name);
        return variable;
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/variables/{name}',
      id: 'deleteVariable',
      audit: { action: 'variable.delete' },
      summary: 'Deletes a template variable',
      params: NameInPath,
      answer: NameInPath,
      errors: ['variable_not_found'],
      async handle({ params, caller }) {
        if (!(await variables.remove(caller.accountId, params.name))) throw notFound(params.name);
        return { name: params.name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables',
      id: 'listVariables',
      summary: 'All template variables of the account, without their contents',
      query: PageQuery,
      answer: pageOf(VariableSummary),
      handle: ({ query, caller }) => variables.list(caller.accountId, query),
    }),
  ];
}

const notFound = (name: string): ServiceError =>
  new ServiceError('variable_not_found', `The account has no template variable \`${name}\`.`);
