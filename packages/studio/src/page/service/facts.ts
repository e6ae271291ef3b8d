/** What the page needs to know of the service. The gateway's process writes it into the page. */
export interface Facts {
  pageSizes: readonly string[];
  conformance: readonly string[];
  maxSamples: number;
  maxFiles: number;
  /** The bytes of a template with all of its parts. */
  maxTemplateBytes: number;
  maxFontBytes: number;
  /** The path of pdf.js's worker. */
  pdfWorker: string;
  /** The path of the worker that makes the bodies of previews. */
  bodyWorker: string;
  filters: readonly FilterFact[];
}

/** A filter of the template language. */
export interface FilterFact {
  name: string;
  subject: string;
  does: string;
  takes: readonly string[];
  example: string;
}

export const readFacts = (): Facts => JSON.parse(document.getElementById('facts')?.textContent ?? '') as Facts;
