/** The text editor: one view with the text of the open tab. It is in a shadow root, where its styles need no inline style sheet. */
import { isolateHistory, undo } from '@codemirror/commands';
import { type Action, type Diagnostic, diagnosticCount, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Line, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextChange } from '../data/json-tree.js';
import type { Edit } from '../problems/edits.js';
import type { ProblemActions } from '../problems/problem-list.js';
import type { Problem } from '../problems/problems.js';
import type { Place } from '../service/api.js';
import { h } from '../ui/dom.js';
import { type EditorOptions, type EditorText, stateOf } from './editor-state.js';

interface ChangeOptions {
  isStep?: boolean;
  placeholder?: string | undefined;
}

/** The marks' tooltips close as soon as the window sees the pointer elsewhere, and from there all of a shadow root is one element. */
const keepTooltip = (event: Event): void => {
  if ((event.target as Element).closest('.cm-tooltip-lint') !== null) event.stopPropagation();
};

type AdviceActions = Pick<ProblemActions, 'advise' | 'follow'>;

export class Editor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private readonly problems = new Map<string, readonly Problem[]>();
  private advice: AdviceActions | undefined;
  private id = '';

  constructor(
    host: HTMLElement,
    private readonly options: EditorOptions,
  ) {
    const root = host.attachShadow({ mode: 'open' });
    const parent = h('div');
    parent.style.height = '100%';
    root.append(parent);
    root.addEventListener('mousemove', keepTooltip);
    this.view = new EditorView({ parent, root });
  }

  /** Shows a text. Its history of edits is kept while others are shown. */
  open(text: EditorText): void {
    if (this.id !== '') this.states.set(this.id, this.view.state);
    this.id = text.id;
    this.view.setState(this.knownOr(text));
    this.showProblems();
  }

  /**
   * Changes a text, shown or not, in its history.
   *
   * @param isStep whether it is undone by itself. @param placeholder an inserted text to select.
   * @returns a function that takes it back, unless the text has changed since
   */
  change(
    text: EditorText,
    changes: readonly TextChange[],
    { isStep = false, placeholder }: ChangeOptions = {},
  ): () => void {
    if (changes.length === 0) return () => {};
    const { id } = text;
    const isShown = id === this.id;
    const annotations = isStep ? isolateHistory.of('full') : [];
    const start = isShown ? this.view.state : this.knownOr(text);
    const transaction = start.update({ changes, userEvent: 'input.complete', annotations, scrollIntoView: isShown });
    this.apply(id, transaction);
    if (isShown) this.selectChanged(changes, placeholder);
    const back = transaction.changes.invert(start.doc);
    return () => {
      const now = id === this.id ? this.view.state : this.states.get(id);
      if (now?.doc.eq(transaction.newDoc)) this.apply(id, now.update({ changes: back, annotations }));
    };
  }

  private apply(id: string, transaction: Transaction): void {
    if (id === this.id) {
      this.view.dispatch(transaction);
      return;
    }
    this.states.set(id, transaction.state);
    this.options.edited(id, transaction.state.doc.toString());
  }

  /** Selects the placeholder of the last change, else moves the cursor behind that change. */
  private selectChanged(changes: readonly TextChange[], placeholder = ''): void {
    const before = changes.slice(0, -1).reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
    const { from = 0, insert = '' } = changes.at(-1) ?? {};
    const found = placeholder === '' ? -1 : insert.indexOf(placeholder);
    const anchor = before + from + (found < 0 ? insert.trimEnd().length : found);
    this.view.dispatch({ selection: { anchor, head: found < 0 ? anchor : anchor + placeholder.length } });
  }

  /** Returns the state of a text: with its history, unless it was changed elsewhere. */
  private knownOr(text: EditorText): EditorState {
    const known = this.states.get(text.id);
    return known?.doc.toString() === text.text ? known : stateOf(text, this.options);
  }

  /** Replaces texts by those with the same ids. Undo brings the ones before back. */
  replace(before: readonly EditorText[], after: readonly EditorText[]): void {
    if (this.id !== '') this.states.set(this.id, this.view.state);
    for (const text of before) {
      const { id } = text;
      const insert = after.find((each) => each.id === id)?.text;
      if (insert === undefined || insert === text.text) continue;
      const state = this.knownOr(text);
      const changes = { from: 0, to: state.doc.length, insert };
      this.states.set(id, state.update({ changes, annotations: isolateHistory.of('full') }).state);
    }
    const shown = this.states.get(this.id);
    if (shown !== undefined) this.view.setState(shown);
  }

  /** Forgets all texts, such as before another template is shown. */
  reset(): void {
    this.states.clear();
    this.problems.clear();
    this.id = '';
  }

  get openId(): string {
    return this.id;
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  focus(): void {
    this.view.focus();
  }

  /** Moves the cursor to a place of the open text, such as that of a problem. */
  goTo(place: Place): void {
    const { from, to } = lineOf(this.view.state, place);
    const anchor = Math.min(from + (place.column ?? 1) - 1, to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.view.focus();
  }

  /** Selects a part of the open text, and shows it. */
  select(anchor: number, head: number): void {
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.view.focus();
  }

  /** Returns the offset in the open text at a place of the window. */
  offsetAt(place: { x: number; y: number }): number {
    return this.view.posAtCoords(place, false);
  }

  /** Inserts a text as one step of the history. @returns a function that takes it back, unless the text has changed since. */
  insert(text: string, at: number): () => void {
    this.view.dispatch({
      ...{ changes: { from: at, insert: text }, selection: { anchor: at + text.length }, scrollIntoView: true },
      annotations: isolateHistory.of('full'),
    });
    const { doc } = this.view.state;
    return () => {
      if (this.view.state.doc.eq(doc)) undo(this.view);
    };
  }

  /** Edits the open text as one step of the history. */
  edit(edits: readonly Edit[]): void {
    this.view.dispatch({ changes: [...edits], userEvent: 'input.advice', scrollIntoView: true });
    this.view.focus();
  }

  /** Marks problems at their lines, with the advice of the list. @param byId those of each text. */
  setProblems(byId: ReadonlyMap<string, readonly Problem[]>, advice: AdviceActions): void {
    this.advice = advice;
    this.problems.clear();
    for (const [id, problems] of byId) this.problems.set(id, problems);
    this.showProblems();
  }

  /** Looks at the lines of problems only. A text may have megabytes, and problems are shown after each print. */
  private showProblems(): void {
    const { state } = this.view;
    const problems = this.problems.get(this.id) ?? [];
    if (problems.length === 0 && diagnosticCount(state) === 0) return;
    const diagnostics = problems.map((problem): Diagnostic => {
      const line = lineOf(state, problem);
      const from = Math.min(line.from + (problem.column ?? 1) - 1, line.to);
      const tagEnd = line.text.indexOf(']]', from - line.from);
      const isTag = line.text.startsWith('[[', from - line.from) && tagEnd >= 0;
      const to = isTag ? line.from + tagEnd + 2 : line.to;
      const severity = problem.kind === 'fault' ? 'error' : 'warning';
      return { from, to, severity, message: problem.message, actions: this.actionsFor(problem) };
    });
    this.view.dispatch(setDiagnostics(state, diagnostics));
  }

  private actionsFor(problem: Problem): Action[] {
    return (this.advice?.advise(problem) ?? []).map((advice) => ({
      name: advice.label.replaceAll('`', ''),
      apply: () => this.advice?.follow(advice, problem),
    }));
  }
}

/** Returns the line of a problem; the last one for a line that was deleted meanwhile. */
const lineOf = ({ doc }: EditorState, { line = 1 }: Place): Line => doc.line(Math.max(1, Math.min(line, doc.lines)));
