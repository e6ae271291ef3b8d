/**
 * The fonts of an account: their properties are in Redis, their files in the file store. A file is written before its font is saved and
 * deleted after its font. Redis lists unused files, also after a failure, and a later change deletes them.
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
import { type Endpoint, forCaller } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { called } from '../../api/large-body-tasks.js';
import type { AccountData } from '../../shared/account-data.js';
import { keys } from '../../shared/keys.js';
import { pageOfMembers } from '../../shared/pagination.js';
import { objectScript } from '../../shared/redis-scripts.js';
import { type FontFile, readFontFile } from './font-file.js';

const saveFont = objectScript<{ font: StoredFont; most: number }, string | null>('accounts/fonts/save-font');
const removeFont = objectScript<{ name: string }>('accounts/fonts/remove-font');

/** The time in milliseconds within which a written file must be used. */
const WRITTEN_WITHIN_MS = 3_600_000;
/** The largest number of unused files that one change deletes. */
const REMOVED_AT_A_TIME = 10;

export class Fonts implements AccountData {
  constructor(
    private readonly redis: Redis,
    private readonly store: Pick<FileStore, 'keep' | 'removeKept'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Creates or replaces a font. A replaced one keeps its creation time.
   *
   * @throws ServiceError `invalid_parameter` when the account has too many fonts.
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
    const touched = [fontsKey(accountId), keys.unusedFontFiles];
    const saved = await saveFont.run(this.redis, touched, { font, most: MAX_FONTS });
    await this.removeUnused();
    if (saved !== null) return shown(saved);
    throw new ServiceError(
      'invalid_parameter',
      `The account has reached the limit of ${MAX_FONTS} fonts. Delete one first.`,
    );
  }

  async find(accountId: string, name: string): Promise<Font | undefined> {
    const font = await this.redis.hget(fontsKey(accountId), name);
    return font === null ? undefined : shown(font);
  }

  /** Returns a page of the account's fonts. There are few, so all are read. */
  async list(accountId: string, query: PageQuery): Promise<Page<Font>> {
    const key = fontsKey(accountId);
    const fonts = new Map(Object.entries(await this.redis.hgetall(key)));
    return pageOfMembers([...fonts.keys()], key, query, (name) => shown(fonts.get(name) ?? ''));
  }

  /** Deletes a font. Returns whether it existed. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const removed = await removeFont.run(this.redis, [fontsKey(accountId), keys.unusedFontFiles], { name });
    await this.removeUnused();
    return removed === 1;
  }

  /** Deletes all fonts of an account. */
  async deleteAccount(accountId: string): Promise<void> {
    for (const name of await this.redis.hkeys(fontsKey(accountId))) await this.remove(accountId, name);
  }

  /** Deletes unused files. Files that cannot be deleted now are deleted with a later change. */
  private async removeUnused(): Promise<void> {
    const now = String(Date.now());
    try {
      const files = await this.redis.zrange(keys.unusedFontFiles, '0', now, 'BYSCORE', 'LIMIT', 0, REMOVED_AT_A_TIME);
      for (const file of files) {
        await this.store.removeKept(file);
        await this.redis.zrem(keys.unusedFontFiles, file);
      }
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'cannot delete unused font files');
    }
  }
}

function shown(stored: string): Font {
  const { file: _file, ...font } = JSON.parse(stored) as StoredFont;
  return font;
}

/** Runs in the thread for large bodies: a large font takes about 30 ms. */
const READ_FONT = called(new URL('./font-file.js', import.meta.url).href, readFontFile);

const NameInPath = shape({ name: FontName });

export const fontEndpoints = (fonts: Fonts, largeBodies: LargeBodies): Endpoint[] => [
  putFont(fonts, largeBodies),
  ...otherFontEndpoints(fonts),
];

const putFont = (fonts: Fonts, largeBodies: LargeBodies): Endpoint =>
  forCaller({
    method: 'put',
    path: '/api/fonts/{name}',
    id: 'putFont',
    audit: { action: 'font.save' },
    summary: 'Creates or replaces a font',
    params: NameInPath,
    body: FontInput,
    answer: Font,
    errors: ['font_invalid'],
    async handle({ params, body, caller: { accountId } }, { signal }) {
      const { data_base64: base64 } = body;
      const file = await largeBodies.call(READ_FONT, [base64], base64.length, { account: accountId, signal });
      return fonts.save(accountId, params.name, body, file);
    },
  });

function otherFontEndpoints(fonts: Fonts): Endpoint[] {
  return [
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
      audit: { action: 'font.delete' },
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
