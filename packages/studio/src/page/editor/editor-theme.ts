/** The editor's colors. They are custom properties of the page, which has them in light and dark. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '13.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '.6rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { paddingLeft: '.75rem', minWidth: '2.2rem' },
  '.cm-activeLine': { backgroundColor: 'var(--active-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--active-line)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--selection)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)', outline: '1px solid var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--track)', border: 'none', color: 'var(--soft)', padding: '0 .4em' },
  '.cm-template-tag, .cm-template-tag *': { color: 'var(--code-tag)', fontWeight: '600' },
  '.cm-template-tag': { backgroundColor: 'var(--code-tag-tint)', borderRadius: '3px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '13px', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '.2rem .6rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal', marginLeft: '1rem' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '.5rem .7rem', maxWidth: '22rem', fontSize: '13px', whiteSpace: 'pre-line' },
  '.cm-diagnostic': { padding: '.45rem .7rem', maxWidth: '34rem', fontSize: '13px' },
  '.cm-diagnosticAction': {
    padding: '.15rem .6rem',
    minHeight: '24px',
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '5px',
    font: 'inherit',
  },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warn)' },
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '.5rem .75rem', fontFamily: 'system-ui, sans-serif' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--soft)',
    borderRadius: '5px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '5px',
    fontSize: '13px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', minWidth: '24px', minHeight: '24px' },
  '.cm-panel.cm-search :is(button, input, label)': { minHeight: '24px' },
  '@media (forced-colors: active)': {
    '.cm-selectionBackground, .cm-selectionMatch, .cm-tooltip-autocomplete > ul > li[aria-selected]': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight !important',
      color: 'HighlightText',
    },
    '.cm-tooltip': { outline: '1px solid' },
  },
});

export const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--code-name)' },
  { tag: [tags.attributeName, tags.propertyName, tags.className, tags.labelName], color: 'var(--code-property)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.angleBracket, tags.punctuation, tags.bracket], color: 'var(--soft)' },
]);
