/** The operator's endpoints that print the templates of accounts with their sample data, to compare two releases before an upgrade. */
import {
  AccountTemplate,
  PageQuery,
  pageOf,
  ServiceError,
  type StoredPdfRequest,
  shape,
  TestPrint,
  TestPrintRequest,
  VariableName,
} from '@toolpress/contract';
import { type Accounts, accountUnknown, IdInPath } from '../../accounts/accounts.js';
import type { Variables } from '../../accounts/variables/variables.js';
import { type Endpoint, forOperator, type RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import type { Caller } from '../../auth/callers.js';
import { addTemplate, sampleOf } from './template-request.js';
import { type PrintUnkept, unkept } from './unkept-print.js';

export interface TestPrintOptions {
  accounts: Pick<Accounts, 'find'>;
  variables: Variables;
  largeBodies: LargeBodies;
  print: PrintUnkept;
}

const TemplateInPath = shape({ id: IdInPath.extract('id'), name: VariableName });

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
      handle: async ({ params, query }) => variables.lists.templates(await existing(params.id), query),
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
  { variables, largeBodies, print }: TestPrintOptions,
  account: string,
  { name, version, sample }: { name: string; version: number; sample: string },
  context: RequestContext,
): Promise<unknown> {
  const { memory, signal } = context;
  const request = { template: `${name}@${version}` };
  const hold = (bytes: number) => memory.variables.take(2 * bytes, signal, memory.variables.bytes > 0);
  const found = await variables.version(account, name, version, signal, hold);
  const data = await sampleOf(found?.record.sample_data ?? '{}', sample, largeBodies, account);
  if (found !== undefined && data === undefined)
    throw new ServiceError(
      'invalid_parameter',
      `\`sample\` must be the name of sample data of \`${request.template}\`.`,
    );
  const filled = { ...request, ...(data && { data }) } as StoredPdfRequest & { template: string };
  await addTemplate({ variables, largeBodies }, filled, account, context);
  const caller: Caller = { accountId: account, tokenId: '', monthlyActions: null };
  return unkept(await print(filled, caller, context));
}
