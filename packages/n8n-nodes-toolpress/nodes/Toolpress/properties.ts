/** The fields of the node in their order: the operations, then what each of them takes. */
import type { INodeProperties } from 'n8n-workflow';
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

type Shown = Record<string, string[]>;

const PRINTED: Shown = { resource: ['document', 'job', 'batch'], operation: ['htmlToPdf', 'jsonToPdf', 'submit'] };
const PRINT_NOW: Shown = { resource: ['document'], operation: ['htmlToPdf', 'jsonToPdf'] };
const ONE_RECORD: Shown = { resource: ['record'], operation: ['get'] };
const RECORDS: Shown = { resource: ['record'], operation: ['list'] };

const shownFor = (show: Shown, fields: INodeProperties[]): INodeProperties[] =>
  fields.map((field) => ({ ...field, displayOptions: { show: { ...show, ...field.displayOptions?.show } } }));

const optionsOf = (show: Shown, options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  displayOptions: { show },
  options,
});

const TEMPLATE: INodeProperties[] = [
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    options: [
      { name: 'HTML', value: 'html' },
      { name: 'Saved Template', value: 'template' },
    ],
    default: 'html',
    description: 'Whether the template is sent or saved in the account',
  },
  {
    displayName: 'Template Name or ID',
    name: 'template',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getTemplates' },
    required: true,
    default: '',
    displayOptions: { show: { source: ['template'] } },
    description:
      'The published version of a saved template. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  },
];

const TOOL: INodeProperties = {
  displayName: 'Tool',
  name: 'tool',
  type: 'options',
  options: [
    { name: 'HTML to PDF', value: 'html-to-pdf' },
    { name: 'JSON to PDF', value: 'json-to-pdf' },
  ],
  default: 'html-to-pdf',
  description: 'The tool that prints',
};

const OUTPUT: INodeProperties[] = [
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'File', value: 'file' },
      { name: 'Link', value: 'link' },
    ],
    default: 'file',
    description: 'Whether the item receives the PDF as binary data, or only a link to it',
  },
];

const PROPERTY: INodeProperties = {
  displayName: 'Put Output File in Field',
  name: 'binaryProperty',
  type: 'string',
  default: 'data',
  hint: 'The name of the output binary field to put the file in',
};

const BATCH_PROPERTY: INodeProperties = {
  ...PROPERTY,
  hint: 'The name of the output binary field to put the file in. A merged PDF beside an archive has this name with “_merged”.',
};

const ID: INodeProperties = {
  displayName: 'ID',
  name: 'id',
  type: 'string',
  required: true,
  default: '={{ $json.id }}',
  description: 'The ID that submitting returns',
};

const TIMEOUT: INodeProperties = {
  displayName: 'Wait for at Most (Minutes)',
  name: 'timeout',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 10,
  description: 'After this time the item fails; the job or the batch continues',
};

const BATCH_OUTPUT: INodeProperties = {
  displayName: 'Files',
  name: 'batchOutput',
  type: 'multiOptions',
  options: [
    { name: 'A File per Row', value: 'files' },
    { name: 'A Merged PDF', value: 'merged' },
    { name: 'An Archive (ZIP)', value: 'zip' },
  ],
  default: ['zip'],
  description: 'Every row has a file; this is what is made of all of them. Rows are printed and charged once.',
};

const MERGED_PASSWORD: INodeProperties = {
  displayName: 'Password of the Merged PDF',
  name: 'mergedPassword',
  type: 'string',
  typeOptions: { password: true },
  default: '',
  description: 'Required if the option Protect is set or rows have passwords',
};

const BATCH_RESULT: INodeProperties = {
  displayName: 'Output',
  name: 'batchResult',
  type: 'options',
  options: [
    { name: 'An Item per Row', value: 'rows', description: 'With its link, or its error' },
    {
      name: 'File',
      value: 'file',
      description: 'The archive or the merged PDF; with both, the PDF is in a second field',
    },
    { name: 'Link', value: 'link', description: 'The batch with the link to its file' },
  ],
  default: 'file',
};

/** The fields that follow resource and operation. */
export const PROPERTIES: INodeProperties[] = [
  ...shownFor({ resource: ['job', 'batch'], operation: ['submit'] }, [TOOL]),
  ...shownFor(PRINTED, [...TEMPLATE, ...PDF_FIELDS.map(ofSource)]),
  ...shownFor({ resource: ['request'] }, REQUEST_FIELDS),
  ...shownFor({ resource: ['record'] }, [
    {
      displayName: 'Connection',
      name: 'connection',
      type: 'string',
      required: true,
      default: '',
      description: 'The slug of the account’s connection to the provider',
    },
  ]),
  ...shownFor(ONE_RECORD, RECORD_FIELDS),
  ...shownFor(RECORDS, LIST_FIELDS),
  ...shownFor({ resource: ['job', 'batch'], operation: ['get', 'wait'] }, [ID]),
  ...shownFor({ resource: ['job', 'batch'], operation: ['wait'] }, [TIMEOUT]),
  ...shownFor({ resource: ['batch'], operation: ['submit'] }, [BATCH_OUTPUT]),
  ...shownFor({ resource: ['batch'], operation: ['submit'], batchOutput: ['merged'] }, [MERGED_PASSWORD]),
  ...shownFor({ resource: ['batch'], operation: ['wait'] }, [BATCH_RESULT]),
  ...shownFor(PRINT_NOW, OUTPUT),
  ...shownFor({ resource: ['job'], operation: ['wait'] }, OUTPUT),
  ...shownFor({ ...PRINT_NOW, output: ['file'] }, [PROPERTY]),
  ...shownFor({ resource: ['job'], operation: ['wait'], output: ['file'] }, [PROPERTY]),
  ...shownFor({ resource: ['batch'], operation: ['wait'], batchResult: ['file'] }, [BATCH_PROPERTY]),
  optionsOf(PRINTED, PDF_OPTIONS),
  optionsOf({ resource: ['request'] }, REQUEST_OPTIONS),
  optionsOf(ONE_RECORD, RECORD_OPTIONS),
  optionsOf(RECORDS, LIST_OPTIONS),
];

/** The field `html` is only shown without a saved template. */
function ofSource(field: INodeProperties): INodeProperties {
  return field.name === 'html' ? { ...field, required: true, displayOptions: { show: { source: ['html'] } } } : field;
}
