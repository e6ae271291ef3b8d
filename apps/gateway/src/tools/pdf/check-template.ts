/** Checks documents without printing them. */
import { PdfRequest, ServiceError, TemplateCheck } from '@toolpress/contract';
import { type Endpoint, forCaller } from '../../api/endpoint.js';
import { FEW } from './for-agents.js';
import { type PrintOptions, submit } from './render-job.js';
import { addTemplate } from './template-request.js';

/** The errors that are faults of the document, so that a check lists them. */
export const FAULT_STATUS = 422;

/** Returns the endpoint that checks a document as the PDF tools do, and prints nothing. It is not charged. */
export const templateCheckEndpoint = (options: PrintOptions): Endpoint =>
  forCaller({
    method: 'post',
    path: '/api/utilities/check-template',
    id: 'checkTemplate',
    summary: 'Lists all faults and warnings of a document without printing it; not charged',
    agents: {
      name: 'check_template',
      title: 'Check a template',
      lines: [
        'Lists all faults and warnings of a document, with line and column, and prints nothing. Free.',
        'Takes the arguments of html_to_pdf. `strict: true` also reports tags without a value in `data`.',
        'Write what each message quotes at its line and column, check again until `ok` is true, then print.',
      ],
      options: FEW,
      hints: { readOnlyHint: true },
    },
    audit: 'work',
    body: PdfRequest,
    answer: TemplateCheck,
    errors: ['body_too_large', 'variable_unknown', 'queue_full', 'overloaded', 'unavailable', 'deadline_exceeded'],
    async handle({ body, caller }, context) {
      if (body.data_from !== undefined) {
        throw new ServiceError(
          'invalid_parameter',
          '`data_from` is for printing only, because reading a record is charged: send its fields in `data`.',
        );
      }
      if (body.template !== undefined) await addTemplate(options, body, caller.accountId, context);
      const { faults, warnings } = await submit(options, body, caller, context, { checkOnly: true }).then(
        ({ findings }) => findings ?? { faults: [], warnings: [] },
        (error: unknown) => {
          // Variables are resolved here, not by the worker.
          if (!(error instanceof ServiceError) || error.status !== FAULT_STATUS) throw error;
          return { faults: error.faults, warnings: [] };
        },
      );
      return { ok: faults.length === 0, faults, warnings };
    },
  });
