/** Fills requests that name a saved template. */
import {
  type DocumentFile,
  exactJson,
  type JsonObject,
  jsonBytes,
  MAX_FILES,
  type PrintedTemplate,
  passOn,
  RawJson,
  rawOf,
  readReference,
  requestFault,
  ServiceError,
  StoredPdfRequest,
  type TemplateOptions,
  WithRaw,
} from '@toolpress/contract';
import { Moved } from '@toolpress/runtime/peer';
import type { Variables } from '../../accounts/variables/variables.js';
import type { VersionRecord } from '../../accounts/variables/version-record.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { called } from '../../api/large-body-tasks.js';

/** The length in characters of JSON up to which it is parsed in this thread. It takes a few milliseconds. */
const SHORT = 64 * 1024;

export interface TemplateReader {
  variables: Pick<Variables, 'version' | 'explain'>;
  largeBodies: Pick<LargeBodies, 'call'>;
}

/**
 * Replaces `template` by the parts of that version and its name. Fields of the request win over options of the template, and its files over
 * files of the same path.
 *
 * @throws ServiceError `variable_unknown`; `invalid_parameter` for fields that exclude each other; `overloaded`.
 */
export async function addTemplate(
  { variables, largeBodies }: TemplateReader,
  request: StoredPdfRequest,
  accountId: string,
  { memory, signal }: Pick<RequestContext, 'memory' | 'signal'>,
): Promise<void> {
  const { template = '', ...own } = request;
  const { name, version } = readReference(template);
  // The parts are in memory as stored and as parsed.
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal, memory.variables.bytes > 0);
  const found = await variables.version(accountId, name, version, signal, hold);
  if (found?.record.kind !== 'html') {
    const message = `There is no template \`${template}\`.`;
    throw await variables.explain(accountId, { message, names: [template], kind: 'html', field: 'template' });
  }
  const { content, css, files = '', options = '' } = found.record;
  const saved: SavedParts = { template, printed: { name, version: found.version }, content, css, files, options };
  const length = files.length + options.length;
  let whole: StoredPdfRequest;
  if (length > SHORT || Object.values(own).some((part) => part instanceof RawJson)) {
    const json = jsonBytes(own);
    const owner = { account: accountId, signal };
    whole = await largeBodies.call(MERGED_JSON, [saved, new Moved(json, json)], length + json.length, owner);
  } else whole = merged(saved, own);
  delete request.template;
  Object.assign(request, whole);
}

/** A version of a template. The files and the options are JSON, or empty. */
interface SavedParts extends Required<Pick<VersionRecord, 'content' | 'files' | 'options'>> {
  template: string;
  printed: PrintedTemplate;
  css: string | undefined;
}

/** Returns the request with the parts of its template. @throws ServiceError as `addTemplate`. */
function merged(
  { template, printed, content, css, files, options }: SavedParts,
  own: StoredPdfRequest,
): StoredPdfRequest {
  const whole: StoredPdfRequest = Object.assign(
    options === '' ? {} : (JSON.parse(options) as TemplateOptions),
    { html: content },
    css !== undefined && { css },
    own,
    files !== '' && { files: withFiles(files, own.files as Record<string, DocumentFile> | undefined) },
    { printed_template: printed },
  );
  const fault = requestFault(whole);
  if (fault !== undefined)
    throw new ServiceError('invalid_parameter', `${fault}, with the options of \`${template}\`.`);
  return whole;
}

/** Works like `merged` in a thread. @param own the request as JSON. @public */
export const mergedJson = (saved: SavedParts, own: Uint8Array): WithRaw<StoredPdfRequest> =>
  passOn(StoredPdfRequest, merged(saved, JSON.parse(Buffer.from(own).toString()) as StoredPdfRequest));

const MERGED_JSON = called(import.meta.url, mergedJson);

/**
 * Returns the files of a template and a request. Those of the request are last: if two paths are the same file, the last one counts.
 *
 * @param json the files of the template. @throws ServiceError `invalid_parameter` for too many files.
 */
function withFiles(json: string, own: Record<string, DocumentFile> = {}): Record<string, DocumentFile> {
  const kept = Object.entries(JSON.parse(json) as Record<string, DocumentFile>).filter(
    ([path]) => !Object.hasOwn(own, path),
  );
  const all = [...kept, ...Object.entries(own)];
  if (all.length > MAX_FILES)
    throw new ServiceError(
      'invalid_parameter',
      `\`files\` must have at most ${MAX_FILES} members, together with those of the template.`,
    );
  return Object.fromEntries(all);
}

/** Returns sample data of a template by name. @param json all of its samples. */
export async function sampleOf(
  json: string,
  name: string,
  largeBodies: Pick<LargeBodies, 'call'>,
  account: string,
): Promise<JsonObject | RawJson | undefined> {
  if (json.length <= SHORT) return sampleIn(json, name);
  return (await largeBodies.call(LONG_SAMPLE, [json, name], json.length, { account })).sample;
}

function sampleIn(json: string, name: string): JsonObject | undefined {
  const samples = JSON.parse(exactJson(json)) as Record<string, JsonObject>;
  return Object.hasOwn(samples, name) ? samples[name] : undefined;
}

/** Works like `sampleIn` in a thread. @public */
export function longSample(json: string, name: string): WithRaw<{ sample: JsonObject | RawJson | undefined }> {
  const sample = sampleIn(json, name);
  return sample === undefined ? new WithRaw({ sample }, []) : new WithRaw({ sample: rawOf(sample) }, [['sample']]);
}

const LONG_SAMPLE = called(import.meta.url, longSample);
