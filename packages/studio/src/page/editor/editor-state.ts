/** The extensions of the text editor: its languages, keys, completion and marks. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view';
import type { Completion, Suggestion } from './completion.js';
import { highlighting, theme } from './editor-theme.js';

type Language = 'html' | 'css' | 'json';

/** A text that the editor can show. */
export interface EditorText {
  id: string;
  text: string;
  language: Language;
  /** For screen readers. */
  label: string;
}

export interface EditorOptions {
  /** Called after each edit of a text. */
  edited(id: string, text: string): void;
  /** Called when the cursor moves without an edit. */
  moved(): void;
  complete(textBefore: string): Completion | undefined;
}

const LANGUAGES: Record<Language, () => Extension> = {
  html: () => html({ autoCloseTags: true }),
  css: () => css(),
  json: () => json(),
};

/** Inserts typed characters itself. The browser would copy the style of deleted text into them, which the content policy blocks. */
const plainTyping = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    const { from, to } = view.state.selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

const tagMarks = new MatchDecorator({
  regexp: /\[\[[^\]\n]*\]\]/g,
  decoration: Decoration.mark({ class: 'cm-template-tag' }),
});
const tagHighlighting = ViewPlugin.define(
  (view) => ({
    decorations: tagMarks.createDeco(view),
    update(update) {
      this.decorations = tagMarks.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

/** The characters before which brackets are closed: also before a closing tag, because the text of an unclosed template tag is printed. */
const CLOSED_BEFORE = ')]}:;><';

/** Keys of the page, which the text leaves to it. */
const OF_THE_PAGE = new Set(['Mod-Enter', 'Mod-i']);

/** Returns the state in which a text is opened. */
export const stateOf = ({ id, text: doc, language, label }: EditorText, options: EditorOptions): EditorState =>
  EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      foldGutter(),
      drawSelection(),
      dropCursor(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      EditorState.languageData.of(() => [{ closeBrackets: { before: CLOSED_BEFORE } }]),
      autocompletion({ icons: false, activateOnTypingDelay: 40 }),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      lintGutter(),
      EditorView.lineWrapping,
      plainTyping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap.filter(({ key = '' }) => !OF_THE_PAGE.has(key)),
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      LANGUAGES[language](),
      language === 'json' ? [] : [tagHighlighting, completionOf(options)],
      theme,
      syntaxHighlighting(highlighting),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.edited(id, update.state.doc.toString());
        else if (update.selectionSet) options.moved();
      }),
    ],
  });

/** The editor compares the functions that complete, so there is one for all of the text's changes. */
const completionOf = (options: EditorOptions): Extension => {
  const autocomplete = completeWith(options);
  return EditorState.languageData.of(() => [{ autocomplete }]);
};

const completeWith =
  ({ complete }: EditorOptions) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = complete(state.sliceDoc(0, pos));
    if (found === undefined || (found.suggestions.length === 0 && !explicit)) return null;
    return { from: found.from, options: found.suggestions.map(optionOf), validFor: /^[#^/&@]?[\p{L}\p{N}_$.-]*$/u };
  };

const TYPES = { value: 'variable', list: 'enum', filter: 'function', keyword: 'keyword' } as const;
const BOOST = { value: 2, list: 1, filter: 0, keyword: -1 } as const;

const optionOf = ({ label, kind, detail, info, insert }: Suggestion) => ({
  label,
  detail,
  type: TYPES[kind],
  boost: BOOST[kind],
  ...(info !== undefined && { info }),
  ...(insert !== undefined && { apply: insert }),
});
