/** The operator's endpoints that print the templates of accounts with their sample data, to compare two releases before an upgrade. */
import { randomUUID } from 'node:crypto';
import {
  AccountTemplate,
  type JsonObject,
  PageQuery,
  pageOf,
  type RenderedFile,
  ServiceError,
  type StoredPdfRequest,
  shape,
  TestPrint,
  TestPrintRequest,
  VariableName,
} from '@toolpress/contract';
import type { FileStore } from '@toolpress/storage';
import { type Accounts, accountUnknown, IdInPath } from '../../accounts/accounts.js';
import type { Variables } from '../../accounts/variables/variables.js';
import { type Endpoint, forOperator, type RequestContext } from '../../api/endpoint.js';
import { Base64 } from '../../api/respond.js';
import type { Caller } from '../../auth/tokens.js';
import { addTemplate } from './template-request.js';

export interface TestPrintOptions {
  accounts: Pick<Accounts, 'find'>;
  variables: Variables;
  store: Pick<FileStore, 'read' | 'remove'>;
  /** Prints a request that is not charged. */
  print(request: StoredPdfRequest, caller: Caller, context: RequestContext): Promise<RenderedFile>;
}

const TemplateInPath = shape({ id: IdInPath.extract('id'), name: VariableName });

/** The life of the file in seconds, if this process dies before it deletes the file. */
const FILE_LIFE = 60;

export function testPrintEndpoints(options: TestPrintOptions): Endpoint[] {
  const { accounts, variables } = options;
  const existing = async (id: string): Promise<string> => {
    if ((await accounts.find(id)) === undefined) throw accountUnknown(id);
    return id;
  };
  return [
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/templates',
      id: 'listTemplatesOfAccount',
      summary: 'The published templates of an account, with the names of their sample data',
      params: IdInPath,
      query: PageQuery,
      answer: pageOf(AccountTemplate),
      errors: ['account_unknown'],
      handle: async ({ params, query }) => variables.templates(await existing(params.id), query),
    }),
    forOperator({
      method: 'post',
      path: '/admin/accounts/{id}/templates/{name}/print',
      id: 'printTemplateOfAccount',
      audit: { action: 'template.print', account: ({ id }) => id },
      summary: 'Prints a version of a template with its sample data; neither charged nor stored',
      params: TemplateInPath,
      body: TestPrintRequest,
      answer: TestPrint,
      errors: ['account_unknown', 'variable_unknown', 'queue_full', 'unavailable', 'deadline_exceeded'],
      async handle({ params: { id, name }, body: { version, sample } }, context) {
        return testPrint(options, await existing(id), { name, version, sample }, context);
      },
    }),
  ];
}

async function testPrint(
  { variables, store, print }: TestPrintOptions,
  account: string,
  { name, version, sample }: { name: string; version: number; sample: string },
  context: RequestContext,
): Promise<unknown> {
  const { memory, signal } = context;
  const request = { template: `${name}@${version}`, expires_in: FILE_LIFE };
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal, memory.variables.bytes > 0);
  const found = await variables.version(account, name, version, signal, hold);
  const samples = JSON.parse(found?.record.sample_data ?? '{}') as Record<string, JsonObject>;
  if (found !== undefined && !Object.hasOwn(samples, sample))
    throw new ServiceError(
      'invalid_parameter',
      `\`sample\` must be the name of sample data of \`${request.template}\`.`,
    );
  const data = samples[sample];
  const filled = { ...request, ...(data && { data }) } as StoredPdfRequest & { template: string };
  await addTemplate(variables, filled, account, context);
  const caller: Caller = { accountId: account, tokenId: '', monthlyActions: null };
  // In the background, so that calls do not wait for it.
  const file = await print(filled, caller, { ...context, backgroundId: randomUUID() });
  try {
    await memory.answer.take(file.sizeBytes, signal);
    const bytes = await store.read(file.fileId);
    return {
      pdf_base64: new Base64(bytes),
      page_count: file.pageCount,
      ...(file.warnings && { warnings: file.warnings }),
    };
  } finally {
    store.remove(file.fileId).catch(() => undefined); // it expires
  }
}
