/** What an agent can do about an error, after its message. */
import type { ErrorCode, ServiceError } from '@toolpress/contract';

const DOCUMENT = 'Correct it, then call check_template until `ok` is true: it lists all faults together, and is free.';
const NAMES = 'list_templates lists the templates that exist; save_template saves one.';
const EXPIRED = 'If it has expired, create it again.';

/** Errors whose messages always say what to do are not here. */
const STEPS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_parameter: 'describe_options explains what the tool takes.',
  template_invalid: DOCUMENT,
  tag_without_value: 'Send the value in `data`, or write `[[#if …]]` around the tag.',
  content_forbidden: DOCUMENT,
  document_too_complex: DOCUMENT,
  image_unavailable: 'Use another address, or send the image in `files`.',
  variable_unknown: NAMES,
  variable_not_found: NAMES,
  version_not_found: NAMES,
  job_unknown: EXPIRED,
  batch_unknown: EXPIRED,
  connection_unknown: 'Ask the person for the slug of a connection of this account.',
  record_not_found: 'Ask the person for the id of a record that exists.',
  provider_refused: 'Ask the person to correct the connection.',
  address_forbidden: 'Ask the person for a public address.',
  host_forbidden: 'Ask the person for another address.',
  quota_exceeded: 'Report it to the person. check_template is free and still works.',
  storage_quota_exceeded: 'Report it to the person: files have to expire or be deleted first.',
  account_suspended: 'Report it to the person: the operator has to act.',
  idempotency_conflict: 'Use a new key for another call.',
  page_limit: 'Print fewer pages: divide the data, or make a batch of it.',
  pdf_too_large: 'Use smaller images, or divide the document.',
  response_too_large: 'Ask for less.',
  deadline_exceeded: 'Print long documents with create_job. Another target may be slow: call it again later.',
  target_unreachable: 'Check the address. If it is right, call again later.',
  internal: 'Call once more. If it fails again, report the `request_id` to the person.',
};

/** Returns the message of an error with the next step. */
export function withNextStep({ code, message, headers }: Pick<ServiceError, 'code' | 'message' | 'headers'>): string {
  const seconds = headers['Retry-After'];
  const step = seconds === undefined ? STEPS[code] : `Call again in ${seconds} s.`;
  return [`${code}: ${message}`, ...(step === undefined ? [] : [step])].join(' ');
}
