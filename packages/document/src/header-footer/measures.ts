/** Inches. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** One page as it was printed, and what stands in its margins: checked HTML, with its numbers. */
export interface HeaderFooterPage {
  /** Inches. */
  readonly width: number;
  /** Inches. */
  readonly height: number;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
}
