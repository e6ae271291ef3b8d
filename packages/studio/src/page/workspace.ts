/** The page of one template: tabs, editor, options, problems and preview, with the actions on the draft. */

import { DataRoom } from './data/data-room.js';
import { type Draft, draftOf, otherBytesOf, ReadData, type Sample } from './draft/draft.js';
import { withOther } from './draft/print-options.js';
import { completionAt } from './editor/completion.js';
import { Editor, type EditorText } from './editor/editor.js';
import { type PageText, soughtAt } from './editor/follow.js';
import { type Point, placeOf } from './editor/printed-place.js';
import { sourcesOf } from './editor/printed-sources.js';
import { textsOf } from './editor/texts.js';
import { takeFiles } from './files/file-drops.js';
import { FileInsertion } from './files/file-insertion.js';
import { FilesView } from './files/files-view.js';
import { ForeignBar } from './foreign/foreign-bar.js';
import { takeNotes } from './import/imported.js';
import { showInsert } from './insert/insert-dialog.js';
import type { Margins } from './insert/margins.js';
import { startPdfWorker } from './preview/pdf-pages.js';
import { PreviewBodies } from './preview/preview-body.js';
import { download, PreviewPane } from './preview/preview-pane.js';
import { type Advice, adviceFor } from './problems/advice.js';
import { Announcement } from './problems/announcement.js';
import { followAdvice } from './problems/follow-advice.js';
import { ProblemList } from './problems/problem-list.js';
import { faultsOf, type Part, type Problem, problemOf, problemsOf } from './problems/problems.js';
import { askToPublish } from './publish/publish-dialog.js';
import { Saving } from './saving/saving.js';
import { headersOf, readStored } from './saving/stored.js';
import type { Session, Summary } from './service/api.js';
import type { Facts } from './service/facts.js';
import { OptionsView } from './settings/options-view.js';
import { SampleActions } from './settings/samples.js';
import { ask } from './ui/dialogs.js';
import { button, fill, h } from './ui/dom.js';
import { logo } from './ui/logo.js';
import { menu } from './ui/menu.js';
import { TabBar } from './ui/tabs.js';
import { ViewSwitch } from './ui/view-switch.js';
import { showHelp } from './use/help-dialog.js';
import { showUse } from './use/use-dialog.js';
import { showComparison } from './versions/comparison.js';
import { publishVersion, showVersions, type VersionActions } from './versions/version-dialogs.js';
import { frameOf } from './workspace-frame.js';

type TabName = 'html' | 'css' | 'data' | 'files' | 'options';
const TABS = [
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['data', 'Data'],
  ['files', 'Files'],
  ['options', 'Options'],
] as const;

/** The time in milliseconds after which the pages follow the cursor. */
const FOLLOW_MS = 150;

export class Workspace {
  private name = '';
  private draft: Draft = draftOf({ content: '' });
  private sample = '';
  private readonly readData = new ReadData();
  private followTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly heading = h('h1', {});
  private readonly published = h('span', { class: 'note' });
  private readonly editorHost = h('div', { class: 'editor' });
  private readonly editor = new Editor(this.editorHost, {
    edited: (id, text) => this.textEdited(id, text),
    moved: () => this.cursorMoved(),
    complete: (before) => completionAt(before, this.data(), this.facts.filters),
  });
  private readonly foreign = new ForeignBar((changes) => {
    this.tabs.select('html');
    this.editor.change(this.textOf('html'), changes, { isStep: true });
    this.editor.focus();
  });
  /** What the import of the template has left out. */
  private notes: readonly Problem[] = [];
  private readonly options: OptionsView;
  private readonly files: FilesView;
  private readonly saving: Saving;
  private readonly problems = new ProblemList({
    goTo: (problem) => this.goTo(problem),
    advise: (problem) => adviceFor(problem, (part) => this.sourceOf(part)),
    follow: (advice, problem) => void this.followAdvice(advice, problem),
  });
  /** What the last save warned of, until the next edit. */
  private savedWarnings: readonly Problem[] = [];
  /** The problems of the last print or save. */
  private found: readonly Problem[] = [];
  private readonly announcement = new Announcement();
  private readonly preview: PreviewPane;
  private readonly samples: SampleActions;
  private readonly dataRoom: DataRoom;
  private readonly insertButton = button('Insert', () => this.insert(), {
    class: 'insert',
    'aria-keyshortcuts': 'Control+I',
  });
  private readonly tabs = new TabBar<TabName>(TABS, 'Parts of the template', (tab) => this.openTab(tab));
  private readonly view = new ViewSwitch(
    [
      ['text', 'Text'],
      ['pages', 'Pages'],
    ],
    (view) => this.showView(view),
  );
  readonly element: HTMLElement;

  constructor(
    private readonly facts: Facts,
    { account }: Session,
  ) {
    startPdfWorker(facts.pdfWorker);
    this.saving = new Saving({
      account: account.id,
      draft: () => this.draft,
      replace: (draft) => this.replace(draft),
      failed: (error) => void this.showProblems(faultsOf(error)),
      warned: (warnings) => {
        this.savedWarnings = warnings.map((warning) => problemOf('warning', warning));
        this.showProblems(this.found);
      },
      changed: () => this.showPublished(),
    });
    this.options = new OptionsView(facts, (change) => this.change(change));
    this.preview = new PreviewPane({
      source: () => ({ draft: this.draft, sample: this.sample }),
      bodies: new PreviewBodies(facts.bodyWorker),
      printed: (warnings) => this.showProblems(problemsOf(warnings, this.draft, this.sample)),
      failed: (error) => void this.showProblems(faultsOf(error)),
      chosen: (point, texts) => this.goToPrinted(point, texts),
    });
    this.files = new FilesView({
      limits: facts,
      otherBytes: () => otherBytesOf(this.draft),
      changed: (files) => this.change({ files }),
      insert: (name) => void insertion.insert(name),
    });
    const insertion = new FileInsertion({
      ...{ view: this.files, editor: this.editor, editorHost: this.editorHost },
      open: (target) => this.tabs.select(target),
      embed: () => this.embedFiles(),
    });
    this.samples = new SampleActions(
      facts.maxSamples,
      () => this.draft.samples,
      (samples, sample) => this.samplesChanged(samples, sample),
    );
    this.dataRoom = new DataRoom(facts.maxSamples, {
      samples: () => ({ all: this.draft.samples, current: this.currentSample() }),
      change: (change) => this.editor.change(this.textOf('data'), [change]),
      put: (sample) =>
        this.samplesChanged([...this.draft.samples.filter(({ name }) => name !== sample.name), sample], sample.name),
      choose: (name) => this.chooseSample(name),
      showJson: (place) => {
        this.openTab('data');
        if (place === undefined) this.editor.focus();
        else this.editor.goTo(place);
      },
      showForm: () => this.openTab('data'),
    });
    this.preview.samples.addEventListener('change', () => this.chooseSample(this.preview.samples.value));
    document.addEventListener('keydown', (event) => this.keyPressed(event));
    this.element = frameOf(this.view, {
      bar: [
        h('a', { class: 'brand', href: '#/', title: account.name }, logo(), h('span', {}, 'Templates')),
        this.heading,
        h('div', { class: 'status' }, this.saving.element, this.published),
        this.view.element,
        this.actions(),
      ],
      toolbar: [this.tabs.element, this.insertButton, this.samples.element],
      underToolbar: this.dataRoom.bar,
      panel: [this.editorHost, this.files.element, this.options.element, this.dataRoom.element],
      underPanel: [this.files.notice, this.foreign.element, this.problems.element],
      beside: [this.preview.element, this.announcement.element],
    });
    takeFiles(this.element, (arrival) => void insertion.arrived(arrival));
  }

  private actions(): HTMLElement {
    return h(
      'div',
      { class: 'actions' },
      menu(
        { label: 'Menu', isRowWhenWide: true },
        button('Help', showHelp, { class: 'quiet' }),
        button('Use it', () => this.showUse(), { class: 'quiet' }),
        button('Versions', () => showVersions(this.versionActions()), { class: 'quiet' }),
        button('Compare', () => this.compare(), { class: 'quiet' }),
        button('Download', () => this.download(), { class: 'quiet' }),
      ),
      button('Save draft', () => this.saving.save(), { 'aria-keyshortcuts': 'Control+S' }),
      button('Publish', () => this.publish(), { class: 'primary', 'aria-keyshortcuts': 'Control+Enter' }),
    );
  }

  /** Puts the cursor into the text, or the focus on the pages where only these are shown. */
  focus(): void {
    if (this.editorHost.checkVisibility()) this.editor.focus();
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
    this.notes = takeNotes(name).map((message) => ({ kind: 'warning', message }));
    this.load(draftOf(found.stored));
    this.saving.open(name, found);
    this.showPublished();
    return true;
  }

  /** Ends previews, before another page is shown. */
  close(): void {
    this.saving.close();
    this.preview.reset();
    this.editor.reset();
    clearTimeout(this.followTimer);
  }

  private load(draft: Draft): void {
    this.draft = draft;
    this.sample = draft.samples[0]?.name ?? '';
    this.options.open(draft);
    this.files.open(draft.files);
    this.showSamples();
    this.showProblems([]);
    this.tabs.select('html');
    this.edited();
  }

  /** Shows another text of the same template. Undo brings the texts before back. */
  private replace(draft: Draft): void {
    const before = this.draft;
    this.draft = draft;
    if (!draft.samples.some(({ name }) => name === this.sample)) this.sample = draft.samples[0]?.name ?? '';
    this.editor.replace(textsOf(before), textsOf(draft));
    this.options.open(draft);
    this.showSamples();
    this.tabs.select(this.tabs.selected);
    this.edited();
  }

  private change(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    this.edited();
  }

  private edited(): void {
    this.savedWarnings = [];
    this.saving.edited();
    this.preview.edited();
  }

  private textEdited(id: string, text: string): void {
    const name = id.slice('data:'.length);
    const samples = this.draft.samples.map((sample) => (sample.name === name ? { name, text } : sample));
    this.change(id === 'html' || id === 'css' ? { [id]: text } : { samples });
  }

  private openTab(tab: TabName): void {
    const isText = tab !== 'options' && tab !== 'files';
    this.options.element.hidden = tab !== 'options';
    this.files.shown = tab === 'files';
    this.samples.element.hidden = tab !== 'data';
    this.insertButton.hidden = tab !== 'html';
    // Read now, not at the first key that completes a tag or moves the cursor.
    if (tab === 'html') this.data();
    if (isText) this.editor.open(this.textOf(tab));
    const isForm = this.dataRoom.show(tab === 'data');
    this.editorHost.hidden = !isText || isForm;
  }

  private textOf(tab: Exclude<TabName, 'files' | 'options'>): EditorText {
    const id = tab === 'data' ? `data:${this.sample}` : tab;
    return (
      textsOf(this.draft).find((each) => each.id === id) ?? { id, text: '{}', language: 'json', label: 'Data as JSON' }
    );
  }

  private currentSample(): Sample {
    return this.draft.samples.find(({ name }) => name === this.sample) ?? { name: this.sample, text: '{}' };
  }

  private samplesChanged(samples: Draft['samples'], sample: string): void {
    this.draft = { ...this.draft, samples };
    this.chooseSample(sample);
  }

  private chooseSample(sample: string): void {
    this.sample = sample;
    this.showSamples();
    if (this.tabs.selected === 'data') this.openTab('data');
    this.edited();
  }

  private showSamples(): void {
    const names = this.draft.samples.map(({ name }) => name);
    fill(this.preview.samples, ...names.map((name) => h('option', { value: name }, name)));
    this.preview.samples.value = this.sample;
    this.samples.show(this.draft.samples, this.sample);
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
    if (this.tabs.selected === 'html') this.preview.reveal(soughtAt(this.editor.text, this.editor.cursor, this.data()));
  }

  /** Selects what printed a text of the pages. @returns whether it was found. */
  private goToPrinted(point: Point, texts: readonly PageText[]): boolean {
    const place = placeOf(texts, point, sourcesOf(this.draft, texts, point), this.data());
    if (place === undefined) return false;
    const { part, from, to } = place;
    this.tabs.select(tabOf(part));
    if (part === 'html') this.editor.select(from, to);
    else this.options.goTo(part, place);
    clearTimeout(this.followTimer); // the pages stay at what was chosen
    return true;
  }

  /** Lets style sheets load the files of the template. */
  private embedFiles(): void {
    this.change({ controls: withOther(this.draft.controls, 'embedded_resources', true) });
    this.options.open(this.draft);
  }

  /** Returns the data of the preview; an empty object while it is not valid JSON. */
  private data(): Record<string, unknown> {
    return this.readData.of(this.draft, this.sample);
  }

  /** @returns what to say over pages that are printed all the same. */
  private showProblems(found: readonly Problem[]): string | undefined {
    this.found = found;
    const isSaid = ({ message }: Problem): boolean => found.some((each) => each.message === message);
    const own = [...this.savedWarnings.filter((warning) => !isSaid(warning)), ...this.notes];
    const problems = [...this.foreign.withTags(found, this.draft.html), ...own];
    this.problems.show(problems);
    this.announcement.tell(problems);
    const byId = new Map<string, Problem[]>();
    const byTab = new Map<TabName, Problem['kind']>();
    for (const problem of problems) {
      const { part, line, kind } = problem;
      if (part === undefined) continue;
      const tab = tabOf(part);
      if (byTab.get(tab) !== 'fault') byTab.set(tab, kind);
      if (tab !== 'options' && line !== undefined) byId.set(part, [...(byId.get(part) ?? []), problem]);
    }
    this.tabs.mark(byTab);
    this.editor.setProblems(byId);
    return found.some(({ kind }) => kind === 'fault')
      ? 'Calls fail: the pages are without what has faults.'
      : undefined;
  }

  private sourceOf(part: Part): string | undefined {
    if (part === 'html' || part === 'css') return this.draft[part];
    return this.draft.samples.find(({ name }) => part === `data:${name}`)?.text;
  }

  private async followAdvice(advice: Advice, problem: Problem): Promise<void> {
    const advices = (): Advice[] => adviceFor(problem, (part) => this.sourceOf(part));
    await followAdvice(() => advices().find(({ label }) => label === advice.label), {
      add: (path, content) => {
        this.change({ files: { ...this.draft.files, [path]: content } });
        this.options.open(this.draft);
      },
      edit: (edits) => {
        this.goTo(problem);
        this.editor.edit(edits);
      },
    });
  }

  private goTo(problem: Problem): void {
    const { part = 'html' } = problem;
    this.view.show('text');
    const tab = tabOf(part);
    if (tab === 'data') {
      this.dataRoom.leaveForm();
      this.chooseSample(part.slice('data:'.length));
    }
    this.tabs.select(tab);
    if (tab === 'options') {
      this.options.goTo(part);
      return;
    }
    this.editor.goTo(problem);
  }

  private showPublished(): void {
    const { version } = this.saving.about;
    this.published.textContent = version === undefined ? 'Not published' : `v${version} published`;
  }

  private async publish(): Promise<void> {
    const { name, draft, sample } = this;
    const { version } = this.saving.about;
    await askToPublish({
      ...{ name, draft, sample, published: version, hasNote: true, title: `Publish ${name}` },
      text:
        version === undefined
          ? 'Calls can print it by its name from now on.'
          : `Calls print it instead of v${version} from now on.`,
      publish: async (note) => {
        if (!(await this.saving.save())) throw new Error(`The draft is not saved. ${this.saving.status}`);
        const body = { version: 'draft' as const, ...(note !== '' && { note }) };
        const published = await publishVersion(name, body, headersOf(this.saving.tag));
        if (this.name !== name) return;
        this.saving.published(published);
      },
    });
  }

  private versionActions(): VersionActions {
    return {
      name: this.name,
      sample: this.sample,
      published: () => void this.saving.rebase(),
      edit: (saved) => void this.edit(draftOf(saved)),
    };
  }

  /** Puts a version into the editor. */
  private async edit(draft: Draft): Promise<void> {
    if (await this.saving.mayReplace()) this.replace(draft);
  }

  private async compare(): Promise<void> {
    const question = {
      title: 'Save the draft?',
      text: 'Saved versions are compared, and this text has unsaved changes.',
      confirm: 'Save and compare',
      run: async () => {
        if (!(await this.saving.save())) throw new Error(this.saving.status);
      },
    };
    if (this.isChanged && !(await ask(question))) return;
    await showComparison(this.versionActions(), this.saving.about.draft_saved_at !== undefined);
  }

  private showUse(): void {
    showUse({ name: this.name, version: this.saving.about.version, data: this.currentSample().text });
  }

  private insert(): void {
    if (this.tabs.selected !== 'html') this.tabs.select('html');
    showInsert({
      around: () => ({
        html: this.draft.html,
        css: this.draft.css,
        cursor: this.editor.cursor,
        data: this.data(),
        files: Object.keys(this.draft.files),
      }),
      insert: ({ html, css, placeholder }) => {
        this.editor.change(this.textOf('css'), css, { isStep: true });
        this.editor.change(this.textOf('html'), html, { isStep: true, placeholder });
        this.editor.focus();
      },
      margins: () => marginsOf(this.draft.controls),
      setMargins: ({ header, footer }) => {
        this.tabs.select('options');
        this.options.replace('header_html', header);
        this.options.replace('footer_html', footer);
      },
    });
  }

  private download(): void {
    const { pdf } = this.preview;
    if (pdf !== undefined) download(pdf, `${this.draft.controls.filename.replace(/\.pdf$/i, '') || this.name}.pdf`);
  }

  private keyPressed(event: KeyboardEvent): void {
    if (
      !this.element.isConnected ||
      this.element.closest('[inert]') !== null ||
      document.querySelector('dialog') !== null
    )
      return;
    const action = this.actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    void action();
  }

  private actionOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => unknown) | undefined {
    const isCommand = ctrlKey || metaKey;
    if (isCommand && key === 's') return () => this.saving.save();
    if (isCommand && key === 'Enter') return () => this.publish();
    if (isCommand && key === 'i') return () => this.insert();
    if (key === 'F1') return showHelp;
    return key === 'F6' ? () => this.cycle(shiftKey ? -1 : 1) : undefined;
  }

  /** Moves the focus to the next part of the page. */
  private cycle(step: number): void {
    const form = this.dataRoom.element.hidden ? undefined : this.dataRoom.element;
    const panel = { files: this.files.element, options: this.options.element, data: form }[
      this.tabs.selected as string
    ];
    const parts = [this.tabs.element, panel ?? this.editorHost, this.problems.element, this.preview.element];
    const stops = [
      this.tabs.current,
      panel === undefined || panel === form
        ? (panel ?? this.editorHost)
        : panel.querySelector<HTMLElement>('select, button'),
      this.problems.element.querySelector('summary'),
      this.preview.element.querySelector<HTMLElement>('.pages'),
    ];
    const at = parts.findIndex((part) => part.contains(document.activeElement));
    const to = (at + step + stops.length) % stops.length;
    const next = stops[to];
    this.view.show(to === stops.length - 1 ? 'pages' : 'text');
    if (next === this.editorHost) this.editor.focus();
    else if (next === this.dataRoom.element) this.dataRoom.focus();
    else next?.focus();
  }
}

/** Returns the header and footer; undefined if they differ by the kind of page, which has no control. */
const marginsOf = ({ headerHtml, footerHtml, others }: Draft['controls']): Margins | undefined =>
  /"(?:header|footer)_html"/.test(others) ? undefined : { header: headerHtml, footer: footerHtml };

function tabOf(part: Part): TabName {
  if (part.startsWith('data:')) return 'data';
  return part === 'html' || part === 'css' ? part : 'options';
}
