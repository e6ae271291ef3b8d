/**
 * The table of errors. The machine-readable code is sent in the header `X-Error-Code`; the documentation prints the meaning.
 */
export const ERRORS = {
  request_malformed: { status: 400, meaning: 'What was sent is not HTTP.' },
  invalid_json: {
    status: 400,
    meaning:
      'The request body is not JSON in UTF-8, has a name twice in an object, or a number that would lose digits.',
  },
  invalid_parameter: { status: 400, meaning: 'A parameter is missing, unknown, or of a wrong type or value.' },
  token_missing: { status: 401, meaning: 'The request carries no API token.' },
  token_invalid: { status: 401, meaning: 'The API token is unknown, expired or revoked.' },
  quota_exceeded: { status: 402, meaning: 'The account has used up its actions of this month.' },
  account_suspended: {
    status: 403,
    meaning: 'The operator has suspended the account: its tokens are refused until it is resumed; what it keeps stays.',
  },
  address_forbidden: {
    status: 403,
    meaning:
      'The target of the request, or one that it redirects to, is a private, local or otherwise forbidden address.',
  },
  host_forbidden: { status: 403, meaning: 'The settings of the service exclude the host of the target.' },
  provider_refused: {
    status: 403,
    meaning:
      'The provider refuses the connection’s token, or the token may not read what was asked for, or its plan’s quota is used up.',
  },
  link_forged: {
    status: 403,
    meaning: 'The link to the file is not one that was issued: something in it is missing or was altered.',
  },
  path_unknown: { status: 404, meaning: 'There is nothing at this path.' },
  account_unknown: { status: 404, meaning: 'There is no account of this id.' },
  token_unknown: { status: 404, meaning: 'There is no token of this id.' },
  variable_not_found: { status: 404, meaning: 'The account has no template variable of this name.' },
  font_not_found: { status: 404, meaning: 'The account has no font of this name.' },
  connection_unknown: { status: 404, meaning: 'The account has no connection of this slug.' },
  webhook_unknown: { status: 404, meaning: 'The account has no webhook of this name.' },
  delivery_unknown: {
    status: 404,
    meaning: 'The webhook has no delivery of this id, or what it sent is not kept any more.',
  },
  record_not_found: { status: 404, meaning: 'The provider has no such record.' },
  job_unknown: { status: 404, meaning: 'The account has no job of this id, or it has expired with its file.' },
  batch_unknown: { status: 404, meaning: 'The account has no batch of this id, or it has expired.' },
  upload_unknown: {
    status: 404,
    meaning: 'The account has no upload of this id: it has expired, was deleted, or a batch has taken it over already.',
  },
  file_unknown: { status: 404, meaning: 'There is no file of this id.' },
  method_not_allowed: { status: 405, meaning: 'The path does not take this method; `Allow` names those it takes.' },
  request_timeout: { status: 408, meaning: 'The request’s head or body did not come in time.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used for another request, or its answer can no longer be had.',
  },
  retry_impossible: {
    status: 409,
    meaning: 'The batch was cancelled, or what was sent for it is not kept any more: submit it again.',
  },
  file_expired: { status: 410, meaning: 'The file, or the link to it, has expired.' },
  body_too_large: { status: 413, meaning: 'The request body, or a part of the document in it, is over the limit.' },
  request_too_large: { status: 413, meaning: 'The body to be sent to the target is over the limit.' },
  response_too_large: { status: 413, meaning: 'The body of the target’s response is over the limit.' },
  media_type_unsupported: {
    status: 415,
    meaning: 'The request body is of another media type, charset or content coding than the path takes.',
  },
  range_invalid: { status: 416, meaning: 'The `Range` header asks for bytes that the file does not have.' },
  expectation_failed: { status: 417, meaning: 'The header `Expect` is something else than `100-continue`.' },
  variable_unknown: {
    status: 422,
    meaning: 'A `[[var:name]]` or `[[> name]]` names no template variable of the account, or variables form a cycle.',
  },
  template_invalid: {
    status: 422,
    meaning:
      'A template tag is broken (an unclosed section, an unknown filter, an input that a filter can’t use), or filling takes more than its limits.',
  },
  content_forbidden: { status: 422, meaning: 'The document loads something that documents may not load.' },
  document_too_complex: {
    status: 422,
    meaning: 'The document is larger, nested deeper, or takes more memory than can be printed.',
  },
  tag_without_value: { status: 422, meaning: 'With `strict`, a template tag has no value in `data`.' },
  image_unavailable: { status: 422, meaning: 'An image of the document can’t be fetched or is none.' },
  not_conforming: {
    status: 422,
    meaning:
      'With `conformance`: the document lacks what only its author can give it, such as the text of an image or a glyph of a font.',
  },
  font_invalid: { status: 422, meaning: 'What was sent is no font that can be printed with.' },
  pdf_invalid: {
    status: 422,
    meaning:
      'A PDF that was sent is broken, needs a password, takes more to be read than it may, or can’t stand in one of the `conformance` asked for.',
  },
  e_invoice_invalid: {
    status: 422,
    meaning:
      'The e-invoice breaks rules of EN 16931 or of its profile, or its XML is no invoice of the profile, or does not add up.',
  },
  storage_quota_exceeded: { status: 422, meaning: 'The files of the account take as many bytes as it may store.' },
  page_limit: { status: 422, meaning: 'The PDF would have more than 50 pages.' },
  pdf_too_large: { status: 422, meaning: 'The PDF would be larger than the worker’s `RENDER_MAX_PDF_MB` (50 MiB).' },
  rate_limited: {
    status: 429,
    meaning: 'The token has made its requests of this minute; `Retry-After` says when the next is taken.',
  },
  concurrency_exceeded: {
    status: 429,
    meaning:
      'The account has as many requests at work as it may have at a time, or they hold what is left of its actions; `Retry-After` says when to try again.',
  },
  too_many_attempts: {
    status: 429,
    meaning: 'Too many wrong admin tokens came from this address; `Retry-After` says when to try again.',
  },
  idempotency_limit: {
    status: 429,
    meaning:
      'As much is kept for the account under idempotency keys as may be; `Retry-After` says when the first of it ends.',
  },
  headers_too_large: { status: 431, meaning: 'The request’s headers are over the limit of 16 KiB.' },
  internal: { status: 500, meaning: 'A fault of the service itself; the log has the cause under the request id.' },
  response_invalid: {
    status: 502,
    meaning:
      'The target broke HTTP, or redirected to something that is no usable URL; the provider failed, or its answer is no record.',
  },
  target_unreachable: {
    status: 502,
    meaning:
      'The target can’t be reached: its name is unknown, it refuses the connection, its certificate is not valid.',
  },
  too_many_redirects: { status: 502, meaning: 'The target redirects more often than is followed.' },
  unavailable: {
    status: 503,
    meaning:
      'A part of the service (Redis, the file store, the renderer) is unavailable, or the provider’s rate limit leaves no room; try again when `Retry-After` says.',
  },
  queue_full: {
    status: 503,
    meaning:
      'The queue of documents is full, or the wait in it would be longer than the deadline; `Retry-After` says when to try again.',
  },
  overloaded: {
    status: 503,
    meaning:
      'The gateway that was asked has no memory left for the request, or its account takes too much of it; `Retry-After` says when to try again.',
  },
  deadline_exceeded: { status: 504, meaning: 'The work took longer than its deadline.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/**
 * What happened, where the code alone does not say whether trying again makes sense. Processes decide by it; callers see the code and
 * the message.
 */
const REASONS = [
  /** Rendering failed each time, by no fault that was found in the document. */
  'renderer_failed',
  /** Two workers ended over the document, one after the other. */
  'workers_ended',
] as const;
export type ErrorReason = (typeof REASONS)[number];

/** An error as it is passed between processes. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  reason?: ErrorReason;
}

/**
 * An error that is shown to the caller.
 *
 * `message` is for the caller: it names the field and what is allowed, and holds no secret and no inner detail.
 * `cause` is for the operator: it goes to the log only.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Extra response headers, such as `Retry-After` or `Allow`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: ErrorReason | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; headers?: Record<string, string>; reason?: ErrorReason | undefined } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toData(): ErrorData {
    const { code, message, reason } = this;
    return { code, message, ...(reason && { reason }) };
  }

  /** A code that only a newer version of the other process knows is an internal error to the caller; a reason is none. */
  static fromData({ code, message, reason: given }: ErrorData): ServiceError {
    const reason = REASONS.find((each) => each === given);
    return isErrorCode(code)
      ? new ServiceError(code, message, { reason })
      : new ServiceError('internal', message, { cause: code });
  }
}
