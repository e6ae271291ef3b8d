/** Prints a draft with all of its sample data before it is published, to name what calls will answer. */
import { type Draft, previewOf } from '../draft/draft.js';
import { faultsOf, type Problem, problemsOf } from '../problems/problems.js';
import type { Preview } from '../service/api.js';
import { previewInTurn } from '../service/previews.js';

/** A problem, with the sample data that show it. */
export interface FoundProblem {
  problem: Problem;
  samples: string[];
}

export interface Checked {
  faults: FoundProblem[];
  warnings: FoundProblem[];
  /** The print with the first of the samples; undefined if it has faults without which nothing is printed. */
  printed: Preview | undefined;
}

/**
 * Prints a draft with each of its samples.
 *
 * @param first the name of the sample that is printed first.
 * @param begins called before each print.
 * @throws the reason of the signal.
 */
export async function checkDraft(
  draft: Draft,
  first: string,
  begins: (sample: string, index: number, count: number) => void,
  signal: AbortSignal,
): Promise<Checked> {
  const names = draft.samples.map(({ name }) => name).filter((name) => name !== first);
  const all = [first, ...names];
  const found = new Map<string, FoundProblem>();
  let printed: Preview | undefined;
  for (const [index, sample] of all.entries()) {
    begins(sample, index, all.length);
    let problems: Problem[];
    try {
      const print = await previewInTurn(previewOf(draft, sample), signal);
      if (index === 0) printed = print;
      problems = problemsOf(print.warnings ?? [], draft, sample);
    } catch (error) {
      signal.throwIfAborted();
      problems = faultsOf(error);
    }
    for (const problem of problems) {
      const key = JSON.stringify([problem.kind, problem.message, problem.line, problem.column]);
      const known = found.get(key) ?? { problem, samples: [] };
      found.set(key, { ...known, samples: [...known.samples, sample] });
    }
  }
  const ofKind = (kind: Problem['kind']) => [...found.values()].filter(({ problem }) => problem.kind === kind);
  return { faults: ofKind('fault'), warnings: ofKind('warning'), printed };
}
