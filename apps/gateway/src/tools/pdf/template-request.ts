/** Fills requests that name a saved template. */
import {
  type FileValue,
  jsonText,
  MAX_FILES,
  type PdfRequest,
  RawJson,
  readReference,
  requestFault,
  ServiceError,
  type StoredPdfRequest,
  type TemplateOptions,
} from '@toolpress/contract';
import type { Variables } from '../../accounts/variables/variables.js';
import type { RequestContext } from '../../api/endpoint.js';

/**
 * Replaces `template` by the parts of that version and its name. Fields of the request win over options of the template, and its files over
 * files of the same path.
 *
 * @throws ServiceError `variable_unknown`; `invalid_parameter` for fields that exclude each other; `overloaded`.
 */
export async function addTemplate(
  variables: Pick<Variables, 'version' | 'explain'>,
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
  const { content, css, files, options } = found.record;
  delete (request as Partial<PdfRequest>).template;
  Object.assign(
    request,
    options !== undefined && (JSON.parse(options) as TemplateOptions),
    { html: content },
    css !== undefined && { css },
    own,
    files !== undefined && { files: withFiles(files, own.files) },
    { printed_template: { name, version: found.version } },
  );
  const fault = requestFault(request);
  if (fault !== undefined)
    throw new ServiceError('invalid_parameter', `${fault}, with the options of \`${template}\`.`);
}

/**
 * Returns the files of a template and a request. Those of the request are last: if two paths are the same file, the last one counts.
 *
 * @param json the files of the template. @throws ServiceError `invalid_parameter` for too many files.
 */
function withFiles(json: string, own: PdfRequest['files']): NonNullable<PdfRequest['files']> {
  const files = JSON.parse(json) as Record<string, FileValue>;
  if (own === undefined) return files;
  const others = own instanceof RawJson ? (JSON.parse(jsonText(own)) as Record<string, FileValue>) : own;
  const kept = Object.entries(files).filter(([path]) => !Object.hasOwn(others, path));
  const all = [...kept, ...Object.entries(others)];
  if (all.length > MAX_FILES)
    throw new ServiceError(
      'invalid_parameter',
      `\`files\` must have at most ${MAX_FILES} members, together with those of the template.`,
    );
  return Object.fromEntries(all);
}
