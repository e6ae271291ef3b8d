/** What code that traces its work needs to know. */

/** Ids, figures and words of closed sets: never anything of a document, a target or a secret. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  /** Names the span when its name is known at its end only. */
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param code a word of a closed set, never a message: messages may quote content. */
  fail(code: string): void;
}

export interface SpanOptions {
  /** `internal` unless given. */
  kind?: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  /** A span of another process, as a W3C `traceparent`; what is none is ignored. Without it the current span is the parent. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

export interface Tracing {
  readonly isOn: boolean;
  /**
   * Does work in a span that ends with it. What the work throws marks the span as failed and is thrown on.
   *
   * @param name of a closed set.
   */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Leaves a span of what is over by now. @param milliseconds how long it took. */
  past(name: string, milliseconds: number, options: SpanOptions): void;
  /** The current span as a W3C `traceparent`, for the process that works on; undefined when there is none. */
  traceparent(): string | undefined;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}
