/** The keys of the page of one template. */
import type { PreviewPane } from './preview/preview-pane.js';
import type { ProblemList } from './problems/problem-list.js';
import type { SourcePanel } from './source-panel.js';
import { showHelp } from './use/help-dialog.js';

/** The parts of the page between which F6 moves. */
export interface KeyParts {
  element: HTMLElement;
  source: SourcePanel;
  problems: ProblemList;
  preview: PreviewPane;
  /** Shows the text or the pages in a narrow window. */
  show(view: 'text' | 'pages'): void;
  save(): unknown;
  publish(): unknown;
  insert(): unknown;
}

export class WorkspaceKeys {
  constructor(private readonly parts: KeyParts) {
    document.addEventListener('keydown', (event) => this.pressed(event));
  }

  private pressed(event: KeyboardEvent): void {
    const { element } = this.parts;
    if (!element.isConnected || element.closest('[inert]') !== null || document.querySelector('dialog') !== null)
      return;
    const action = this.actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    void action();
  }

  private actionOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => unknown) | undefined {
    const isCommand = ctrlKey || metaKey;
    if (isCommand && key === 's') return () => this.parts.save();
    if (isCommand && key === 'Enter') return () => this.parts.publish();
    if (isCommand && key === 'i') return () => this.parts.insert();
    if (key === 'F1') return showHelp;
    return key === 'F6' ? () => this.cycle(shiftKey ? -1 : 1) : undefined;
  }

  /** Moves the focus to the next part of the page. */
  private cycle(step: number): void {
    const { problems, preview } = this.parts;
    const { dataRoom, editor, editorHost, files, options, tabs } = this.parts.source;
    const form = dataRoom.element.hidden ? undefined : dataRoom.element;
    const panel = { files: files.element, options: options.element, data: form }[tabs.selected as string];
    const parts = [tabs.element, panel ?? editorHost, problems.element, preview.element];
    const stops = [
      tabs.current,
      panel === undefined || panel === form
        ? (panel ?? editorHost)
        : panel.querySelector<HTMLElement>('select, button'),
      problems.element.querySelector('summary'),
      preview.element.querySelector<HTMLElement>('.pages'),
    ];
    const at = parts.findIndex((part) => part.contains(document.activeElement));
    const to = (at + step + stops.length) % stops.length;
    const next = stops[to];
    this.parts.show(to === stops.length - 1 ? 'pages' : 'text');
    if (next === editorHost) editor.focus();
    else if (next === dataRoom.element) dataRoom.focus();
    else next?.focus();
  }
}
