/** The interface of tracing. */

/** Ids, figures and words of fixed sets; never content, targets or secrets. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  /** Renames the span when its name is known only at its end. */
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param code a word of a fixed set, never a message, which may quote content. */
  fail(code: string): void;
}

export interface SpanOptions {
  /** Default: `internal`. */
  kind?: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  /**
   * The parent span of another process as a W3C `traceparent`. Invalid values are ignored. Default: the current span.
   */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

export interface Tracing {
  readonly isOn: boolean;
  /**
   * Runs work in a span. An error of the work marks the span as failed and is rethrown.
   *
   * @param name a word of a fixed set.
   */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Records a span that ends now. @param milliseconds its duration. */
  past(name: string, milliseconds: number, options: SpanOptions): void;
  /** Returns the current span as a W3C `traceparent` for another process; undefined without a span. */
  traceparent(): string | undefined;
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}
