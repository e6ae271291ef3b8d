/** The text of a template: its tabs with the editor, the files, the options and the data. */
import { DataRoom } from './data/data-room.js';
import { type Draft, otherBytesOf } from './draft/draft.js';
import { withOther } from './draft/print-options.js';
import type { Written } from './draft/written.js';
import { completionAt } from './editor/completion.js';
import { Editor } from './editor/editor.js';
import type { SourcePlace } from './editor/printed-place.js';
import { textsOf } from './editor/texts.js';
import { type Arrival, takeFiles } from './files/file-drops.js';
import { FileInsertion } from './files/file-insertion.js';
import { controlsWithRenamed, usesInCss, usesInHtml } from './files/file-uses.js';
import { FilesView } from './files/files-view.js';
import type { Part, Problem } from './problems/problems.js';
import type { Facts } from './service/facts.js';
import { OptionsView } from './settings/options-view.js';
import { SampleActions } from './settings/samples.js';
import { fill, h } from './ui/dom.js';
import { TabBar } from './ui/tabs.js';

type TabName = 'html' | 'css' | 'data' | 'files' | 'options';
const TABS = [
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['data', 'Data'],
  ['files', 'Files'],
  ['options', 'Options'],
] as const;

export interface SourceOptions {
  facts: Facts;
  written: Written;
  /** The choice of sample data beside the pages. */
  chosenSample: HTMLSelectElement;
  /** Shown with the HTML. */
  insertButton: HTMLElement;
  /** Called after each edit. */
  edited(): void;
  /** Called when the cursor moves without an edit. */
  moved(): void;
}

export class SourcePanel {
  readonly tabs = new TabBar<TabName>(TABS, 'Parts of the template', (tab) => this.openTab(tab));
  readonly editorHost = h('div', { class: 'editor' });
  readonly editor: Editor;
  readonly files: FilesView;
  readonly options: OptionsView;
  readonly samples: SampleActions;
  readonly dataRoom: DataRoom;
  private readonly insertion: FileInsertion;
  private readonly written: Written;

  constructor(private readonly given: SourceOptions) {
    const { facts, written } = given;
    this.written = written;
    this.editor = new Editor(this.editorHost, {
      edited: (id, text) => {
        written.edit(id, text);
        given.edited();
      },
      moved: () => given.moved(),
      complete: (before) => completionAt(before, written.data(), facts.filters),
    });
    this.options = new OptionsView(facts, (change) => this.change(change));
    this.files = new FilesView({
      limits: facts,
      otherBytes: () => otherBytesOf(written.draft),
      changed: (files) => this.change({ files }),
      renamed: (old, next) => this.renameUses(old, next),
      insert: (name) => void this.insertion.insert(name),
    });
    this.insertion = new FileInsertion({
      ...{ view: this.files, editor: this.editor, editorHost: this.editorHost },
      open: (target) => this.tabs.select(target),
      embed: () => this.embedFiles(),
    });
    this.samples = new SampleActions(
      facts.maxSamples,
      () => written.draft.samples,
      (samples, sample) => this.samplesChanged(samples, sample),
    );
    this.dataRoom = this.dataRoomOf(facts.maxSamples);
    given.chosenSample.addEventListener('change', () => this.chooseSample(given.chosenSample.value));
  }

  private dataRoomOf(maxSamples: number): DataRoom {
    const { written } = this;
    return new DataRoom(maxSamples, {
      samples: () => ({ all: written.draft.samples, current: written.currentSample() }),
      change: (change) => this.editor.change(written.textOf('data'), [change]),
      put: (sample) =>
        this.samplesChanged([...written.draft.samples.filter(({ name }) => name !== sample.name), sample], sample.name),
      choose: (name) => this.chooseSample(name),
      showJson: (place) => {
        this.openTab('data');
        if (place === undefined) this.editor.focus();
        else this.editor.goTo(place);
      },
      showForm: () => this.openTab('data'),
    });
  }

  /** Takes files that arrive anywhere in an element. */
  takeFiles(target: HTMLElement): void {
    takeFiles(target, (arrival: Arrival) => void this.insertion.arrived(arrival));
  }

  /** Shows another template. */
  open(draft: Draft): void {
    this.written.open(draft);
    this.options.open(draft);
    this.files.open(draft.files);
    this.showSamples();
    this.tabs.select('html');
    this.given.edited();
  }

  /** Shows another text of the same template. Undo brings the texts before back. */
  replace(draft: Draft): void {
    const before = this.written.draft;
    this.written.replace(draft);
    this.editor.replace(textsOf(before), textsOf(draft));
    this.options.open(draft);
    this.files.open(draft.files);
    this.showSamples();
    this.tabs.select(this.tabs.selected);
    this.given.edited();
  }

  change(change: Partial<Draft>): void {
    this.written.change(change);
    this.given.edited();
  }

  private openTab(tab: TabName): void {
    const isText = tab !== 'options' && tab !== 'files';
    this.options.element.hidden = tab !== 'options';
    this.files.shown = tab === 'files';
    this.samples.element.hidden = tab !== 'data';
    this.given.insertButton.hidden = tab !== 'html';
    // Read now, not at the first key that completes a tag or moves the cursor.
    if (tab === 'html') this.written.data();
    if (isText) this.editor.open(this.written.textOf(tab));
    const isForm = this.dataRoom.show(tab === 'data');
    this.editorHost.hidden = !isText || isForm;
  }

  private samplesChanged(samples: Draft['samples'], sample: string): void {
    this.written.change({ samples });
    this.chooseSample(sample);
  }

  private chooseSample(sample: string): void {
    this.written.sample = sample;
    this.showSamples();
    if (this.tabs.selected === 'data') this.openTab('data');
    this.given.edited();
  }

  private showSamples(): void {
    const { draft, sample } = this.written;
    const { chosenSample } = this.given;
    fill(chosenSample, ...draft.samples.map(({ name }) => h('option', { value: name }, name)));
    chosenSample.value = sample;
    this.samples.show(draft.samples, sample);
  }

  /** Lets style sheets load the files of the template. */
  private embedFiles(): void {
    this.change({ controls: withOther(this.written.draft.controls, 'embedded_resources', true) });
    this.options.open(this.written.draft);
  }

  /** Adds a file beside the list of files. */
  addFile(path: string, content: unknown): void {
    this.change({ files: { ...this.written.draft.files, [path]: content } });
    this.files.open(this.written.draft.files);
    this.options.open(this.written.draft);
  }

  /** Writes a file's new name into the texts and the options. */
  private renameUses(old: string, next: string): { uses: number; undo: () => void } {
    const { written, editor } = this;
    const { html, css, controls: before } = written.draft;
    const [inHtml, inCss] = [usesInHtml(html, old, next), usesInCss(css, old, next)];
    const { controls, uses } = controlsWithRenamed(before, old, next);
    const undoes = [
      editor.change(written.textOf('html'), inHtml, { isStep: true }),
      editor.change(written.textOf('css'), inCss, { isStep: true }),
    ];
    const setControls = (given: Draft['controls']): void => {
      this.change({ controls: given });
      this.options.open(written.draft);
    };
    if (uses > 0) setControls(controls);
    const undo = (): void => {
      for (const each of undoes) each();
      // What was changed since stays.
      if (uses > 0 && written.draft.controls === controls) setControls(before);
    };
    return { uses: uses + inHtml.length + inCss.length, undo };
  }

  /** Moves the cursor to a problem. */
  goTo(problem: Problem): void {
    const { part = 'html' } = problem;
    const tab = tabOf(part);
    if (tab === 'data') {
      this.dataRoom.leaveForm();
      this.chooseSample(part.slice('data:'.length));
    }
    this.tabs.select(tab);
    if (tab === 'options') this.options.goTo(part);
    else this.editor.goTo(problem);
  }

  /** Selects what printed a text of the pages. */
  select(place: SourcePlace<Part>): void {
    const { part, from, to } = place;
    this.tabs.select(tabOf(part));
    if (part === 'html') this.editor.select(from, to);
    else this.options.goTo(part, place);
  }

  /** Marks the tabs and the lines of problems. */
  mark(problems: readonly Problem[], advice: Parameters<Editor['setProblems']>[1]): void {
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
    this.editor.setProblems(byId, advice);
  }
}

function tabOf(part: Part): TabName {
  if (part.startsWith('data:')) return 'data';
  return part === 'html' || part === 'css' ? part : 'options';
}
