/** Converts a request into the worker's job: resolves variables, checks sizes and maps the options by their table in the contract. */
import {
  type FileValue,
  type JobProtect,
  type JsonObject,
  jsonText,
  leavesRoom,
  MAX_PAPER_INCHES,
  MAY_NAME_VARIABLE,
  mappedOptions,
  type Orientation,
  type PageMargin,
  type PageSize,
  type PageTexts,
  type PaperInches,
  PDF_LIMITS,
  type PdfRequest,
  PREPARED_OPTIONS,
  type Preparation,
  type Protect,
  RawJson,
  ServiceError,
  type UnsentRenderJob,
  type Watermark,
  withoutAbsent,
} from '@toolpress/contract';
import { paperSize } from '@toolpress/document';
import { resolveVariables, UnknownVariables, type VariableKind, type VariableLookup } from '@toolpress/template';
import type { Variables } from '../../accounts/variables/variables.js';
import type { RequestContext } from '../../api/endpoint.js';
import { resolvedFiles } from './files.js';
import { preparedPassword } from './passwords.js';

/**
 * Returns the worker's job.
 *
 * @throws ServiceError `variable_unknown` or `template_invalid` for variables, `body_too_large` for a part that is too large after they are
 *   resolved, `invalid_parameter` for margins that leave no room and for invalid passwords.
 */
export async function renderJob(
  variables: Pick<Variables, 'contents' | 'explain'>,
  request: PdfRequest,
  {
    accountId,
    requestId,
    memory,
    signal,
  }: Pick<RequestContext, 'requestId' | 'memory' | 'signal'> & { accountId: string },
): Promise<UnsentRenderJob> {
  const { data, translations } = request;
  if (data !== undefined) checkSize('data', asJson(data));
  if (translations !== undefined) checkSize('translations', asJson(translations));
  const job = { requestId, html: '', ...mappedOptions(request) } as UnsentRenderJob;
  if (job.margin !== undefined) checkRoom(job as Page & { margin: PageMargin });

  // Contents are in memory twice: separately, and in the field's text. A request that holds a record or contents already needs the rest to
  // continue.
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal, memory.variables.bytes > 0);
  const lookups = new Map<VariableKind, VariableLookup>();
  const lookupOf = (kind: VariableKind): VariableLookup => {
    const lookup =
      lookups.get(kind) ??
      readOnce((wanted, roomBytes) => variables.contents({ accountId, kind, signal }, wanted, roomBytes, hold));
    lookups.set(kind, lookup);
    return lookup;
  };
  const prepare = preparations(lookupOf, (key) => data !== undefined && mayHaveKey(data, key));
  const given = PREPARED_OPTIONS.filter(({ name }) => request[name as keyof PdfRequest] !== undefined);
  const prepared = await Promise.all(
    given.map(async ({ name, preparation, field }) => [
      field,
      await prepare[preparation](request[name as keyof PdfRequest] as never, name as Part),
    ]),
  ).catch(async (error: unknown) => {
    throw error instanceof UnknownVariables ? await variables.explain(accountId, error) : error;
  });
  return Object.assign(job, Object.fromEntries(prepared));
}

/** Returns a lookup that reads each variable once, so that all fields of a document have the same version of it. */
function readOnce(read: VariableLookup): VariableLookup {
  const found = new Map<string, ReturnType<VariableLookup>>();
  return async (wanted, roomBytes) => {
    const fresh = new Map([...wanted].filter(([name]) => !found.has(name)));
    if (fresh.size > 0) {
      const reading = read(fresh, roomBytes);
      for (const name of fresh.keys()) found.set(name, reading);
      const contents = await reading;
      if (fresh.size === wanted.size) return contents;
    }
    const contents = new Map<string, string>();
    let bytes = 0;
    for (const [name, uses] of wanted) {
      const each = await found.get(name);
      if (each === undefined) return undefined;
      const content = each.get(name);
      if (content === undefined) continue;
      bytes += uses * Buffer.byteLength(content);
      contents.set(name, content);
    }
    return bytes > roomBytes ? undefined : contents;
  };
}

/** Returns the functions that prepare an option. @param hasKey whether the data may have a key, which is no partial then. */
function preparations(lookupOf: (kind: VariableKind) => VariableLookup, hasKey: (key: string) => boolean) {
  const resolved = async (text: string, field: Part): Promise<string> => {
    const kind = field === 'css' ? 'css' : 'html';
    const whole = MAY_NAME_VARIABLE.test(text)
      ? await resolveVariables(text, kind, lookupOf(kind), PDF_LIMITS[field], { hasKey })
      : text;
    if (whole === undefined) throw overLimit(field);
    checkSize(field, whole);
    return whole;
  };
  return {
    async text(text: string | RawJson, field: Part) {
      if (!(text instanceof RawJson)) return resolved(text, field);
      checkSize(field, text);
      return text; // names no variables
    },
    async 'page texts'(texts: PageTexts, field: Part) {
      if (typeof texts === 'string') return resolved(texts, field);
      const kinds = await Promise.all(
        Object.entries(texts).map(async ([kind, text]) => [kind, await resolved(text, field)] as const),
      );
      checkSize(field, kinds.map(([, text]) => text).join(''));
      return Object.fromEntries(kinds);
    },
    async watermark(given: Watermark, field: Part) {
      const { html, layer = 'over' } = typeof given === 'string' ? { html: given } : given;
      return { html: await resolved(html, field), layer };
    },
    async files(files: Record<string, FileValue> | RawJson, field: Part) {
      if (files instanceof RawJson) return files; // at most as large as the body
      const whole = await resolvedFiles(files, lookupOf, PDF_LIMITS[field]);
      if (whole === undefined) throw overLimit(field);
      return whole;
    },
    async passwords({ user_password: user, owner_password: owner, permissions }: Protect): Promise<JobProtect> {
      const userPassword = await preparedPassword('protect.user_password', user);
      const ownerPassword = await preparedPassword('protect.owner_password', owner);
      return withoutAbsent({ userPassword, ownerPassword, permissions });
    },
  } satisfies Record<Preparation, (value: never, field: Part) => Promise<unknown>>;
}

const asJson = (part: JsonObject | RawJson): string | RawJson => (part instanceof RawJson ? part : jsonText(part));

/** Returns whether JSON contains a string that may be the key. Some programs write `>` as an escape. */
function mayHaveKey(data: JsonObject | RawJson, key: string): boolean {
  const { content } = data instanceof RawJson ? data : { content: jsonText(data) };
  const json =
    typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const written = JSON.stringify(key);
  return ['>', String.raw`\u003e`, String.raw`\u003E`].some((sign) => json.includes(written.replaceAll('>', sign)));
}

type Part = keyof typeof PDF_LIMITS;
const MEBIBYTE = 1024 * 1024;

/**
 * Checks the size of a part.
 *
 * @param part the part as the worker receives it: with resolved variables, `data` as JSON.
 * @throws ServiceError `body_too_large` naming the part and its limit.
 */
function checkSize(name: Part, part: string | RawJson): void {
  if (!isWithin(PDF_LIMITS[name], part)) throw overLimit(name);
}

function overLimit(name: Part): ServiceError {
  const limit = PDF_LIMITS[name];
  const allowed = limit >= MEBIBYTE ? `${limit / MEBIBYTE} MiB` : `${limit / 1024} KiB`;
  const what = name === 'data' || name === 'translations' ? 'as JSON' : 'with its template variables';
  return new ServiceError('body_too_large', `\`${name}\` is over the limit of ${allowed}, ${what}.`);
}

function isWithin(limit: number, part: string | RawJson): boolean {
  if (part instanceof RawJson) return part.sizeBytes <= limit;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  return part.length * 3 <= limit || Buffer.byteLength(part) <= limit;
}

type Page = { paper?: PaperInches; pageSize?: PageSize; orientation: Orientation };

/**
 * Checks that the margins leave room for content. Without a size in the request the document may choose any, so A0 is assumed, the largest
 * named size.
 *
 * @throws ServiceError `invalid_parameter`.
 */
function checkRoom({ margin, paper, pageSize, orientation }: Page & { margin: PageMargin }): void {
  const { width, height = MAX_PAPER_INCHES }: PaperInches = paper ?? paperSize(pageSize ?? 'A0', orientation);
  if (leavesRoom(margin, { width, height })) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`margin\` must leave at least 10 mm of the page's width and height${pageSize === undefined ? '' : `, which is ${pageSize}`}.`,
  );
}
