/** Specification 1: the catalogue of tools with their schemas. Paths and costs are part of the contract. */
import type Joi from 'joi';
import { PdfRequest, PdfResult } from '../pdf/pdf.js';

export * from '../pdf/pdf.js';
export { contentTypeOf, type Form, HTTP_BODIES, type MultipartPart } from './http-bodies.js';
export * from './http-pages.js';
export * from './http-request.js';

interface Tool {
  path: `/api/${string}`;
  actions: number;
  purpose: string;
  /** The shapes of a job's input and result. Absent if the tool does not run as a job. */
  job?: { input: Joi.ObjectSchema; result: Joi.ObjectSchema };
}

const PDF_JOB = { input: PdfRequest, result: PdfResult };

export const TOOLS = {
  'http-request': {
    path: '/api/utilities/http-request',
    actions: 1,
    purpose: 'Performs an outbound HTTP request with custom headers and body, and returns the result',
  },
  'html-to-pdf': {
    path: '/api/utilities/html-to-pdf',
    actions: 3,
    purpose: 'Renders an HTML template with CSS and JSON data into a PDF',
    job: PDF_JOB,
  },
  'json-to-pdf': {
    path: '/api/utilities/json-to-pdf',
    actions: 3,
    purpose: 'Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips)',
    job: PDF_JOB,
  },
  'get-record': {
    path: '/api/tablebase/get-record',
    actions: 1,
    purpose: 'Retrieves one record from a table in a base of the connected provider',
  },
  'list-records': {
    path: '/api/tablebase/list-records',
    actions: 1,
    purpose: 'Retrieves records of a table in a base of the connected provider, with their children',
  },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;

/** What the holder of an account can allow an application, beside the tools: `templates` are variables and fonts. */
export const SCOPES = ['pdf', 'http', 'records', 'templates'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope that an access token needs for a tool. */
export const TOOL_SCOPES: Readonly<Record<ToolName, Scope>> = {
  'http-request': 'http',
  'html-to-pdf': 'pdf',
  'json-to-pdf': 'pdf',
  'get-record': 'records',
  'list-records': 'records',
};
