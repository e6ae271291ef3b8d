/** veraPDF, the validator of PDF/A and PDF/UA that the PDF Association's members wrote. */
import { java } from './java.js';

/** PDF/A parts 2 and 3 with their levels, PDF/UA-1. */
export type Flavour = '2b' | '3b' | '3a' | 'ua1';

export interface Verdict {
  readonly file: string;
  readonly passed: boolean;
  readonly failures: readonly Failure[];
}

interface Failure {
  /** The clause of the standard: `7.18.5`; `parse` for an unreadable file. */
  readonly clause: string;
  readonly testNumber: number;
  readonly description: string;
  /** The number of occurrences. */
  readonly count: number;
  /** The first occurrence: the fault and its location in the file. */
  readonly example: string;
}

/** The files of one run, limited by command lines and Java's memory. */
const AT_A_TIME = 200;

/** Judges files. @param files their paths. @returns a verdict for each, in order. */
export async function veraPdf(files: readonly string[], flavour: Flavour): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let from = 0; from < files.length; from += AT_A_TIME) {
    const some = files.slice(from, from + AT_A_TIME);
    const options = ['--flavour', flavour, '--format', 'json', '--maxfailuresdisplayed', '1', '--loglevel', '0'];
    const output = await java('veraPdf', ['org.verapdf.apps.GreenfieldCliWrapper', ...options, '--nonpdfext', ...some]);
    const { jobs } = (JSON.parse(output) as { report: { jobs: Job[] } }).report;
    const byName = new Map(jobs.map((job) => [job.itemDetails.name, job]));
    verdicts.push(...some.map((file) => verdictOf(file, byName.get(file))));
  }
  return verdicts;
}

interface Job {
  readonly itemDetails: { readonly name: string };
  readonly taskException?: { readonly exceptionMessage: string };
  readonly validationResult?: readonly {
    readonly compliant: boolean;
    readonly details: { readonly ruleSummaries: readonly RuleSummary[] };
  }[];
}

interface RuleSummary {
  readonly clause: string;
  readonly testNumber: number;
  readonly description: string;
  readonly failedChecks: number;
  readonly checks: readonly { readonly context: string; readonly errorMessage: string }[];
}

function verdictOf(file: string, job: Job | undefined): Verdict {
  const [result] = job?.validationResult ?? [];
  if (result === undefined) {
    const description = job?.taskException?.exceptionMessage ?? 'veraPDF did not read it';
    return { file, passed: false, failures: [{ clause: 'parse', testNumber: 0, description, count: 1, example: '' }] };
  }
  const failures = result.details.ruleSummaries.map(({ clause, testNumber, description, failedChecks, checks }) => {
    const example = checks[0] === undefined ? '' : `${checks[0].errorMessage} (${checks[0].context})`;
    return { clause, testNumber, description, count: failedChecks, example };
  });
  return { file, passed: result.compliant, failures };
}
