/** Has a worker render a request: converts it into the worker's job by the table of options in the contract, and waits for the reply. */
import {
  type DataFrom,
  type DocumentFile,
  isStoreOutage,
  type JobProtect,
  type JsonObject,
  jsonText,
  leavesRoom,
  MAX_PAGES,
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
  type ProtectSecrets,
  pageBlocks,
  RawJson,
  type RenderedFile,
  type RenderReply,
  type Sealed,
  ServiceError,
  type Settings,
  type UnsentRenderJob,
  type Watermark,
  withoutAbsent,
} from '@toolpress/contract';
import { paperSize } from '@toolpress/document';
import { type PayloadSealer, type RenderQueue, type SubmitOptions, writePayload } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import { UnknownVariables, type VariableKind } from '@toolpress/template';
import type { Files } from '../../accounts/files/files.js';
import type { Variables } from '../../accounts/variables/variables.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { payloadHolder } from '../../api/memory-budget.js';
import type { Caller } from '../../auth/callers.js';
import type { Records } from '../get-record/records.js';
import { addRecord } from './record-data.js';
import { type ReadStored, Resolver, resolvedFiles, withStoredFiles } from './variables.js';

export interface PrintOptions {
  queue: RenderQueue;
  variables: Variables;
  records: Pick<Records, 'check' | 'get' | 'list' | 'withChildren'>;
  largeBodies: LargeBodies;
  /** The stored files of accounts. */
  files: Pick<Files, 'read'>;
  tracing: Tracing;
  settings: { current(): Promise<Pick<Settings, 'pdf'>> };
  /** Encrypts what must not be in Redis in plain. */
  sealer: Pick<PayloadSealer, 'seal'>;
  /** Rejects documents while the file store is unavailable. */
  storeGate: { pass(): Promise<void>; suspect(): Promise<void> };
  /** The longest time in milliseconds that a caller waits for a PDF. */
  deadlineMs: number;
  /** The longest life of a file in seconds. */
  fileTtl: number;
}

/** The protection of a row whose batch is merged: with the key of the row's file, in base64. */
export type ProtectWithKey = Protect & { file_key?: string };

/** What a job leaves out, how it lists findings, whether a worker stops when the caller hangs up, and whether the answer includes the file. */
type Wanted = Pick<UnsentRenderJob, 'checkOnly' | 'firstPageOnly' | 'listsEach'> &
  Pick<SubmitOptions, 'stopsWithCaller'> & { takesFile?: boolean };

/** Renders a request on a worker. @throws ServiceError any error of the PDF tools. */
export async function renderPdf(
  options: PrintOptions,
  request: PdfRequest,
  caller: Caller,
  context: RequestContext,
  wanted: Omit<Wanted, 'checkOnly'> = {},
): Promise<RenderedFile> {
  const { file } = await submit(options, request, caller, context, wanted);
  if (file === undefined) throw new Error('the worker returned no file');
  return file;
}

/**
 * Has a worker print a document, or only check it.
 *
 * @returns the file, or the findings of a check. @throws ServiceError any error of the PDF tools.
 */
export async function submit(
  options: PrintOptions,
  request: PdfRequest,
  caller: Caller,
  context: RequestContext,
  { stopsWithCaller = false, takesFile = false, ...only }: Wanted = {},
): Promise<RenderReply & { ok: true }> {
  const { requestId, signal, memory, backgroundId, origin } = context;
  if (request.expires_in !== undefined) checkExpiry(request.expires_in, options.fileTtl);
  if (request.embedded_resources) await checkEmbedding(options, request);
  await options.storeGate.pass();
  const begun = Date.now();
  const { tracing, deadlineMs, sealer } = options;
  const { accountId } = caller;
  const maxPages = caller.maxPages ?? (await options.settings.current()).pdf.max_pages;
  if (hasRecord(request))
    await tracing.span('read the record', {}, async () => {
      const count = await addRecord(options, request, accountId, context, deadlineMs);
      if (count !== undefined) context.recordsRead = count;
    });
  // A caller waits for both; a job has the whole time for printing.
  const deadline = (backgroundId === undefined ? begun : Date.now()) + deadlineMs;
  const job = await tracing.span('resolve variables', {}, () =>
    renderJob(options, request, { accountId, requestId, memory, signal, sealer }),
  );
  const reply = await tracing.span('queue', { kind: 'producer' }, async () => {
    const traceparent = tracing.traceparent();
    const payload = await writePayload({ ...job, ...only, ...(maxPages !== MAX_PAGES && { maxPages }) });
    // Free the document's memory, even if callers still refer to the request or the job: the payload is complete.
    for (const part of [request, job]) empty(part);
    const reply = options.queue.submitAndWait(payload, {
      accountId,
      deadlineMs: deadline - Date.now(),
      signal,
      traceparent,
      onHeld: payloadHolder(memory),
      ...(backgroundId !== undefined && { backgroundId, workMs: deadlineMs * pageBlocks(maxPages) }),
      ...(origin !== undefined && { origin }),
      ...(stopsWithCaller && { stopsWithCaller }),
      ...(takesFile && {
        onFile: (file) => {
          context.received = file;
        },
      }),
    });
    return reply.catch((error: unknown) => {
      if (isStoreOutage(error)) void options.storeGate.suspect();
      throw error;
    });
  });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply;
}

const hasRecord = (request: PdfRequest): request is PdfRequest & { data_from: DataFrom } =>
  request.data_from !== undefined;

/** Checks `expires_in`. @throws ServiceError `invalid_parameter` when it exceeds the longest life of files. */
function checkExpiry(seconds: number, fileTtl: number): void {
  if (seconds <= fileTtl) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`expires_in\` must be at most ${fileTtl}: this service keeps files for that many seconds.`,
  );
}

/** @throws ServiceError `invalid_parameter` when the operator does not allow `embedded_resources`. */
async function checkEmbedding({ settings }: Pick<PrintOptions, 'settings'>, request: PdfRequest): Promise<void> {
  const { pdf } = await settings.current();
  if (pdf.embedded_resources) return;
  if (!('form' in request))
    throw new ServiceError('invalid_parameter', '`embedded_resources` is not allowed by the operator of this service.');
  delete request.embedded_resources; // forms cannot leave it out
}

function empty(part: Record<string, unknown>): void {
  for (const name of Object.keys(part)) delete part[name];
}

/**
 * Returns the worker's job.
 *
 * @throws ServiceError `variable_unknown` or `template_invalid` for variables, `body_too_large` for a part that is too large after they are
 *   resolved, `invalid_parameter` for margins that leave no room.
 */
export async function renderJob(
  {
    variables,
    largeBodies,
    files,
  }: {
    variables: Pick<Variables, 'contents' | 'explain'>;
    largeBodies: Pick<LargeBodies, 'call'>;
    files: Pick<Files, 'read'>;
  },
  request: PdfRequest,
  {
    accountId,
    requestId,
    memory,
    signal,
    sealer,
  }: Pick<RequestContext, 'requestId' | 'memory' | 'signal'> & Pick<PrintOptions, 'sealer'> & { accountId: string },
): Promise<UnsentRenderJob> {
  const { data, translations } = request;
  if (data !== undefined) checkSize('data', asJson(data));
  if (translations !== undefined) checkSize('translations', asJson(translations));
  const job = { requestId, html: '', ...mappedOptions(request) } as UnsentRenderJob;
  if (job.margin !== undefined) checkRoom(job as Page & { margin: PageMargin });

  // Contents are in memory twice: separately, and in the field's text. A request that holds a record or contents already needs the rest to
  // continue.
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal, memory.variables.bytes > 0);
  const seal = (secrets: object): Promise<Sealed> => sealer.seal(secrets, accountId);
  const read = (kind: VariableKind) => (wanted: ReadonlyMap<string, number>, roomBytes: number) =>
    variables.contents({ accountId, kind, signal }, wanted, roomBytes, hold);
  const resolver = new Resolver(read, data, largeBodies, { account: accountId, signal });
  const readStored: ReadStored = (id) =>
    files.read(accountId, id, (bytes) => {
      if (bytes > PDF_LIMITS.files) throw overLimit('files');
      return hold(bytes);
    });
  const prepare = preparations(resolver, seal, request.tags ?? true, readStored);
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

/** Returns the functions that prepare an option. @param isTemplate whether `html` and `css` may name variables. */
function preparations(
  resolver: Resolver,
  seal: (secrets: object) => Promise<Sealed>,
  isTemplate: boolean,
  readStored: ReadStored,
) {
  const resolved = async (text: string, field: Part): Promise<string | RawJson> => {
    const whole = mayNameVariable(text)
      ? await resolver.resolved(text, field === 'css' ? 'css' : 'html', PDF_LIMITS[field])
      : text;
    if (whole === undefined) throw overLimit(field);
    checkSize(field, whole);
    return whole;
  };
  return {
    async text(text: string | RawJson, field: Part) {
      if (isTemplate && !(text instanceof RawJson)) return resolved(text, field);
      checkSize(field, text);
      return text; // raw JSON names no variables
    },
    async 'page texts'(texts: PageTexts, field: Part) {
      if (typeof texts === 'string') return resolved(texts, field);
      const kinds = await Promise.all(
        Object.entries(texts).map(async ([kind, text]) => [kind, await resolved(text, field)] as const),
      );
      checkSize(field, ...kinds.map(([, text]) => text));
      return Object.fromEntries(kinds);
    },
    async watermark(given: Watermark, field: Part) {
      const { html, layer = 'over' } = typeof given === 'string' ? { html: given } : given;
      return { html: await resolved(html, field), layer };
    },
    async files(files: Record<string, DocumentFile> | RawJson, field: Part) {
      if (files instanceof RawJson) return files; // at most as large as the body
      const read = await withStoredFiles(files, readStored, PDF_LIMITS[field]);
      const whole = read && (await resolvedFiles(read, resolver, PDF_LIMITS[field]));
      if (whole === undefined) throw overLimit(field);
      return whole;
    },
    async passwords({
      user_password: userPassword,
      owner_password: ownerPassword,
      permissions,
      file_key: fileKey,
    }: ProtectWithKey): Promise<JobProtect> {
      const secrets: ProtectSecrets = withoutAbsent({ userPassword, ownerPassword, fileKey });
      const hasAny = Object.keys(secrets).length > 0;
      return withoutAbsent({ permissions, sealed: hasAny ? await seal(secrets) : undefined });
    },
  } satisfies Record<Preparation, (value: never, field: Part) => Promise<unknown>>;
}

/** Longer texts are searched by the thread. A template is at most as long. */
const mayNameVariable = (text: string): boolean => text.length > MEBIBYTE || MAY_NAME_VARIABLE.test(text);

const asJson = (part: JsonObject | RawJson): string | RawJson => (part instanceof RawJson ? part : jsonText(part));

type Part = keyof typeof PDF_LIMITS;
const MEBIBYTE = 1024 * 1024;

/**
 * Checks the size of a part.
 *
 * @param texts the part as the worker receives it: with resolved variables, `data` as JSON.
 * @throws ServiceError `body_too_large` naming the part and its limit.
 */
function checkSize(name: Part, ...texts: (string | RawJson)[]): void {
  const limit = PDF_LIMITS[name];
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  const most = texts.reduce((sum, text) => sum + (text instanceof RawJson ? text.sizeBytes : 3 * text.length), 0);
  if (most <= limit) return;
  const bytes = texts.reduce(
    (sum, text) => sum + (text instanceof RawJson ? text.sizeBytes : Buffer.byteLength(text)),
    0,
  );
  if (bytes > limit) throw overLimit(name);
}

function overLimit(name: Part): ServiceError {
  const limit = PDF_LIMITS[name];
  const allowed = limit >= MEBIBYTE ? `${limit / MEBIBYTE} MiB` : `${limit / 1024} KiB`;
  const what = name === 'data' || name === 'translations' ? 'as JSON' : 'with its template variables';
  return new ServiceError('body_too_large', `\`${name}\` is over the limit of ${allowed}, ${what}.`);
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
