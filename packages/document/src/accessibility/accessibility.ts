/** Checks whether a document can be tagged for PDF/UA-1 or PDF/A-3 level A. Reports the author's faults with their positions. */
import type { ContentWarning } from '@toolpress/contract';
import type { GroupableWarning } from '../policy/by-kind.js';
import { groupRepeated, type SourceText } from '../policy/explain.js';
import type { Finding } from '../policy/findings.js';
import { FAULTS, type FaultName } from './faults.js';
import { DOCUMENT, type Drawn, type Noted, type NotedHeading, type Study } from './study.js';

/** Returns whether an element is visible, by its number in the body: hidden elements are neither seen nor read aloud. */
type Shows = (at: number) => boolean;

/** The browser's findings about a document laid out for paper. */
export interface Rendering extends Drawn {
  readonly shows: Shows;
}

const AS_WRITTEN: Rendering = { shows: () => true, pictures: new Set(), generated: new Set() };

export interface AccessibilityReport {
  /** Errors, one for each place. Without errors the document can be tagged. */
  readonly errors: readonly ContentWarning[];
  readonly warnings: readonly GroupableWarning[];
}

export class Accessibility {
  /** The number of elements in the body. */
  readonly elements: number;
  /** The numbers of the elements whose faults count only if they are visible. Empty if nothing can be hidden. */
  readonly doubtful: readonly number[];
  /** Whether the browser must report texts that it draws as images or adds. */
  readonly mayDraw: boolean;
  /** Whether the browser may add quotes, which are read aloud. */
  readonly mayQuote: boolean;
  private readonly noted: readonly Noted[];

  /**
   * @param isUniversal whether PDF/UA-1 is requested.
   * @param locate repeats the check with locations.
   */
  constructor(
    {
      noted,
      mayHide,
      mayDraw,
      mayQuote,
      elements,
    }: Pick<Study, 'noted' | 'mayHide' | 'mayDraw' | 'mayQuote' | 'elements'>,
    private readonly isUniversal: boolean,
    private readonly sources: Readonly<Record<string, SourceText>>,
    private readonly locate: (drawn: Drawn) => readonly Noted[],
  ) {
    this.noted = noted;
    this.elements = elements;
    this.mayDraw = mayDraw;
    this.mayQuote = mayQuote;
    const matters = noted.some((one) => 'fault' in one) || noted.length > 1;
    this.doubtful = mayHide && matters ? [...new Set(noted.flatMap(({ at }) => at ?? []))] : [];
  }

  /** Returns the report. @param rendering the browser's findings, if they are needed. */
  report({ shows, ...drawn } = AS_WRITTEN): AccessibilityReport {
    const isDrawn = drawn.pictures.size + drawn.generated.size > 0;
    if (!isDrawn && this.judged(this.noted, shows).length === 0) return { errors: [], warnings: [] };
    const judged = this.judged(this.locate(drawn), shows);
    const of = (consequence: 'error' | 'warning'): GroupableWarning[] =>
      groupRepeated(
        judged.filter((one) => one.consequence === consequence),
        this.sources,
      );
    // An error lists all places.
    return { errors: of('error').map(({ said: _, ...error }) => error), warnings: of('warning') };
  }

  private judged(noted: readonly Noted[], shows: Shows): Judged[] {
    const shown = noted.filter(({ at }) => at === undefined || shows(at));
    const headings = headingFaults(shown);
    return shown.flatMap((one) => {
      const { subject } = one;
      const { name, fault } =
        'fault' in one ? { name: one.fault, fault: FAULTS[one.fault].fault } : (headings.get(one) ?? {});
      const consequence = name && FAULTS[name][this.isUniversal ? 'universal' : 'levelA'];
      if (!fault || consequence === 'nothing' || consequence === undefined) return [];
      return [
        { consequence, code: 'not_accessible', subject, fault, ...(subject.name === DOCUMENT && { isWhole: true }) },
      ];
    });
  }
}

interface Judged extends Omit<Finding, 'kind'> {
  readonly consequence: 'error' | 'warning';
}

/**
 * ISO 14289-1, 7.4.2: the first heading is an H1, and none is more than one level below the one before it. A document whose
 * highest headings are `h2` or below is tagged so that they are H1.
 */
function headingFaults(noted: readonly Noted[]): Map<Noted, { name: FaultName; fault: string }> {
  const faults = new Map<Noted, { name: FaultName; fault: string }>();
  const headings = noted.filter((one): one is NotedHeading => 'level' in one);
  const highest = Math.min(...headings.map(({ level }) => level));
  let before: number | undefined;
  for (const one of headings) {
    const { level } = one;
    if (before === undefined && level > highest)
      faults.set(one, { name: 'headingFirst', fault: FAULTS.headingFirst.fault });
    if (before !== undefined && level > before + 1) {
      const fault = `is a heading of level ${level} after one of level ${before}: make it an \`h${before + 1}\``;
      faults.set(one, { name: 'headingSkip', fault });
    }
    before = level;
  }
  return faults;
}
