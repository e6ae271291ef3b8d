/** What is wrong with a document, whatever kinds of faults it has: one answer names all of them. */
import { type ContentWarning, type ErrorCode, MAX_WARNINGS, ServiceError } from '@toolpress/contract';

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
}

/** An error that names several places of a document, all with the same code. */
class Refusal extends ServiceError {
  constructor(
    code: ErrorCode,
    readonly messages: readonly string[],
  ) {
    super(code, textOf(messages.map((message) => ({ code, message }))));
  }
}

/** Returns one error for all that was found. Its message lists as many as an answer may list, and says how many more there are. */
export const refusal = (code: ErrorCode, found: readonly Pick<ContentWarning, 'message'>[]): ServiceError =>
  new Refusal(
    code,
    found.map(({ message }) => message),
  );

/** Collects the caller's mistakes while the checks go on. Anything else is thrown at once. */
export class Faults {
  private readonly found: ServiceError[] = [];

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Returns a collection that goes on from here, for checks that may be done again. */
  copy(): Faults {
    const copy = new Faults();
    copy.found.push(...this.found);
    return copy;
  }

  /** Returns what the check returns; undefined if it found a fault. */
  collect<Result>(check: () => Result): Result | undefined {
    try {
      return check();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** See `collect`. */
  async collectAsync<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** @throws what is no mistake of the caller's. */
  add(error: unknown): void {
    // What is known to be wrong helps more than that time was over.
    if (this.any && error instanceof ServiceError && error.code === 'deadline_exceeded') return;
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    this.found.push(error);
  }

  /** @throws ServiceError for all that was found, with the code of the first: checks go on in the order of `docs/errors.md`. */
  check(): void {
    const [first, ...others] = this.found;
    if (first === undefined) return;
    if (others.length === 0) throw first;
    const all = this.found.flatMap(faultsOf);
    throw new ServiceError(first.code, textOf(all), { cause: first.cause });
  }
}

const faultsOf = (error: ServiceError): Fault[] =>
  (error instanceof Refusal ? error.messages : [error.message]).map((message) => ({ code: error.code, message }));

/** One message for all of them: of many, the first of each kind is among those listed. */
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

/** Says how many more there are than are listed. */
export const andMore = (count: number): string => `And ${count} more.`;
