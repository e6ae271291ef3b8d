/** What the bar of a template does: publish, versions, compare, use, insert and download. */
import { type Draft, draftOf } from './draft/draft.js';
import type { Written } from './draft/written.js';
import { showInsert } from './insert/insert-dialog.js';
import type { Margins } from './insert/margins.js';
import { download, type PreviewPane } from './preview/preview-pane.js';
import { askToPublish } from './publish/publish-dialog.js';
import type { Saving } from './saving/saving.js';
import { headersOf } from './saving/stored.js';
import type { SourcePanel } from './source-panel.js';
import { ask } from './ui/dialogs.js';
import { button, h } from './ui/dom.js';
import { menu } from './ui/menu.js';
import { showHelp } from './use/help-dialog.js';
import { showUse } from './use/use-dialog.js';
import { showComparison } from './versions/comparison.js';
import { publishVersion, showVersions, type VersionActions } from './versions/version-dialogs.js';

/** The parts of the page that actions use. */
export interface ActionParts {
  /** Returns the name of the template. */
  name(): string;
  written: Written;
  source: SourcePanel;
  saving: Saving;
  preview: PreviewPane;
}

export class WorkspaceActions {
  readonly element = h(
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
    button('Save draft', () => this.parts.saving.save(), { 'aria-keyshortcuts': 'Control+S' }),
    button('Publish', () => this.publish(), { class: 'primary', 'aria-keyshortcuts': 'Control+Enter' }),
  );

  constructor(private readonly parts: ActionParts) {}

  async publish(): Promise<void> {
    const { saving, written } = this.parts;
    const name = this.parts.name();
    const { draft, sample } = written;
    const { version } = saving.about;
    await askToPublish({
      ...{ name, draft, sample, published: version, hasNote: true, title: `Publish ${name}` },
      text:
        version === undefined
          ? 'Calls can print it by its name from now on.'
          : `Calls print it instead of v${version} from now on.`,
      publish: async (note) => {
        if (!(await saving.save())) throw new Error(`The draft is not saved. ${saving.status}`);
        const body = { version: 'draft' as const, ...(note !== '' && { note }) };
        const published = await publishVersion(name, body, headersOf(saving.tag));
        if (this.parts.name() !== name) return;
        saving.published(published);
      },
    });
  }

  private versionActions(): VersionActions {
    return {
      name: this.parts.name(),
      sample: this.parts.written.sample,
      published: () => void this.parts.saving.rebase(),
      edit: (saved) => void this.edit(draftOf(saved)),
    };
  }

  /** Puts a version into the editor. */
  private async edit(draft: Draft): Promise<void> {
    if (await this.parts.saving.mayReplace()) this.parts.source.replace(draft);
  }

  private async compare(): Promise<void> {
    const { saving } = this.parts;
    const question = {
      title: 'Save the draft?',
      text: 'Saved versions are compared, and this text has unsaved changes.',
      confirm: 'Save and compare',
      run: async () => {
        if (!(await saving.save())) throw new Error(saving.status);
      },
    };
    if (saving.isChanged && !(await ask(question))) return;
    await showComparison(this.versionActions(), saving.about.draft_saved_at !== undefined);
  }

  private showUse(): void {
    const { saving, written } = this.parts;
    showUse({ name: this.parts.name(), version: saving.about.version, data: written.currentSample().text });
  }

  insert(): void {
    const { written, source } = this.parts;
    const { editor, options, tabs } = source;
    if (tabs.selected !== 'html') tabs.select('html');
    showInsert({
      around: () => ({
        html: written.draft.html,
        css: written.draft.css,
        cursor: editor.cursor,
        data: written.data(),
        files: Object.keys(written.draft.files),
      }),
      insert: ({ html, css, placeholder }) => {
        editor.change(written.textOf('css'), css, { isStep: true });
        editor.change(written.textOf('html'), html, { isStep: true, placeholder });
        editor.focus();
      },
      margins: () => marginsOf(written.draft.controls),
      setMargins: ({ header, footer }) => {
        tabs.select('options');
        options.replace('header_html', header);
        options.replace('footer_html', footer);
      },
    });
  }

  private download(): void {
    const { pdf } = this.parts.preview;
    const { filename } = this.parts.written.draft.controls;
    if (pdf !== undefined) download(pdf, `${filename.replace(/\.pdf$/i, '') || this.parts.name()}.pdf`);
  }
}

/** Returns the header and footer; undefined if they differ by the kind of page, which has no control. */
const marginsOf = ({ headerHtml, footerHtml, others }: Draft['controls']): Margins | undefined =>
  /"(?:header|footer)_html"/.test(others) ? undefined : { header: headerHtml, footer: footerHtml };
