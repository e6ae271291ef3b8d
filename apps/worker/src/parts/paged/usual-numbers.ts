/** Remembers the page numbers of elements that documents of one template print. They are mostly the same, so that no draft has to find them. */
import { createHash } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import type { PrintedDocument } from '../../render/print/flow.js';

/** Page numbers in the order of the elements; undefined for an element without a layout box. */
interface Known {
  readonly numbers: readonly (number | undefined)[];
  /** Whether two documents in a row had them. */
  readonly areUsual: boolean;
}

/** Numbers by digests of accounts and elements. */
const known = new LRUCache<string, Known>({
  max: 5_000,
  maxSize: 500_000,
  sizeCalculation: ({ numbers }) => numbers.length,
  ttl: 60 * 60 * 1000,
});

/** The page numbers that a document was printed with are not those of its pages. */
export class WrongGuess extends Error {
  override readonly name = 'WrongGuess';
}

/**
 * Prints a document with the usual numbers before. If these are wrong, they have no effect, so that the result does not depend on other
 * documents.
 *
 * @param ids of the elements whose page numbers it prints.
 */
export async function printGuessed(
  accountId: string,
  ids: readonly string[],
  print: (guess?: ReadonlyMap<string, number>) => Promise<PrintedDocument>,
): Promise<PrintedDocument> {
  const usual = new UsualNumbers(accountId, ids);
  const guess = usual.guess();
  const printed = (guess && (await print(guess).catch(undefinedIfWrong))) ?? (await print());
  if (printed.seen === undefined) usual.learn(printed.numbers ?? NONE);
  return printed;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** A wrong number may also be the reason why a document is too complex. */
function undefinedIfWrong(error: unknown): undefined {
  if (error instanceof WrongGuess || (error instanceof ServiceError && error.code === 'document_too_complex')) return;
  throw error;
}

class UsualNumbers {
  private readonly key: string;

  /** @param ids of the elements whose page numbers a document prints. */
  constructor(
    accountId: string,
    private readonly ids: readonly string[],
  ) {
    this.key = createHash('sha256')
      .update(JSON.stringify([accountId, ids]))
      .digest('base64');
  }

  /** Returns the numbers that such documents usually have; undefined if the last two of them differed. */
  guess(): ReadonlyMap<string, number> | undefined {
    const { numbers, areUsual = false } = known.get(this.key) ?? {};
    if (numbers === undefined || !areUsual) return undefined;
    return new Map(this.ids.flatMap((id, index) => (numbers[index] === undefined ? [] : [[id, numbers[index]]])));
  }

  /** Remembers the numbers that a document has. */
  learn(printed: ReadonlyMap<string, number>): void {
    const numbers = this.ids.map((id) => printed.get(id));
    const before = known.get(this.key)?.numbers;
    known.set(this.key, { numbers, areUsual: numbers.every((number, index) => number === before?.[index]) });
  }
}
