/** What the page needs to know of the service. The gateway's process writes it into the page. */
export interface Facts {
  pageSizes: readonly string[];
  conformance: readonly string[];
  maxSamples: number;
  maxFiles: number;
  /** The largest text of a template, and the largest template with all of its parts, in bytes. */
  maxTextBytes: number;
  maxTemplateBytes: number;
  maxFontBytes: number;
  /** The path of pdf.js's worker. */
  pdfWorker: string;
  /** The path of the worker that makes the bodies of previews. */
  bodyWorker: string;
  filters: readonly FilterFact[];
  samples: readonly SampleFact[];
}

/** A sample of the project, from which templates begin. */
export interface SampleFact {
  name: string;
  title: string;
  about: string;
  /** The path of the file with its texts and data. */
  file: string;
  /** The path of the picture of its first page. */
  thumbnail?: string;
  /** The languages that it has options and data for. The first is the default. */
  languages: readonly string[];
  /** Whether it can be printed on A4 and Letter. */
  hasPapers: boolean;
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
