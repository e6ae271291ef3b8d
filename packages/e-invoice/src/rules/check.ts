/** A rule that an invoice breaks, and where. */
import type { Decimal, EInvoiceProfile, EInvoiceSyntax, Invoice } from '@toolpress/contract';
import type { Big } from 'big.js';
import { decimalOf, decimalsOf, written } from '../decimal.js';
import { ruleIn } from './profile-rules.js';

export interface Fault {
  /** As the standard calls it, such as `BR-CO-10`; EXTENDED has names of its own. */
  rule: string;
  /** Within the invoice, such as `lines[2].net_amount`. */
  field: string;
  /** What is asked for. */
  text: string;
}

/** Collects what is wrong by the rules that hold in a profile. */
export class Check {
  readonly faults: Fault[] = [];

  /**
   * @param isGerman whether both parties are: Peppol has more rules for them.
   * @param isForeign whether another system computed the amounts: then they may be as far off as validators let them be.
   */
  constructor(
    readonly profile: EInvoiceProfile,
    readonly syntax: EInvoiceSyntax,
    readonly isGerman: boolean,
    readonly isForeign = false,
  ) {}

  /** @param rule ignored where the profile does not have it. @param holds whether all is well. */
  rule(rule: string, field: string, holds: boolean, text: string): void {
    if (holds) return;
    const name = ruleIn(this, rule);
    if (name !== undefined) this.faults.push({ rule: name, field, text });
  }

  /** The value must be there. */
  present(rule: string, field: string, value: unknown): void {
    this.rule(rule, field, value !== undefined, 'is missing');
  }

  /** An amount has two decimals at most. */
  cents(rule: string, field: string, value: Decimal | undefined): void {
    this.rule(rule, field, value === undefined || decimalsOf(value) <= 2, 'must have at most 2 decimals');
  }

  /**
   * Returns how far off the sum of so many amounts may be: less than a cent for each in EXTENDED, nothing in other profiles. Its rules allow the
   * cent itself, but validators compute them in doubles.
   */
  tolerance(count: number): Big {
    const cents = this.isForeign ? count : Math.max(0, count - 1);
    return decimalOf(this.profile === 'extended' ? cents : 0).times('0.01');
  }

  /** A computed amount, to the cent or within a tolerance. */
  equal(rule: string, field: string, given: Big, expected: Big, how: string, tolerance: Decimal | Big = 0): void {
    const isEqual = given.minus(expected).abs().lte(tolerance);
    this.rule(rule, field, isEqual, `must be ${written(expected, 2)}, ${how}`);
  }
}

/** Two days in order, where both are given. */
export const inOrder = (start: string | undefined, end: string | undefined): boolean =>
  start === undefined || end === undefined || start <= end;

export const isWithinGermany = ({ seller, buyer }: Invoice): boolean =>
  [seller, buyer].every((party) => party?.address?.country === 'DE');
