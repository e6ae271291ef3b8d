import {
  type IDataObject,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { CREDENTIALS, dataOf } from './exchange';
import { PATHS } from './fields';
import { OPERATIONS } from './operations';
import { PROPERTIES } from './properties';

export class Toolpress implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Toolpress',
    name: 'toolpress',
    icon: { light: 'file:toolpress.svg', dark: 'file:toolpress.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Print PDFs, call addresses and read records with Toolpress',
    defaults: { name: 'Toolpress' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Batch', value: 'batch' },
          { name: 'Document', value: 'document' },
          { name: 'HTTP Request', value: 'request' },
          { name: 'Job', value: 'job' },
          { name: 'Record', value: 'record' },
        ],
        default: 'document',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['document'] } },
        options: [
          {
            name: 'HTML to PDF',
            value: 'htmlToPdf',
            action: 'Print HTML as a PDF',
            description: 'Print HTML, with data or without',
          },
          {
            name: 'JSON to PDF',
            value: 'jsonToPdf',
            action: 'Print JSON as a PDF',
            description: 'Print JSON data with a template',
          },
        ],
        default: 'htmlToPdf',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['request'] } },
        options: [
          { name: 'Send', value: 'send', action: 'Send an HTTP request', description: 'Call a public address' },
        ],
        default: 'send',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['record'] } },
        options: [
          { name: 'Get', value: 'get', action: 'Get a record', description: 'Read a record of a table' },
          {
            name: 'List',
            value: 'list',
            action: 'List records',
            description: 'Read records of a table, an item for each',
          },
        ],
        default: 'get',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['job'] } },
        options: [
          { name: 'Get', value: 'get', action: 'Get a job', description: 'Read the state of a job' },
          { name: 'Submit', value: 'submit', action: 'Submit a job', description: 'Print a PDF later' },
          {
            name: 'Wait',
            value: 'wait',
            action: 'Wait for a job',
            description: 'Wait for the end of a job, and get its PDF',
          },
        ],
        default: 'submit',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['batch'] } },
        options: [
          { name: 'Get', value: 'get', action: 'Get a batch', description: 'Read the state of a batch' },
          {
            name: 'Submit',
            value: 'submit',
            action: 'Submit a batch',
            description: 'Print one PDF for each input item',
          },
          {
            name: 'Wait',
            value: 'wait',
            action: 'Wait for a batch',
            description: 'Wait for the end of a batch, and get its files',
          },
        ],
        default: 'submit',
      },
      ...PROPERTIES,
    ],
  };

  methods = {
    loadOptions: {
      /** Lists the account’s templates that have a published version. */
      async getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const templates: INodePropertyOptions[] = [];
        let cursor: unknown = '';
        while (cursor !== null) {
          const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(String(cursor))}`;
          const page = await dataOf(this, { method: 'GET', path: PATHS.listVariables + query });
          for (const { name, kind, version } of page['items'] as IDataObject[])
            if (kind === 'html' && version !== undefined)
              templates.push({ name: String(name), value: String(name), description: `Version ${version}` });
          cursor = page['next_cursor'] ?? null;
        }
        return templates;
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const resource = String(this.getNodeParameter('resource', 0));
    const operation = String(this.getNodeParameter('operation', 0));
    const run = OPERATIONS[resource]?.[operation];
    if (run === undefined) throw new NodeOperationError(this.getNode(), `Unknown operation: ${resource} ${operation}.`);
    const isOfAll = resource === 'batch' && operation === 'submit';
    const results: INodeExecutionData[] = [];
    for (const item of isOfAll ? [0] : items.keys()) {
      const pairedItem = isOfAll ? [...items.keys()].map((each) => ({ item: each })) : { item };
      try {
        for (const { json, binary } of await run(this, item))
          results.push({ json, ...(binary !== undefined && { binary }), pairedItem });
      } catch (error) {
        if (!this.continueOnFail()) {
          if (error instanceof NodeOperationError) throw new NodeOperationError(this.getNode(), error);
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
        }
        const { message, description, httpCode } = error as Partial<NodeApiError>;
        results.push({ json: { error: message, description, status: httpCode }, pairedItem });
      }
    }
    return [results];
  }
}
