/**
 * The table of errors. The machine-readable code is sent in the header `X-Error-Code`; the documentation prints the meaning.
 */
export const ERRORS = {
  request_malformed: { status: 400, meaning: 'The request is not valid HTTP.' },
  invalid_json: {
    status: 400,
    meaning:
      'The request body is not JSON in UTF-8, repeats a name in an object, or has a number that would lose digits.',
  },
  invalid_parameter: { status: 400, meaning: 'A parameter is missing, unknown, or has a wrong type or value.' },
  token_missing: { status: 401, meaning: 'The request has no API token.' },
  token_invalid: { status: 401, meaning: 'The API token is unknown, expired or revoked.' },
  quota_exceeded: { status: 402, meaning: 'The account has used up its actions of this month.' },
  account_suspended: {
    status: 403,
    meaning: 'The operator has suspended the account. Its data remains.',
  },
  address_forbidden: {
    status: 403,
    meaning: 'The target or a redirect is at a private, local or otherwise forbidden address.',
  },
  host_forbidden: { status: 403, meaning: 'The settings of the service exclude the host of the target.' },
  provider_refused: {
    status: 403,
    meaning: 'The provider or bucket refuses the token or the access, or the provider’s plan is used up.',
  },
  origin_forbidden: {
    status: 403,
    meaning: 'The request comes from a page whose origin is not allowed; see `CORS_ORIGINS`.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The access token lacks a scope, or the endpoint needs an API token; see `WWW-Authenticate`.',
  },
  link_forged: {
    status: 403,
    meaning: 'The link to the file was modified or is incomplete.',
  },
  path_unknown: { status: 404, meaning: 'The path does not exist.' },
  account_unknown: { status: 404, meaning: 'No account has this id.' },
  token_unknown: { status: 404, meaning: 'No token has this id.' },
  grant_unknown: { status: 404, meaning: 'The account has no grant with this id, or it has ended.' },
  variable_not_found: { status: 404, meaning: 'The account has no template variable of this name.' },
  version_not_found: {
    status: 404,
    meaning: 'The template variable has no such version or draft, or the version is no longer kept.',
  },
  font_not_found: { status: 404, meaning: 'The account has no font of this name.' },
  connection_unknown: { status: 404, meaning: 'The account has no connection of this slug.' },
  webhook_unknown: { status: 404, meaning: 'The account has no webhook of this name.' },
  delivery_unknown: {
    status: 404,
    meaning: 'The webhook has no delivery with this id, or it is no longer stored.',
  },
  record_not_found: { status: 404, meaning: 'The provider has no such record.' },
  job_unknown: { status: 404, meaning: 'The account has no job with this id, or it has expired.' },
  batch_unknown: { status: 404, meaning: 'The account has no batch with this id, or it has expired.' },
  upload_unknown: {
    status: 404,
    meaning: 'The account has no upload with this id: it expired, was deleted, or is already used by a batch.',
  },
  file_unknown: { status: 404, meaning: 'No file has this id.' },
  method_not_allowed: { status: 405, meaning: 'The path does not support this method; see `Allow`.' },
  request_timeout: { status: 408, meaning: 'The request’s headers or body did not arrive in time.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used for another request, or its answer is no longer available.',
  },
  retry_impossible: {
    status: 409,
    meaning: 'The batch was cancelled, or its input is no longer stored: submit it again.',
  },
  file_expired: { status: 410, meaning: 'The file, or the link to it, has expired.' },
  precondition_failed: {
    status: 412,
    meaning:
      'The template was changed, deleted or created since it was read: `If-Match` or `If-None-Match` is not fulfilled.',
  },
  body_too_large: { status: 413, meaning: 'The request body, or a part of the document, exceeds the limit.' },
  request_too_large: { status: 413, meaning: 'The body for the target exceeds the limit.' },
  response_too_large: { status: 413, meaning: 'The body of the target’s response exceeds the limit.' },
  media_type_unsupported: {
    status: 415,
    meaning: 'The path does not support the body’s media type, charset or content coding.',
  },
  range_invalid: { status: 416, meaning: 'The `Range` header is beyond the end of the file.' },
  expectation_failed: { status: 417, meaning: 'The header `Expect` is not `100-continue`.' },
  variable_unknown: {
    status: 422,
    meaning:
      'A `template`, `[[var:name]]` or `[[> name]]` names an unknown variable or version, or variables form a cycle.',
  },
  template_invalid: {
    status: 422,
    meaning:
      'A template tag is invalid (an unclosed section, an unknown filter, invalid input of a filter), or filling exceeds its limits.',
  },
  content_forbidden: { status: 422, meaning: 'The document loads forbidden content.' },
  document_too_complex: {
    status: 422,
    meaning: 'The document is too large, too deeply nested, or needs too much memory.',
  },
  tag_without_value: {
    status: 422,
    meaning: 'With `strict`, and in names, `metadata` and passwords always: a template tag has no value in `data`.',
  },
  image_unavailable: { status: 422, meaning: 'An image cannot be fetched or decoded.' },
  not_conforming: {
    status: 422,
    meaning:
      'With `conformance`: the document lacks required information, such as the text of an image or a glyph of a font.',
  },
  font_invalid: { status: 422, meaning: 'The file is not a usable font.' },
  pdf_invalid: {
    status: 422,
    meaning:
      'The `background_pdf` is broken, needs a password, exceeds its limits, or does not fit the requested `conformance`.',
  },
  e_invoice_invalid: {
    status: 422,
    meaning:
      'The e-invoice breaks rules of EN 16931 or its profile, or its XML is not an invoice of the profile or does not add up.',
  },
  provider_cannot: {
    status: 422,
    meaning: 'The provider of records does not have this operator, order or kind of request.',
  },
  too_many_records: {
    status: 422,
    meaning: 'A list of records, with children and linked records, would have more than 2,000 records or 5 MiB.',
  },
  storage_quota_exceeded: { status: 422, meaning: 'The account’s storage is full.' },
  page_limit: {
    status: 422,
    meaning: 'The PDF would have more pages than the account may print, usually 50 (`pdf.max_pages`).',
  },
  pdf_too_large: { status: 422, meaning: 'The PDF would be larger than the worker’s `RENDER_MAX_PDF_MB` (50 MiB).' },
  rate_limited: {
    status: 429,
    meaning: 'A rate limit of the token, or of the sign-in of applications, is reached; see `Retry-After`.',
  },
  concurrency_exceeded: {
    status: 429,
    meaning:
      'The account’s limit of concurrent requests is reached, or they reserve its remaining actions; see `Retry-After`.',
  },
  too_many_attempts: {
    status: 429,
    meaning: 'Too many wrong tokens or failed sign-ins came from this address; see `Retry-After`.',
  },
  idempotency_limit: {
    status: 429,
    meaning:
      'The account’s limit of stored idempotency results is reached; `Retry-After` is when the first one expires.',
  },
  headers_too_large: { status: 431, meaning: 'The request’s headers exceed 16 KiB.' },
  internal: { status: 500, meaning: 'A fault of the service; the log has the cause under the request id.' },
  response_invalid: {
    status: 502,
    meaning:
      'The target sent invalid HTTP or redirected to an unusable URL; or the provider failed or did not return a record.',
  },
  target_unreachable: {
    status: 502,
    meaning: 'The target cannot be reached: unknown name, refused connection, or invalid certificate.',
  },
  too_many_redirects: { status: 502, meaning: 'The target redirects too often.' },
  unavailable: {
    status: 503,
    meaning:
      'Redis, the file store or the renderer is unavailable, or the provider’s rate limit is reached; see `Retry-After`.',
  },
  queue_full: {
    status: 503,
    meaning: 'The queue is full, or the wait would exceed the deadline; see `Retry-After`.',
  },
  overloaded: {
    status: 503,
    meaning: 'The gateway has no memory for the request, or the account uses too much of it; see `Retry-After`.',
  },
  deadline_exceeded: { status: 504, meaning: 'The deadline has passed.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/**
 * The reason, where the code does not show whether a retry makes sense. Processes use it; callers see code and message.
 */
const REASONS = [
  /** Rendering failed in every attempt, without a fault in the document. */
  'renderer_failed',
  /** Two workers died while they rendered the document. */
  'workers_ended',
  /** The provider of records accepts no further request now. */
  'provider_busy',
  /** The file store is unavailable, full or refuses access. No document is the cause, so the work waits for the store. */
  'store_unavailable',
] as const;
export type ErrorReason = (typeof REASONS)[number];

/** Returns whether an error says that the file store is unavailable. */
export const isStoreOutage = (error: unknown): error is ServiceError & { reason: 'store_unavailable' } =>
  error instanceof ServiceError && error.reason === 'store_unavailable';

/** An error as it is passed between processes. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  reason?: ErrorReason;
  position?: FaultPosition;
  faults?: readonly DocumentFault[];
}

/** The position of a fault in the text that the caller sent. Both count from 1. */
export interface FaultPosition {
  line: number;
  column: number;
}

/** One of the faults that an error names. Its schema is `TemplateFault`. */
export interface DocumentFault extends Partial<FaultPosition> {
  code: string;
  message: string;
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
  /** The first position that the message names, if it is one of a template. */
  readonly position: FaultPosition | undefined;
  private readonly listed: readonly DocumentFault[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      headers?: Record<string, string>;
      reason?: ErrorReason | undefined;
      position?: FaultPosition | undefined;
      faults?: readonly DocumentFault[] | undefined;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
    this.position = options.position;
    this.listed = options.faults;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The faults of the document, one by one if the job wanted that (`listsEach`), else the error itself. */
  get faults(): readonly DocumentFault[] {
    const { code, message, position, listed } = this;
    return listed ?? [{ code, message, ...position }];
  }

  /** Returns this error with another message. */
  withMessage(message: string): ServiceError {
    const { code, cause, headers, reason, position } = this;
    return new ServiceError(code, message, { cause, headers: { ...headers }, reason, position });
  }

  /** Returns this error with other headers. */
  withHeaders(headers: Record<string, string>): ServiceError {
    const { code, message, cause, reason, position, listed: faults } = this;
    return new ServiceError(code, message, { cause, headers, reason, position, faults });
  }

  toData(): ErrorData {
    const { code, message, reason, position, listed: faults } = this;
    return { code, message, ...(reason && { reason }), ...(position && { position }), ...(faults && { faults }) };
  }

  /** An unknown code, from a newer version of the other process, becomes an internal error; an unknown reason is dropped. */
  static fromData({ code, message, reason: given, position, faults }: ErrorData): ServiceError {
    const reason = REASONS.find((each) => each === given);
    return isErrorCode(code)
      ? new ServiceError(code, message, { reason, position, faults })
      : new ServiceError('internal', message, { cause: code });
  }
}
