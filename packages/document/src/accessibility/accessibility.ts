/** Whether a document can be tagged as PDF/UA-1 and level A of PDF/A-3 want it; the faults are the author's, with their places. */
import type { ContentWarning } from '@toolpress/contract';
import type { SaidWarning } from '../policy/by-kind.js';
import { type SourceText, toldOnce } from '../policy/explain.js';
import type { Finding } from '../policy/findings.js';
import { FAULTS, type FaultName } from './faults.js';
import { DOCUMENT, type Drawn, type Noted, type NotedHeading, type Study } from './study.js';

/** Whether elements show, by their numbers among those of the body: what sheets hide is neither seen nor read aloud. */
type Shows = (at: number) => boolean;

/** What the browser says of a document that is laid out for paper. */
export interface Rendering extends Drawn {
  readonly shows: Shows;
}

const AS_WRITTEN: Rendering = { shows: () => true, pictures: new Set(), generated: new Set() };

export interface AccessibilityReport {
  /** Each place once. Without any, the document can be tagged. */
  readonly errors: readonly ContentWarning[];
  readonly warnings: readonly SaidWarning[];
}

export class Accessibility {
  /** How many elements the body has. */
  readonly elements: number;
  /** The numbers of those elements whose faults count only if they show; none where nothing can be hidden. */
  readonly doubtful: readonly number[];
  /** Whether the browser has to be asked which texts it draws as pictures, or adds. */
  readonly mayDraw: boolean;
  private readonly noted: readonly Noted[];

  /**
   * @param isUniversal whether PDF/UA-1 is asked for.
   * @param locate finds the same again, with locations.
   */
  constructor(
    { noted, mayHide, mayDraw, elements }: Pick<Study, 'noted' | 'mayHide' | 'mayDraw' | 'elements'>,
    private readonly isUniversal: boolean,
    private readonly sources: Readonly<Record<string, SourceText>>,
    private readonly locate: (drawn: Drawn) => readonly Noted[],
  ) {
    this.noted = noted;
    this.elements = elements;
    this.mayDraw = mayDraw;
    const matters = noted.some((one) => 'fault' in one) || noted.length > 1;
    this.doubtful = mayHide && matters ? [...new Set(noted.flatMap(({ at }) => at ?? []))] : [];
  }

  /** @param rendering where the browser has to be asked. */
  report({ shows, ...drawn } = AS_WRITTEN): AccessibilityReport {
    const isDrawn = drawn.pictures.size + drawn.generated.size > 0;
    if (!isDrawn && this.judged(this.noted, shows).length === 0) return { errors: [], warnings: [] };
    const judged = this.judged(this.locate(drawn), shows);
    const of = (consequence: 'error' | 'warning'): SaidWarning[] =>
      toldOnce(
        judged.filter((one) => one.consequence === consequence),
        this.sources,
      );
    // An error names all places.
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
