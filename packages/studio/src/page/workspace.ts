/** The page of one template: its text with problems, the pages, and the actions on the draft. */

import { draftOf } from './draft/draft.js';
import { Written } from './draft/written.js';
import { type PageText, soughtAt } from './editor/follow.js';
import { type Point, placeOf } from './editor/printed-place.js';
import { sourcesOf } from './editor/printed-sources.js';
import { ForeignBar } from './foreign/foreign-bar.js';
import { startPdfWorker } from './preview/pdf-pages.js';
import { PreviewBodies } from './preview/preview-body.js';
import { PreviewPane } from './preview/preview-pane.js';
import { Findings } from './problems/findings.js';
import { eachProblemOf, faultsOf, problemsOf } from './problems/problems.js';
import { Saving } from './saving/saving.js';
import { readStored } from './saving/stored.js';
import type { Session, Summary } from './service/api.js';
import type { Facts } from './service/facts.js';
import { SourcePanel } from './source-panel.js';
import { button, h } from './ui/dom.js';
import { logo } from './ui/logo.js';
import { ViewSwitch } from './ui/view-switch.js';
import { WorkspaceActions } from './workspace-actions.js';
import { frameOf } from './workspace-frame.js';
import { WorkspaceKeys } from './workspace-keys.js';

/** The time in milliseconds after which the pages follow the cursor. */
const FOLLOW_MS = 150;

export class Workspace {
  private name = '';
  private readonly written = new Written();
  private followTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly heading = h('h1', {});
  private readonly published = h('span', { class: 'note' });
  private readonly view = new ViewSwitch(
    [
      ['text', 'Text'],
      ['pages', 'Pages'],
    ],
    (view) => this.showView(view),
  );
  private readonly source: SourcePanel;
  private readonly findings: Findings;
  private readonly saving: Saving;
  private readonly preview: PreviewPane;
  readonly element: HTMLElement;

  constructor(facts: Facts, { account }: Session) {
    startPdfWorker(facts.pdfWorker);
    this.saving = this.savingFor(account.id);
    this.preview = this.previewWith(facts.bodyWorker);
    const insertButton = button('Insert', () => actions.insert(), {
      class: 'insert',
      'aria-keyshortcuts': 'Control+I',
    });
    this.source = new SourcePanel({
      ...{ facts, written: this.written, chosenSample: this.preview.samples, insertButton },
      edited: () => this.edited(),
      moved: () => this.cursorMoved(),
    });
    const { source } = this;
    const foreign = new ForeignBar((changes) => {
      source.tabs.select('html');
      source.editor.change(this.written.textOf('html'), changes, { isStep: true });
      source.editor.focus();
    });
    this.findings = new Findings({
      ...{ written: this.written, foreign },
      goTo: (problem) => {
        this.view.show('text');
        source.goTo(problem);
      },
      mark: (problems, advice) => source.mark(problems, advice),
      add: (path, content) => source.addFile(path, content),
      edit: (edits) => source.editor.edit(edits),
    });
    const { saving, preview, written } = this;
    const actions = new WorkspaceActions({ name: () => this.name, saving, preview, written, source });
    this.element = this.frame(account, { actions, insertButton, foreign });
    source.takeFiles(this.element);
    new WorkspaceKeys({
      ...{ element: this.element, source, problems: this.findings.list, preview },
      show: (view) => this.view.show(view),
      save: () => saving.save(),
      publish: () => actions.publish(),
      insert: () => actions.insert(),
    });
  }

  private frame(
    account: Session['account'],
    { actions, insertButton, foreign }: { actions: WorkspaceActions; insertButton: HTMLElement; foreign: ForeignBar },
  ): HTMLElement {
    const { source, saving, preview } = this;
    return frameOf(this.view, {
      bar: [
        h('a', { class: 'brand', href: '#/', title: account.name }, logo(), h('span', {}, 'Templates')),
        this.heading,
        h('div', { class: 'status' }, saving.element, this.published),
        this.view.element,
        actions.element,
      ],
      toolbar: [source.tabs.element, insertButton, source.samples.element],
      underToolbar: source.dataRoom.bar,
      panel: [source.editorHost, source.files.element, source.options.element, source.dataRoom.element],
      underPanel: [source.files.notice, foreign.element, this.findings.list.element],
      beside: [preview.element, this.findings.announcement.element],
    });
  }

  private savingFor(account: string): Saving {
    return new Saving({
      account,
      draft: () => this.written.draft,
      replace: (draft) => this.source.replace(draft),
      failed: (error) => void this.findings.show(faultsOf(error)),
      warned: (warnings) => this.findings.saved(warnings.flatMap((warning) => eachProblemOf('warning', warning))),
      changed: () => this.showPublished(),
    });
  }

  private previewWith(bodyWorker: string): PreviewPane {
    const { written } = this;
    return new PreviewPane({
      source: () => ({ draft: written.draft, sample: written.sample }),
      bodies: new PreviewBodies(bodyWorker),
      printed: (warnings) => this.findings.show(problemsOf(warnings, written.draft, written.sample)),
      failed: (error) => void this.findings.show(faultsOf(error)),
      chosen: (point, texts) => this.goToPrinted(point, texts),
    });
  }

  /** Puts the cursor into the text, or the focus on the pages where only these are shown. */
  focus(): void {
    if (this.source.editorHost.checkVisibility()) this.source.editor.focus();
    else this.preview.focus();
  }

  /** Whether there are edits that are not saved. */
  get isChanged(): boolean {
    return this.saving.isChanged;
  }

  /** Asks about unsaved text. @returns whether another page may be shown. */
  mayLeave(): Promise<boolean> {
    return this.saving.mayLeave();
  }

  /**
   * Loads a template: its draft, else its published version.
   *
   * @param isCurrent whether it is still wanted when it has arrived
   * @param known what the list has said about it
   * @returns whether it was wanted
   * @throws ApiError
   */
  async open(name: string, isCurrent: () => boolean, known?: Summary): Promise<boolean> {
    const found = await readStored(name, known);
    if (!isCurrent()) return false;
    if (found === undefined) throw new Error(`There is no template “${name}”.`);
    this.close();
    this.name = name;
    this.heading.textContent = name;
    this.heading.title = name; // it may be cut
    document.title = `${name} – Studio`;
    this.source.open(draftOf(found.stored));
    this.findings.open(name);
    this.saving.open(name, found);
    this.showPublished();
    return true;
  }

  /** Ends previews, before another page is shown. */
  close(): void {
    this.saving.close();
    this.preview.reset();
    this.source.editor.reset();
    clearTimeout(this.followTimer);
  }

  private edited(): void {
    this.findings.edited();
    this.saving.edited();
    this.preview.edited();
  }

  private showPublished(): void {
    const { version } = this.saving.about;
    this.published.textContent = version === undefined ? 'Not published' : `v${version} published`;
  }

  private showView(view: string): void {
    this.element.dataset['view'] = view;
    if (view === 'pages') this.cursorMoved();
  }

  private cursorMoved(): void {
    clearTimeout(this.followTimer);
    this.followTimer = setTimeout(() => this.follow(), FOLLOW_MS);
  }

  private follow(): void {
    const { editor, tabs } = this.source;
    if (tabs.selected === 'html') this.preview.reveal(soughtAt(editor.text, editor.cursor, this.written.data()));
  }

  /** Selects what printed a text of the pages. @returns whether it was found. */
  private goToPrinted(point: Point, texts: readonly PageText[]): boolean {
    const place = placeOf(texts, point, sourcesOf(this.written.draft, texts, point), this.written.data());
    if (place === undefined) return false;
    this.source.select(place);
    clearTimeout(this.followTimer); // the pages stay at what was chosen
    return true;
  }
}
