/**
 * An account's own fonts. What they are is in Redis, their files are in the file store. A file is written before it is used and
 * deleted after; one that is not used, because something failed in between, is known to Redis and deleted with a later change.
 */
import { randomBytes } from 'node:crypto';
import {
  Font,
  FontInput,
  FontName,
  fontsKey,
  MAX_FONTS,
  type Page,
  PageQuery,
  pageOf,
  ServiceError,
  type StoredFont,
  shape,
} from '@toolpress/contract';
import { type Logger, type Redis, reasonOf } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { type Endpoint, forCaller } from '../../http/endpoint.js';
import type { LargeBodies } from '../../http/large-bodies.js';
import { keys } from '../../shared/keys.js';
import { pageOfMembers } from '../../shared/pagination.js';
import { luaScript } from '../../shared/redis-scripts.js';
import type { FontFile } from './font-file.js';

const saveFont = luaScript('save-font');
const removeFont = luaScript('remove-font');

/** A file that is written takes no longer until it is used. */
const WRITTEN_WITHIN_MS = 3_600_000;
/** So many unused files are deleted with a change. */
const REMOVED_AT_A_TIME = 10;

export class Fonts {
  constructor(
    private readonly redis: Redis,
    private readonly store: Pick<FileStore, 'keep' | 'removeKept'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Saves a font under its name; what was there before is replaced, its time of creation stays.
   *
   * @throws ServiceError `invalid_parameter` when the account would keep too many.
   */
  async save(accountId: string, name: string, input: FontInput, { bytes, format, sha256 }: FontFile): Promise<Font> {
    const { family, weight = 400, style = 'normal' } = input;
    const now = new Date().toISOString();
    const file = `${accountId}/${randomBytes(16).toString('hex')}`;
    const font: StoredFont = {
      ...{ name, family, weight, style, format, sha256, file },
      ...{ size_bytes: bytes.length, created_at: now, updated_at: now },
    };
    await this.redis.zadd(keys.unusedFontFiles, Date.now() + WRITTEN_WITHIN_MS, file);
    await this.store.keep(file, bytes);
    const values = [name, JSON.stringify(font), MAX_FONTS];
    const saved = await saveFont(this.redis, [fontsKey(accountId), keys.unusedFontFiles], values);
    await this.removeUnused();
    if (typeof saved === 'string') return shown(saved);
    throw new ServiceError(
      'invalid_parameter',
      `The account keeps ${MAX_FONTS} fonts, which is the limit; delete one first.`,
    );
  }

  async find(accountId: string, name: string): Promise<Font | undefined> {
    const font = await this.redis.hget(fontsKey(accountId), name);
    return font === null ? undefined : shown(font);
  }

  /** They are few: one page, unless fewer are wanted. */
  async list(accountId: string, query: PageQuery): Promise<Page<Font>> {
    const key = fontsKey(accountId);
    const fonts = new Map(Object.entries(await this.redis.hgetall(key)));
    return pageOfMembers([...fonts.keys()], key, query, (name) => shown(fonts.get(name) ?? ''));
  }

  /** @returns whether there was one of this name. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const removed = await removeFont(this.redis, [fontsKey(accountId), keys.unusedFontFiles], [name]);
    await this.removeUnused();
    return removed === 1;
  }

  /** What can't be deleted now is deleted with a later change: nobody prints with it any more. */
  private async removeUnused(): Promise<void> {
    const now = String(Date.now());
    try {
      const files = await this.redis.zrange(keys.unusedFontFiles, '0', now, 'BYSCORE', 'LIMIT', 0, REMOVED_AT_A_TIME);
      for (const file of files) {
        await this.store.removeKept(file);
        await this.redis.zrem(keys.unusedFontFiles, file);
      }
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'the files of fonts that are not used could not be deleted');
    }
  }
}

function shown(stored: string): Font {
  const { file: _file, ...font } = JSON.parse(stored) as StoredFont;
  return font;
}

const NameInPath = shape({ name: FontName });

export function fontEndpoints(fonts: Fonts, largeBodies: LargeBodies): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/fonts/{name}',
      id: 'putFont',
      summary: 'Saves a font, or replaces it',
      params: NameInPath,
      body: FontInput,
      answer: Font,
      errors: ['font_invalid'],
      async handle({ params, body, caller: { accountId } }, { signal }) {
        const file = await largeBodies.font(body.data_base64, { account: accountId, signal });
        return fonts.save(accountId, params.name, body, file);
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/fonts/{name}',
      id: 'getFont',
      summary: 'One font, without its file',
      params: NameInPath,
      answer: Font,
      errors: ['font_not_found'],
      async handle({ params, caller }) {
        const font = await fonts.find(caller.accountId, params.name);
        if (font === undefined) throw notFound(params.name);
        return font;
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/fonts/{name}',
      id: 'deleteFont',
      summary: 'Deletes a font',
      params: NameInPath,
      answer: NameInPath,
      errors: ['font_not_found'],
      async handle({ params, caller }) {
        if (!(await fonts.remove(caller.accountId, params.name))) throw notFound(params.name);
        return { name: params.name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/fonts',
      id: 'listFonts',
      summary: 'All fonts of the account, without their files',
      query: PageQuery,
      answer: pageOf(Font),
      handle: ({ query, caller }) => fonts.list(caller.accountId, query),
    }),
  ];
}

const notFound = (name: string): ServiceError =>
  new ServiceError('font_not_found', `The account has no font \`${name}\`.`);
