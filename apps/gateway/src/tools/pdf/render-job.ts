/** Converts a request into the worker's job: resolves variables, checks sizes and normalizes values. */
import {
  inchesOf,
  type JsonObject,
  jsonText,
  leavesRoom,
  listedLevels,
  MAX_PAPER_INCHES,
  MAY_NAME_VARIABLE,
  type PageMargin,
  type PageSize,
  type PageTexts,
  type PaperInches,
  PDF_LIMITS,
  type PdfRequest,
  paperInches,
  passedOptions,
  RawJson,
  ServiceError,
  type UnsentRenderJob,
  wantsTags,
  withoutAbsent,
} from '@toolpress/contract';
import { paperSize } from '@toolpress/document';
import { resolveVariables, UnknownVariables, type VariableKind, type VariableLookup } from '@toolpress/template';
import type { Variables } from '../../accounts/variables/variables.js';
import type { RequestContext } from '../../api/endpoint.js';
import { resolvedFiles } from './files.js';
import { preparedPassword } from './passwords.js';

/** The text fields that may name variables, with the variables' kind. */
const TEXTS = { html: 'html', css: 'css' } as const;
type TextField = keyof typeof TEXTS;
type PageTextField = 'header_html' | 'footer_html';

/**
 * Returns the worker's job.
 *
 * @throws ServiceError `variable_unknown` or `template_invalid` for variables, `body_too_large` for a part that is too large after they are
 *   resolved, `invalid_parameter` for margins that leave no room.
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
  const { data, page_size: size, orientation = 'portrait', filename, translations, attachments } = request;
  if (data !== undefined) checkSize('data', asJson(data));
  if (translations !== undefined) checkSize('translations', asJson(translations));
  const margin = request.margin === undefined ? undefined : inchesOf(request.margin);
  const pageSize = typeof size === 'string' ? size : undefined;
  const paper = typeof size === 'object' ? paperInches(size) : undefined;
  if (margin !== undefined) checkRoom(margin, paper ?? paperSize(pageSize ?? 'A0', orientation), pageSize);

  // Contents are in memory twice: separately, and in the field's text.
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal);
  const lookupOf =
    (kind: VariableKind): VariableLookup =>
    (wanted, roomBytes) =>
      variables.contents({ accountId, kind, signal }, wanted, roomBytes, hold);

  const resolved = async <Field extends TextField>(field: Field): Promise<PdfRequest[Field]> => {
    const text = request[field];
    if (text === undefined) return undefined as PdfRequest[Field];
    if (text instanceof RawJson) {
      checkSize(field, text);
      return text; // names no variables
    }
    return resolvedText(field, text, TEXTS[field]);
  };
  const resolvedText = async (field: Part, text: string, kind: VariableKind): Promise<string> => {
    const hasKey = (key: string) => data !== undefined && mayHaveKey(data, key);
    const whole = MAY_NAME_VARIABLE.test(text)
      ? await resolveVariables(text, kind, lookupOf(kind), PDF_LIMITS[field], { hasKey })
      : text;
    if (whole === undefined) throw overLimit(field);
    checkSize(field, whole);
    return whole;
  };
  const resolvedPages = async (field: PageTextField): Promise<PageTexts | undefined> => {
    const texts = request[field];
    if (texts === undefined) return undefined;
    if (typeof texts === 'string') return resolvedText(field, texts, 'html');
    const kinds = await Promise.all(
      Object.entries(texts).map(async ([kind, text]) => [kind, await resolvedText(field, text, 'html')] as const),
    );
    checkSize(field, kinds.map(([, text]) => text).join(''));
    return Object.fromEntries(kinds);
  };
  const resolvedWatermark = async (): Promise<UnsentRenderJob['watermarkHtml']> => {
    const { watermark_html: given } = request;
    if (given === undefined) return undefined;
    const { html, layer = 'over' } = typeof given === 'string' ? { html: given } : given;
    return { html: await resolvedText('watermark_html', html, 'html'), layer };
  };
  const files = async (): Promise<UnsentRenderJob['files']> => {
    if (request.files === undefined || request.files instanceof RawJson) return request.files; // at most as large as the body
    const whole = await resolvedFiles(request.files, lookupOf, PDF_LIMITS.files);
    if (whole === undefined) throw overLimit('files');
    return whole;
  };
  const [html = '', css, headerHtml, footerHtml, watermarkHtml, withFiles] = await Promise.all([
    resolved('html'),
    resolved('css'),
    resolvedPages('header_html'),
    resolvedPages('footer_html'),
    resolvedWatermark(),
    files(),
  ]).catch(async (error: unknown) => {
    throw error instanceof UnknownVariables ? await variables.explain(accountId, error) : error;
  });
  // Omit absent fields, because workers of an older version reject unknown ones.
  return withoutAbsent({
    ...passedOptions(request),
    ...{
      requestId,
      html,
      orientation,
      portrait: request.orientation === 'portrait' && size === undefined ? true : undefined,
      css,
      pageSize,
      paper,
      margin,
      headerHtml,
      footerHtml,
      watermarkHtml,
      tagged: (request.conformance && wantsTags(listedLevels(request.conformance))) || request.tagged,
      attachments: Array.isArray(attachments) && attachments.length === 0 ? undefined : attachments,
    },
    ...(await standardsOf(request)),
    files: withFiles,
    filename: filename === undefined ? undefined : withEnding(filename),
  });
}

/** Returns the worker's fields for standards, metadata and protection. @throws ServiceError `invalid_parameter` for an invalid password. */
async function standardsOf({ conformance, metadata, protect }: PdfRequest) {
  const levels = conformance === undefined ? [] : listedLevels(conformance);
  const { title, author, subject, keywords, created_at: createdAt } = metadata ?? {};
  const known = { title, author, subject, keywords: asText(keywords), createdAt };
  const { user_password: user, owner_password: owner, permissions } = protect ?? {};
  const userPassword = user === undefined ? undefined : await preparedPassword('protect.user_password', user);
  const ownerPassword = owner === undefined ? undefined : await preparedPassword('protect.owner_password', owner);
  return {
    conformance: levels.length > 0 ? [...levels] : undefined,
    metadata: Object.values(known).some((value) => value !== undefined) ? withoutAbsent(known) : undefined,
    protect: protect && withoutAbsent({ userPassword, ownerPassword, permissions }),
  };
}

const asText = (keywords: string | readonly string[] | undefined): string | undefined =>
  (typeof keywords === 'string' ? keywords : keywords?.join(', ')) || undefined;

/** Returns the name with `.pdf` appended, unless it ends with that. */
export const withEnding = (filename: string): string => (/\.pdf$/i.test(filename) ? filename : `${filename}.pdf`);

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

/**
 * Checks that the margins leave room for content.
 *
 * @param paper the request's paper. Without one the document may choose any size; callers pass A0, the largest named size.
 * @throws ServiceError `invalid_parameter`.
 */
function checkRoom(margin: PageMargin, paper: PaperInches, pageSize: PageSize | undefined): void {
  const { width, height = MAX_PAPER_INCHES } = paper;
  if (leavesRoom(margin, { width, height })) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`margin\` must leave at least 10 mm of the page's width and height${pageSize === undefined ? '' : `, which is ${pageSize}`}.`,
  );
}
