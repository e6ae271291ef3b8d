/**
 * The heights of the headers and footers of one document: measured on screen, or expected and then proved by the print of the headers,
 * which saves loading one more document.
 */
import {
  HEADER_FOOTER_PARTS,
  type HeaderFooterDocument,
  type HeaderFooterPage,
  type MeasuredPart,
  provedHeights,
} from '@toolpress/document';
import { destinations, isSameLength, PdfFile, pageSizes } from '@toolpress/pdf';
import type { Printer } from '../../browser/printer.js';
import { expectedHeight, type Measurable, rememberHeight } from './expected-heights.js';

const POINTS_PER_INCH = 72;

export class PartHeights {
  /** The parts whose heights are known, in the order in which they were asked for. */
  private known: (MeasuredPart & { readonly isExpected: boolean })[] = [];
  private mayExpect = true;

  constructor(private readonly document: HeaderFooterDocument) {}

  /** The known heights. */
  get all(): readonly MeasuredPart[] {
    return [...this.known];
  }

  /** Returns a height in inches, if it is known. */
  of(one: Measurable | undefined): number | undefined {
    return one && this.known.find((other) => isMeasuredAs(one, other))?.height;
  }

  /** Expects the heights of other documents of the template. @returns whether all heights are known then. */
  expect(parts: readonly Measurable[]): boolean {
    const unknown = this.unknown(parts);
    if (unknown.length > 0 && !this.mayExpect) return false;
    const expected = unknown.flatMap((part) => {
      const height = expectedHeight(this.document, part);
      return height === undefined ? [] : [{ ...part, height, isExpected: true }];
    });
    if (expected.length < unknown.length) return false;
    this.known.push(...expected);
    return true;
  }

  /** Measures parts on screen. */
  async measure(printer: Printer, parts: readonly Measurable[]): Promise<void> {
    if (parts.length === 0) return;
    const heights = await printer.heights(this.document.toMeasure(parts.map(pageWith)), HEADER_FOOTER_PARTS);
    this.known.push(...parts.map((part, index) => ({ ...part, height: heights[index] ?? 0, isExpected: false })));
  }

  /** Forgets expected heights, so that all are measured. @returns whether there were any. */
  reject(): boolean {
    const measured = this.known.filter(({ isExpected }) => !isExpected);
    const hadExpected = measured.length < this.known.length;
    this.known = measured;
    this.mayExpect = false;
    return hadExpected;
  }

  /**
   * Compares heights with the last page of a PDF, which shows whether they are right, see `HeaderFooterDocument.withPages`.
   *
   * @returns false if one was expected wrongly. Then none is expected any more.
   */
  areProved(parts: readonly MeasuredPart[], pdf: Buffer): boolean {
    if (parts.length === 0) return true;
    const height = (pageSizes(pdf).at(-1)?.height ?? 0) * POINTS_PER_INCH;
    const proved = provedHeights(parts.length, destinations(new PdfFile(pdf)), height);
    for (const [index, part] of this.known.slice(0, parts.length).entries()) {
      if (part.isExpected && !proved[index]) return !this.reject();
      if (!part.isExpected) rememberHeight(this.document, part, proved[index] ? part.height : Number.NaN);
    }
    return true;
  }

  /** Returns the different parts whose heights are not known. */
  unknown(parts: readonly Measurable[]): Measurable[] {
    const unknown: Measurable[] = [];
    for (const part of parts)
      if (![...unknown, ...this.known].some((other) => isMeasuredAs(part, other))) unknown.push(part);
    return unknown;
  }
}

/** A page that has only a header. Its height has no influence. */
const pageWith = ({ html, width, margins: { left, right } }: Measurable): HeaderFooterPage => ({
  ...{ width, height: 1, margins: { top: 0, right, bottom: 0, left } },
  header: html,
});

const isMeasuredAs = (one: Measurable, other: Measurable): boolean =>
  isSameLength(one.width, other.width) &&
  isSameLength(one.margins.left, other.margins.left) &&
  isSameLength(one.margins.right, other.margins.right) &&
  one.html === other.html;
