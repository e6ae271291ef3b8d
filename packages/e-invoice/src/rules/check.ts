/** Collects the rules that an invoice breaks. */
import type { Decimal, EInvoiceProfile, EInvoiceSyntax, Invoice } from '@toolpress/contract';
import type { Big } from 'big.js';
import { decimalOf, decimalsOf, written } from '../decimal.js';
import { ruleIn } from './profile-rules.js';

export interface Fault {
  /** The name in the standard, such as `BR-CO-10`. EXTENDED has other names. */
  rule: string;
  /** The place in the invoice, such as `lines[2].net_amount`. */
  field: string;
  /** What the rule requires. */
  text: string;
}

/** Collects faults by the rules of a profile. */
export class Check {
  readonly faults: Fault[] = [];

  /**
   * @param isGerman whether both parties are German. Peppol has additional rules for them.
   * @param isForeign whether another system has computed the amounts. Then the tolerances of validators apply.
   */
  constructor(
    readonly profile: EInvoiceProfile,
    readonly syntax: EInvoiceSyntax,
    readonly isGerman: boolean,
    readonly isForeign = false,
  ) {}

  /** @param rule ignored where the profile does not have it. @param holds whether the invoice keeps the rule. */
  rule(rule: string, field: string, holds: boolean, text: string): void {
    if (holds) return;
    const name = ruleIn(this, rule);
    if (name !== undefined) this.faults.push({ rule: name, field, text });
  }

  /** Requires a value. */
  present(rule: string, field: string, value: unknown): void {
    this.rule(rule, field, value !== undefined, 'is missing');
  }

  /** Requires an amount with two decimal places at most. */
  cents(rule: string, field: string, value: Decimal | undefined): void {
    this.rule(rule, field, value === undefined || decimalsOf(value) <= 2, 'must have at most 2 decimals');
  }

  /**
   * Returns the tolerance of a sum: less than a cent for each amount in EXTENDED, zero in other profiles. The rules of EXTENDED allow a whole
   * cent, but validators compute with floating-point numbers.
   */
  tolerance(count: number): Big {
    const cents = this.isForeign ? count : Math.max(0, count - 1);
    return decimalOf(this.profile === 'extended' ? cents : 0).times('0.01');
  }

  /** Requires a computed amount, to the cent or within a tolerance. */
  equal(rule: string, field: string, given: Big, expected: Big, how: string, tolerance: Decimal | Big = 0): void {
    const isEqual = given.minus(expected).abs().lte(tolerance);
    this.rule(rule, field, isEqual, `must be ${written(expected, 2)}, ${how}`);
  }
}

/** Returns whether two days are in order, or one of them is missing. */
export const inOrder = (start: string | undefined, end: string | undefined): boolean =>
  start === undefined || end === undefined || start <= end;

export const isWithinGermany = ({ seller, buyer }: Invoice): boolean =>
  [seller, buyer].every((party) => party?.address?.country === 'DE');
