/** Asynchronous jobs. Each is done exactly once. */
import Joi from 'joi';
import { PageQuery } from '../schema/envelope.js';
import { passedOn } from '../schema/raw-json.js';
import { createdAt, type Infer, integer, type JsonObject, oneOf, shape, text, timestamp } from '../schema/schema.js';
import { TOOLS, type ToolName } from '../tools/tools.js';

export const JOB_STATUSES = ['queued', 'working', 'done', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export type JobTool = { [Name in ToolName]: (typeof TOOLS)[Name] extends { job: object } ? Name : never }[ToolName];

/** The tools that run as jobs, with the shapes of input and result. */
const JOBS = Object.entries(TOOLS).flatMap(([name, tool]) => ('job' in tool ? [{ name, ...tool.job }] : []));
export const JOB_TOOLS = JOBS.map(({ name }) => name as JobTool);

/** The longest wait for the end of a job in seconds. */
export const MAX_JOB_WAIT = 60;

const tool = () => oneOf(...JOB_TOOLS).description('The tool.');

/** Returns the shape of a field by the field `tool`. If all tools have the same, it is that. */
export function shapeByTool(tools: readonly { name: string; schema: Joi.AnySchema }[]): Joi.AnySchema {
  const [first, ...others] = tools;
  if (first && others.every(({ schema }) => schema === first.schema)) return first.schema;
  // biome-ignore lint/suspicious/noThenProperty: it is joi's name
  const cases = tools.map(({ name, schema }) => ({ is: name, then: schema }));
  return Joi.alternatives().conditional('tool', { switch: cases }).empty(null);
}

const input = (): Joi.AnySchema<object> => shapeByTool(JOBS.map(({ name, input: schema }) => ({ name, schema })));
const result = (): Joi.AnySchema<JsonObject> => shapeByTool(JOBS.map(({ name, result: schema }) => ({ name, schema })));

export const JobRequest = shape({
  tool: tool().example('html-to-pdf'),
  input: passedOn(input()).description('The tool’s parameters. `return` has no effect: the result is a link.'),
});
export type JobRequest = Infer<typeof JobRequest>;

export const JobId = text()
  .pattern(/^job_[0-9a-z]{25}$/)
  .message('{{#label}} must be an id that the service returned')
  .description('The id returned by the service.');

const JobError = shape({
  code: text().description('An error code.').example('content_forbidden'),
  message: text().description('The problem and its solution.').example('`html` has a script; leave it out.'),
});

export const Job = shape(
  {
    id: JobId.example('job_0mws455o1b04142277aad597c'),
    tool: tool().example('html-to-pdf'),
    status: oneOf(...JOB_STATUSES)
      .description(
        '`queued`: waits for a worker; `working`: is being printed; `done`: see `result`; `failed`: see `error`; `cancelled`: was cancelled before it was done.',
      )
      .example('done'),
    created_at: createdAt(),
  },
  {
    finished_at: timestamp().description(
      'When the job ended; absent before, and if `error` says that the job can no longer be read.',
    ),
    result: result().description('The tool’s answer without `pdf_base64`, with a new signed link each time.'),
    error: JobError.description('The error of a failed job, or of a done job without `result`.'),
  },
);
export type Job = Infer<typeof Job>;

export const JobListQuery = PageQuery.append<PageQuery & { status?: JobStatus; tool?: JobTool }>({
  status: oneOf(...JOB_STATUSES).description('Only jobs with this status.'),
  tool: oneOf(...JOB_TOOLS).description('Only jobs of this tool.'),
});
export type JobListQuery = Infer<typeof JobListQuery>;

export const JobQuery = shape(
  {},
  {
    wait: integer().min(0).max(MAX_JOB_WAIT).description('Seconds to wait for the end; default 0.').example(30),
  },
);
export type JobQuery = Infer<typeof JobQuery>;
