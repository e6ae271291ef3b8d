/** The operations of the node. Each takes an item and returns the items of its result. */
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import { dataOf, download, exchange, readData } from './exchange';
import { PATHS } from './fields';
import { httpRequest, keyOf, listRequest, pdfInput, recordRequest, rowsOf } from './parameters';

type Result = Pick<INodeExecutionData, 'json' | 'binary'>;
type Operation = (functions: IExecuteFunctions, item: number) => Promise<Result[]>;

/** The longest time in seconds that the service lets a request wait for the end of a job. */
const WAIT = 60;
/** Rows up to this size in bytes are sent with the batch, more are uploaded before. */
const MAX_BODY = 4 * 1024 * 1024;

const print =
  (path: string): Operation =>
  async (functions, item) => {
    const body = pdfInput(functions, item);
    const call = { method: 'POST', path, key: keyOf(functions, item) } as const;
    if (functions.getNodeParameter('output', item) === 'link')
      return [{ json: await dataOf(functions, { ...call, body: { ...body, return: 'link' } }, item) }];
    const answer = await exchange(functions, { ...call, body, accept: PDF }, item);
    const { headers, content } = answer;
    // An e-invoice may be XML alone, which the answer contains.
    if (headers['content-type'] !== PDF) return [await withFile(functions, item, readData(functions, answer, item))];
    const json = {
      page_count: Number(headers['x-page-count']),
      size_bytes: content.length,
      download_url: headers['x-download-url'],
      expires_at: headers['x-expires-at'],
      ...(headers['x-warnings'] !== undefined && { warnings: headers['x-warnings'].split(', ') }),
      ...(headers['x-warning-details'] !== undefined && {
        warning_details: JSON.parse(headers['x-warning-details']) as IDataObject[],
      }),
      actions_consumed: Number(headers['x-actions-consumed']),
    };
    const name = nameOf(filledName(headers['content-disposition']) ?? body['filename'], 'pdf');
    return [{ json, binary: await binaryOf(functions, item, content, name, PDF) }];
  };

/** Calls a tool that answers with JSON. */
const ask =
  (path: string, bodyOf: (functions: IExecuteFunctions, item: number) => IDataObject): Operation =>
  async (functions, item) => {
    const body = bodyOf(functions, item);
    const isSentOn = !['GET', 'PUT', 'DELETE', undefined].includes(body['method'] as string | undefined);
    const key = keyOf(functions, item);
    return [{ json: await dataOf(functions, { method: 'POST', path, body, key, isSentOn }, item) }];
  };

/** Makes an item of each record of a list. */
const listRecords: Operation = async (functions, item) => {
  const lists = await ask(PATHS.listRecords, listRequest)(functions, item);
  return lists.flatMap(({ json }) => (json['records'] as IDataObject[]).map((record) => ({ json: record })));
};

const submitJob: Operation = async (functions, item) => {
  const body = { tool: functions.getNodeParameter('tool', item), input: pdfInput(functions, item) };
  const key = keyOf(functions, item);
  return [{ json: await dataOf(functions, { method: 'POST', path: PATHS.submitJob, body, key }, item) }];
};

const submitBatch: Operation = async (functions, item) => {
  const rows = rowsOf(functions.getInputData());
  const key = keyOf(functions, item);
  const output = outputOf(functions.getNodeParameter('batchOutput', item));
  const isMerged = output === 'merged' || (Array.isArray(output) && output.includes('merged'));
  const password = isMerged ? functions.getNodeParameter('mergedPassword', item, '') : '';
  const body = {
    tool: functions.getNodeParameter('tool', item),
    input: pdfInput(functions, item),
    output,
    ...(password !== '' && { protect: { user_password: password } }),
  };
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const isLarge = Buffer.byteLength(lines) > MAX_BODY;
  const upload = isLarge
    ? (await dataOf(functions, { method: 'PUT', path: PATHS.uploadRows, lines }, item))['id']
    : undefined;
  const source = isLarge ? { upload } : { rows };
  return [
    {
      json: await dataOf(
        functions,
        { method: 'POST', path: PATHS.submitBatch, body: { ...body, ...source }, key },
        item,
      ),
    },
  ];
};

/** Returns the output as the service takes it. Workflows of older versions of the node have a text. */
function outputOf(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  return given.length > 1 ? given : (given[0] ?? 'files');
}

const read =
  (path: string): Operation =>
  async (functions, item) => [
    { json: await dataOf(functions, { method: 'GET', path: pathOf(functions, item, path) }, item) },
  ];

const waitForJob: Operation = async (functions, item) => {
  const job = await ended(functions, item, PATHS.getJob);
  if (job['status'] !== 'done') throw failureOf(functions, item, job);
  return [functions.getNodeParameter('output', item) === 'link' ? { json: job } : await withFile(functions, item, job)];
};

const waitForBatch: Operation = async (functions, item) => {
  const batch = await ended(functions, item, PATHS.getBatch);
  const output = functions.getNodeParameter('batchResult', item);
  if (output === 'rows') return (await allRows(functions, item)).map((json) => ({ json }));
  if (output === 'link') return [{ json: batch }];
  if (batch['result'] === undefined) throw failureOf(functions, item, batch);
  const first = await withFile(functions, item, batch);
  const { merged } = batch as { merged?: { download_url: string } };
  if (merged === undefined) return [first];
  const content = await download(functions, merged.download_url, item);
  const also = await binaryOf(functions, item, content, nameOf(undefined, 'pdf'), PDF, '_merged');
  return [{ ...first, binary: { ...first.binary, ...also } }];
};

export const OPERATIONS: Record<string, Record<string, Operation>> = {
  document: { htmlToPdf: print(PATHS.htmlToPdf), jsonToPdf: print(PATHS.jsonToPdf) },
  request: { send: ask(PATHS.httpRequest, httpRequest) },
  record: { get: ask(PATHS.getRecord, recordRequest), list: listRecords },
  job: { submit: submitJob, get: read(PATHS.getJob), wait: waitForJob },
  batch: { submit: submitBatch, get: read(PATHS.getBatch), wait: waitForBatch },
};

function pathOf(functions: IExecuteFunctions, item: number, path: string, query = ''): string {
  const id = String(functions.getNodeParameter('id', item) ?? '');
  if (['', '.', '..'].includes(id))
    throw new NodeOperationError(functions.getNode(), 'The ID must not be empty.', { itemIndex: item });
  return path.replace('{id}', () => encodeURIComponent(id)) + query;
}

/** Waits for the end of a job or a batch. @throws NodeOperationError if it does not end in time. */
async function ended(functions: IExecuteFunctions, item: number, path: string): Promise<IDataObject> {
  const seconds = Number(functions.getNodeParameter('timeout', item)) * 60;
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const left = Math.ceil((until - Date.now()) / 1000);
    const wait = Math.max(1, Math.min(WAIT, left));
    const asked = pathOf(functions, item, path, `?wait=${wait}`);
    const found = await dataOf(functions, { method: 'GET', path: asked }, item);
    if (['done', 'failed', 'cancelled'].includes(String(found['status']))) return found;
    if (left <= wait)
      throw new NodeOperationError(
        functions.getNode(),
        `It is still ${found['status']}. Wait longer, or read it later.`,
        {
          itemIndex: item,
        },
      );
  }
}

async function allRows(functions: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const rows: IDataObject[] = [];
  let cursor: unknown = '';
  while (cursor !== null) {
    const query = `?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`;
    const page = await dataOf(
      functions,
      { method: 'GET', path: pathOf(functions, item, PATHS.listBatchRows, query) },
      item,
    );
    rows.push(...(page['items'] as IDataObject[]));
    cursor = page['next_cursor'] ?? null;
  }
  return rows;
}

/** Returns the error of a job or a batch as the service reports it. */
function failureOf(functions: IExecuteFunctions, item: number, { status, error }: IDataObject): Error {
  const node = functions.getNode();
  if (error === undefined) {
    const text = status === 'done' ? 'The batch has no file: its output is “Files”.' : `It is ${status}.`;
    return new NodeOperationError(node, text, { itemIndex: item });
  }
  const { code, message } = error as { code: string; message: string };
  return new NodeApiError(node, { code, message }, { message, description: `Code: ${code}`, itemIndex: item });
}

const PDF = 'application/pdf';
const TYPES = { pdf: PDF, xml: 'application/xml', zip: 'application/zip' };

/** Adds the file of a result: of a tool’s, or in `result` that of a job or a batch. */
async function withFile(functions: IExecuteFunctions, item: number, json: IDataObject): Promise<Result> {
  const { download_url: url } = (json['result'] ?? json) as { download_url: string };
  const ending = /\.(pdf|xml|zip)(?:$|\?)/.exec(url)?.[1] as keyof typeof TYPES | undefined;
  const content = await download(functions, url, item);
  return {
    json,
    binary: await binaryOf(functions, item, content, nameOf(undefined, ending ?? 'pdf'), TYPES[ending ?? 'pdf']),
  };
}

async function binaryOf(
  functions: IExecuteFunctions,
  item: number,
  content: Buffer,
  name: string,
  type: string,
  ending = '',
) {
  const property = String(functions.getNodeParameter('binaryProperty', item) || 'data');
  return { [property + ending]: await functions.helpers.prepareBinaryData(content, name, type) };
}

/** Returns the name of an answer: that of the request has tags, or is in a template. */
function filledName(disposition = ''): string | undefined {
  const name = /; filename\*=UTF-8''([^;\s]*)$/i.exec(disposition)?.[1];
  return name && decodeURIComponent(name);
}

function nameOf(filename: unknown, ending: string): string {
  if (typeof filename !== 'string' || filename === '') return `document.${ending}`;
  return filename.toLowerCase().endsWith(`.${ending}`) ? filename : `${filename}.${ending}`;
}
