/** Jobs: PDFs that nobody waits for. They are submitted, looked at, and done once, whatever happens meanwhile. */
import { PdfRequest, PdfResult } from './pdf.js';
import { passedOn } from './raw-json.js';
import { createdAt, type Infer, integer, oneOf, PageQuery, shape, text, timestamp } from './schema.js';

export const JOB_STATUSES = ['queued', 'working', 'done', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The tools that leave a file. */
export const JOB_TOOLS = ['html-to-pdf', 'json-to-pdf'] as const;
export type JobTool = (typeof JOB_TOOLS)[number];

/** How long a look at a job may wait for its end, seconds. */
export const MAX_JOB_WAIT = 60;

/** Of a part of a request that is described where the tool is: documentation does not repeat it. */
export const AS_OF_TOOL = 'as of the tool';

const tool = () => oneOf(...JOB_TOOLS).description('The tool that does it.');

export const JobRequest = shape({
  tool: tool().example('html-to-pdf'),
  input: passedOn(PdfRequest.meta({ jsonSchema: { $comment: AS_OF_TOOL } })).description(
    'What the tool takes. `return` has no effect: the result is a link.',
  ),
});
export type JobRequest = Infer<typeof JobRequest>;

export const JobId = text()
  .pattern(/^job_[0-9a-z]{25}$/)
  .message('{{#label}} must be an id as the service gave it')
  .description('As the service gave it.');

const JobError = shape({
  code: text().description('One of the codes of errors.').example('content_forbidden'),
  message: text().description('What is wrong, and what to do.').example('`html` has a script; leave it out.'),
});

export const Job = shape(
  {
    id: JobId.example('job_0mws455o1b04142277aad597c'),
    tool: tool().example('html-to-pdf'),
    status: oneOf(...JOB_STATUSES)
      .description(
        '`queued`: it waits for a worker; `working`: it is being printed; `done`: `result` has the file; `failed`: `error` says why; `cancelled`: it was cancelled before it was done.',
      )
      .example('done'),
    created_at: createdAt(),
  },
  {
    finished_at: timestamp().description(
      'When it was done, failed or was cancelled; absent before, and where `error` says that it can’t be read any more.',
    ),
    result: PdfResult.description(
      'What the tool answers, without `pdf_base64`; the signed link is a fresh one each time.',
    ),
    error: JobError.description('Why it failed; or why it has no `result`, though it is done.'),
  },
);
export type Job = Infer<typeof Job>;

export const JobListQuery = PageQuery.append<PageQuery & { status?: JobStatus; tool?: JobTool }>({
  status: oneOf(...JOB_STATUSES).description('Jobs of this status only.'),
  tool: oneOf(...JOB_TOOLS).description('Jobs of this tool only.'),
});
export type JobListQuery = Infer<typeof JobListQuery>;

export const JobQuery = shape(
  {},
  {
    wait: integer()
      .min(0)
      .max(MAX_JOB_WAIT)
      .description('How long the answer may wait for the end of the job, seconds; 0 unless given.')
      .example(30),
  },
);
export type JobQuery = Infer<typeof JobQuery>;
