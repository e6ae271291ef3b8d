/** Asks before a version is published: names what calls will answer, and shows which pages change. */
import type { Draft } from '../draft/draft.js';
import { countText, placeOf } from '../problems/problem-list.js';
import { openDialog } from '../ui/dialogs.js';
import { button, field, fill, h, messageOf } from '../ui/dom.js';
import { type Checked, checkDraft, type FoundProblem } from './check.js';
import { pageChanges } from './page-changes.js';

export interface PublishQuestion {
  name: string;
  title: string;
  text: string;
  /** What is published, and the sample data that is shown. */
  draft: Draft;
  sample: string;
  /** The number of the published version; undefined before the first. */
  published: number | undefined;
  /** Whether the version gets a note. */
  hasNote: boolean;
  /** Publishes. A thrown error is shown, and the dialog stays open. */
  publish(note: string): Promise<void>;
}

/** Asks, and publishes. @returns whether it was published. */
export function askToPublish(question: PublishQuestion): Promise<boolean> {
  const { draft, sample } = question;
  // An earlier version may have other samples.
  const known = draft.samples.find(({ name }) => name === sample) ?? draft.samples[0];
  return new PublishDialog({ ...question, sample: known?.name ?? sample }).done;
}

class PublishDialog {
  private isPublished = false;
  /** The button is not disabled meanwhile, because it would lose the focus. */
  private isSending = false;
  private readonly note = h('input', { maxlength: 200, autocomplete: 'off' });
  private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  private readonly status = h('p', { class: 'note', role: 'status' });
  private readonly findings = h('div', {});
  private readonly changes = h('div', {});
  private readonly send = h('button', { class: 'primary' }, 'Publish');
  private readonly closing = new AbortController();
  private readonly checking: Promise<void>;
  /** What was found; undefined while the samples are printed. */
  private checked: Checked | undefined;
  /** Resolves when the dialog is closed. */
  readonly done: Promise<boolean>;

  constructor(private readonly question: PublishQuestion) {
    const { title, text, hasNote, published } = question;
    const form = h(
      'form',
      { on: { submit: (event) => this.submitted(event) } },
      h('p', {}, text),
      hasNote && field('Note', this.note, 'What has changed. It is shown in the list of versions.'),
      this.status,
      this.findings,
      this.changes,
      this.problem,
      h(
        'div',
        { class: 'buttons last' },
        button('Cancel', () => dialog.close()),
        this.send,
      ),
    );
    const dialog = openDialog({ title, isWide: published !== undefined }, form);
    this.close = dialog.close;
    this.done = dialog.closed.then(() => {
      this.closing.abort();
      return this.isPublished;
    });
    (hasNote ? this.note : this.send).focus();
    this.checking = this.check();
    void this.checking.then(() => this.compare()).catch(() => this.cannotCompare());
  }

  private readonly close: () => void;

  /** Prints the samples, and tells what calls will answer. @throws the reason of the signal when the dialog is closed. */
  private async check(): Promise<void> {
    const { draft, sample } = this.question;
    const begins = (name: string, index: number, count: number): void => {
      const which = count === 1 ? '' : ` (${index + 1} of ${count})`;
      this.status.textContent = `Printing with the data “${name}”${which}…`;
    };
    this.checked = await checkDraft(draft, sample, begins, this.closing.signal);
    this.tell(this.checked);
  }

  private tell({ faults, warnings }: Checked): void {
    const counts = [countText(faults.length, 'fault'), countText(warnings.length, 'warning')].filter(Boolean);
    this.status.textContent = counts.length === 0 ? 'No problems.' : `${counts.join(', ')}.`;
    const samples = this.question.draft.samples.length;
    fill(
      this.findings,
      faults.length > 0 && listOf('Calls will fail', 'fault', faults, samples),
      warnings.length > 0 && listOf('Warnings', 'warning', warnings, samples),
    );
    if (faults.length === 0) return;
    this.send.textContent = 'Publish anyway';
    this.send.className = 'danger';
  }

  private async compare(): Promise<void> {
    const { published, name, draft, sample } = this.question;
    const { printed } = this.checked ?? {};
    if (published === undefined || printed === undefined) return;
    fill(this.changes, h('p', { class: 'note' }, `Comparing the pages with v${published}…`));
    const { signal } = this.closing;
    const shown = await pageChanges({ name, published, draft, sample, printed }, signal);
    fill(this.changes, h('h3', {}, 'Changed pages'), ...shown);
  }

  private cannotCompare(): void {
    if (!this.closing.signal.aborted) fill(this.changes, h('p', {}, 'The pages can’t be compared.'));
  }

  private submitted(event: Event): void {
    event.preventDefault();
    void this.submit();
  }

  /** Publishes, unless faults are found only now: they must have been seen. */
  private async submit(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      const isSeen = this.checked !== undefined;
      if (!isSeen) await this.checking;
      if (!isSeen && this.checked?.faults.length !== 0) return;
      await this.question.publish(this.note.value.trim());
      this.isPublished = true;
      this.close();
    } catch (error) {
      fill(this.problem, ...messageOf((error as Error).message));
      this.problem.hidden = false;
    } finally {
      this.isSending = false;
    }
  }
}

/** @param all the number of samples. */
function listOf(title: string, kind: string, found: readonly FoundProblem[], all: number): HTMLElement {
  const items = found.map(({ problem, samples }) => {
    const place = placeOf(problem);
    const only = samples.length < all && `With the data ${samples.map((name) => `“${name}”`).join(', ')}`;
    return h(
      'li',
      { class: kind },
      place !== undefined && h('span', { class: 'place-text' }, place),
      h('div', {}, h('span', {}, ...messageOf(problem.message)), only && h('p', { class: 'note' }, only)),
    );
  });
  // A long list scrolls, so the keyboard has to reach it.
  return h(
    'section',
    {},
    h('h3', {}, title),
    h('ul', { class: 'problem-list', tabindex: '0', 'aria-label': title }, ...items),
  );
}
