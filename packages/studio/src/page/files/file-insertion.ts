/** Inserts files into the texts of a template: by *Insert*, by a drop on the text, and by pasting. */
import type { Editor } from '../editor/editor.js';
import { type Arrival, rowIn } from './file-drops.js';
import type { FilesView } from './files-view.js';
import { widthOf } from './read-file.js';
import { insertionPoint, kindOf, snippetOf, type Target } from './template-files.js';

export interface InsertionOptions {
  view: FilesView;
  editor: Editor;
  editorHost: HTMLElement;
  /** Opens the tab of a text. */
  open(target: Target): void;
  /** Lets style sheets load files. */
  embed(): void;
}

export class FileInsertion {
  constructor(private readonly options: InsertionOptions) {}

  /** Adds files that came to the page, and inserts them if they came to a text. */
  async arrived({ files, path, pointer }: Arrival): Promise<void> {
    const { view, editor, editorHost } = this.options;
    const target = editor.openId;
    const isText = path.includes(editorHost) && (target === 'html' || target === 'css');
    const at = isText && pointer !== undefined ? editor.offsetAt(pointer) : editor.cursor;
    const offset = { at };
    const insert = async (names: readonly string[]): Promise<() => void> => {
      const undo: (() => void)[] = [];
      for (const name of names) undo.unshift(await this.insertAt(name, target as Target, offset));
      return () => {
        for (const each of undo) each();
      };
    };
    const as = rowIn(path)?.dataset['file'];
    await view.add(files, { as, isUnnamed: pointer === undefined, ...(isText && { insert }) });
  }

  /** Inserts a file at the cursor of the text that can use it. */
  async insert(name: string): Promise<void> {
    const { editor, open } = this.options;
    const target = kindOf(name) === 'font' ? 'css' : 'html';
    open(target);
    await this.insertAt(name, target, { at: editor.cursor });
    editor.focus();
  }

  /** @param offset moves behind what was inserted. @returns a function that undoes it. */
  private async insertAt(name: string, target: Target, offset: { at: number }): Promise<() => void> {
    const { editor, embed, view } = this.options;
    const snippet = snippetOf(name, target, target === 'html' ? await widthOf(name, view.contentOf(name)) : 0);
    if (snippet === undefined || editor.openId !== target) return () => {};
    const at = insertionPoint(editor.text, offset.at, name, target);
    offset.at = at + snippet.length;
    const undo = editor.insert(snippet, at);
    if (target === 'css' && kindOf(name) !== 'sheet') embed();
    return undo;
  }
}
