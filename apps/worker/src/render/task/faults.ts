/** Collects the faults of a document, so that one answer names all of them, and limits the time to look for warnings. */
import {
  type ContentWarning,
  type ErrorCode,
  type ErrorData,
  type FaultPosition,
  MAX_WARNINGS,
  ServiceError,
  type TemplateFault,
} from '@toolpress/contract';
import { systemThreadId, threadCpuMs } from '@toolpress/runtime/thread-time';

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly position?: FaultPosition | undefined;
}

type Finding = Pick<ContentWarning, 'message' | 'line' | 'column'>;

/** An error that names several places of a document, all with one code. */
class Refusal extends ServiceError {
  constructor(
    code: ErrorCode,
    private readonly found: readonly Finding[],
  ) {
    super(code, textOf(found.map(({ message }) => ({ code, message }))));
  }

  get each(): Fault[] {
    return this.found.map(({ message, line, column }) => ({
      ...{ code: this.code, message },
      ...(line !== undefined && column !== undefined && { position: { line, column } }),
    }));
  }
}

/** Returns one error for several findings. Its message lists the first of them, and the number of the others. */
export const refusal = (code: ErrorCode, found: readonly Finding[]): ServiceError => new Refusal(code, found);

/** Answers a job with a failure of the service. No worker tries it again. */
export class FinalError extends Error {
  constructor(readonly data: ErrorData) {
    super(data.message);
  }
}

/** Collects the caller's errors while the checks continue. Other errors are thrown immediately. */
export class Faults {
  private readonly found: ServiceError[] = [];

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Returns a copy, for checks that may run again. */
  copy(): Faults {
    const copy = new Faults();
    copy.found.push(...this.found);
    return copy;
  }

  /** Runs a check. Returns its result; undefined if it found a fault. */
  collect<Result>(check: () => Result): Result | undefined {
    try {
      return check();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** Runs an asynchronous check, see `collect`. */
  async collectAsync<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** Adds an error of the caller. @throws any other error. */
  add(error: unknown): void {
    // The known faults help the caller more than the deadline.
    if (this.any && error instanceof ServiceError && error.code === 'deadline_exceeded') return;
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    this.found.push(error);
  }

  /** Returns the faults for the answer of a check. The last one has the number of omitted ones. */
  list(): TemplateFault[] {
    const all = this.found.flatMap(faultsOf);
    const listed = all.length > MAX_WARNINGS ? all.slice(0, MAX_WARNINGS - 1) : all;
    const more = all.slice(listed.length);
    const faults = listed.map(({ code, message, position }) => ({ code, message, ...position }));
    return more.length === 0 ? faults : [...faults, { code: more[0]?.code ?? '', message: andMore(more.length) }];
  }

  /**
   * @param listsEach whether the error lists the faults one by one, too.
   * @throws ServiceError for all faults, with the code of the first. Checks run in the order of `docs/errors.md`.
   */
  check(listsEach = false): void {
    const [first, ...others] = this.found;
    if (first === undefined) return;
    if (others.length === 0 && !listsEach) throw first;
    const message = others.length === 0 ? first.message : textOf(this.found.flatMap(faultsOf));
    throw new ServiceError(first.code, message, { cause: first.cause, faults: listsEach ? this.list() : undefined });
  }
}

const faultsOf = (error: ServiceError): Fault[] => (error instanceof Refusal ? error.each : [error]);

/** Returns one message for all faults. The first of each kind is always listed. */
function textOf(all: readonly Fault[]): string {
  const [only, ...others] = all;
  if (others.length === 0) return only?.message ?? '';
  const isMixed = others.some(({ code }) => code !== only?.code);
  const firsts = new Set(all.filter((fault, index) => all.findIndex(({ code }) => code === fault.code) === index));
  const room = Math.max(0, MAX_WARNINGS - firsts.size);
  const rest = new Set(all.filter((fault) => !firsts.has(fault)).slice(0, room));
  const listed = all.filter((fault) => firsts.has(fault) || rest.has(fault));
  const texts = listed.map(({ code, message }, index) => `(${index + 1}) ${isMixed ? `${code}: ` : ''}${message}`);
  const more = all.length > listed.length ? ` ${andMore(all.length - listed.length)}` : '';
  return `${all.length} ${isMixed ? 'faults' : 'places'} of the document: ${texts.join(' ')}${more}`;
}

/** Returns a sentence with the number of faults that are not listed. */
export const andMore = (count: number): string => `And ${count} more.`;

/** The processor time in milliseconds. What has begun by then is finished. */
const WARNINGS_LIMIT_MS = 100;

const thread = systemThreadId();
const cpuMs = (): number => (thread === undefined ? performance.now() : (threadCpuMs(thread) ?? 0));

/** The time to look for faults that are only warned of. */
export class WarningTime {
  /** Whether something was left out. */
  wasOver = false;
  private readonly begunAt = performance.now();
  /** The processor time when it was first looked at. */
  private cpuBefore: number | undefined;

  constructor(private readonly limitMs = WARNINGS_LIMIT_MS) {}

  /** Returns what is found, or nothing if the time is over. */
  unlessOver<Found>(find: () => readonly Found[]): readonly Found[] {
    if (!this.isOver()) return find();
    this.wasOver = true;
    return [];
  }

  /** On a busy machine, time passes without processor time, which is looked at only then. */
  private isOver(): boolean {
    if (performance.now() - this.begunAt <= this.limitMs) return false;
    const now = cpuMs();
    this.cpuBefore ??= now;
    return now - this.cpuBefore > this.limitMs;
  }
}
