/** Reads requests from the fields of the node. */
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow';
import { hasInexactNumber } from './exact-numbers';
import {
  LIST_FIELDS,
  LIST_OPTIONS,
  PDF_FIELDS,
  PDF_OPTIONS,
  RECORD_FIELDS,
  RECORD_OPTIONS,
  REQUEST_FIELDS,
  REQUEST_OPTIONS,
} from './fields';

/** The PDF parameters of an item: those of the template, the data and the options that are set. */
export function pdfInput(functions: IExecuteFunctions, item: number): IDataObject {
  const input = { ...fieldsOf(functions, item, PDF_FIELDS), ...optionsOf(functions, item, PDF_OPTIONS) };
  if (functions.getNodeParameter('source', item) === 'html') return input;
  return { ...input, html: undefined, template: functions.getNodeParameter('template', item) };
}

export const httpRequest = (functions: IExecuteFunctions, item: number): IDataObject => ({
  ...fieldsOf(functions, item, REQUEST_FIELDS),
  ...optionsOf(functions, item, REQUEST_OPTIONS),
});

const fromTable =
  (fields: INodeProperties[], options: INodeProperties[]) =>
  (functions: IExecuteFunctions, item: number): IDataObject => ({
    ...fieldsOf(functions, item, fields),
    ...optionsOf(functions, item, options),
    _connections: { tablebase: functions.getNodeParameter('connection', item) },
  });

export const recordRequest = fromTable(RECORD_FIELDS, RECORD_OPTIONS);

export const listRequest = fromTable(LIST_FIELDS, LIST_OPTIONS);

/** The rows of a batch: the input items. */
export const rowsOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** The key of an item’s call: the same when n8n runs the node again in the same execution. */
export function keyOf(functions: IExecuteFunctions, item: number): string {
  const execution = functions.getExecutionId();
  const { $runIndex } = functions.getWorkflowDataProxy(item);
  const run = [functions.getInstanceId(), execution, functions.getNode().id, $runIndex, item];
  const isKnown = run.every((part) => /^[\w-]+$/.test(String(part ?? '')));
  return isKnown ? ['n8n', ...run].join('.') : `n8n.${Date.now()}.${Math.random()}.${item}`;
}

const fieldsOf = (functions: IExecuteFunctions, item: number, fields: INodeProperties[]): IDataObject =>
  valuesOf(functions, item, fields, (name) => functions.getNodeParameter(name, item, ''));

function optionsOf(functions: IExecuteFunctions, item: number, fields: INodeProperties[]): IDataObject {
  const set = functions.getNodeParameter('options', item, {}) as IDataObject;
  return valuesOf(functions, item, fields, (name) => set[name]);
}

function valuesOf(
  functions: IExecuteFunctions,
  item: number,
  fields: INodeProperties[],
  read: (name: string) => unknown,
): IDataObject {
  const values: IDataObject = {};
  for (const { name, displayName, type } of fields) {
    const given = read(name);
    if (given === undefined || given === '') continue;
    const refuse = (fault: string): never => {
      throw new NodeOperationError(functions.getNode(), `“${displayName}” ${fault}.`, { itemIndex: item });
    };
    const text = typeof given === 'string' && (type === 'json' || /^\s*[[{]/.test(given)) ? given : undefined;
    const value = text === undefined ? given : jsonIn(text);
    if (value === undefined && type === 'json') refuse('must be JSON');
    if (text !== undefined && value !== undefined && hasInexactNumber(text))
      refuse('has a number that would lose digits: write it in quotation marks');
    values[name] = value ?? given;
  }
  return values;
}

/** A text may also be an object, such as a paper size: `{"width": "80mm", "height": "auto"}`. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
