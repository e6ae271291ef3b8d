/** All problems of a template: those of the last print or save, of its import, and of tags of another template language. */
import type { Written } from '../draft/written.js';
import type { ForeignBar } from '../foreign/foreign-bar.js';
import { takeNotes } from '../import/imported.js';
import { type Advice, adviceFor } from './advice.js';
import { Announcement } from './announcement.js';
import { type Changed, followAdvice } from './follow-advice.js';
import { type ProblemActions, ProblemList } from './problem-list.js';
import type { Problem } from './problems.js';

export interface FindingsOptions {
  written: Written;
  foreign: ForeignBar;
  /** Moves the cursor to a problem. */
  goTo(problem: Problem): void;
  /** Marks the tabs and the lines of problems. */
  mark(problems: readonly Problem[], advice: Pick<ProblemActions, 'advise' | 'follow'>): void;
  /** Adds what advice asks for. */
  add: Changed['add'];
  edit: Changed['edit'];
}

export class Findings {
  private readonly actions: ProblemActions = {
    goTo: (problem) => this.options.goTo(problem),
    advise: (problem) => this.advise(problem),
    follow: (advice, problem) => void this.follow(advice, problem),
  };
  readonly list = new ProblemList(this.actions);
  readonly announcement = new Announcement();
  /** What the import of the template has left out. */
  private notes: readonly Problem[] = [];
  /** What the last save warned of, until the next edit. */
  private savedWarnings: readonly Problem[] = [];
  /** The problems of the last print or save. */
  private found: readonly Problem[] = [];

  constructor(private readonly options: FindingsOptions) {}

  /** Forgets the problems of the template before. */
  open(name: string): void {
    this.notes = takeNotes(name).map((message) => ({ kind: 'warning', message }));
    this.show([]);
  }

  edited(): void {
    this.savedWarnings = [];
  }

  saved(warnings: readonly Problem[]): void {
    this.savedWarnings = warnings;
    this.show(this.found);
  }

  /** @returns what to say over pages that are printed all the same. */
  show(found: readonly Problem[]): string | undefined {
    this.found = found;
    const isSaid = ({ message }: Problem): boolean => found.some((each) => each.message === message);
    const own = [...this.savedWarnings.filter((warning) => !isSaid(warning)), ...this.notes];
    const problems = [...this.options.foreign.withTags(found, this.options.written.draft.html), ...own];
    this.list.show(problems);
    this.announcement.tell(problems);
    this.options.mark(problems, this.actions);
    return found.some(({ kind }) => kind === 'fault')
      ? 'Calls fail: the pages are without what has faults.'
      : undefined;
  }

  private advise(problem: Problem): Advice[] {
    return adviceFor(problem, (part) => this.options.written.sourceOf(part));
  }

  private async follow({ label }: Advice, problem: Problem): Promise<void> {
    const { add, edit, goTo } = this.options;
    await followAdvice(() => this.advise(problem).find((each) => each.label === label), {
      add,
      edit: (edits) => {
        goTo(problem);
        edit(edits);
      },
    });
  }
}
