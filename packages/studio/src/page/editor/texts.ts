/** The texts of a draft that the editor shows. */
import type { Draft } from '../draft/draft.js';
import type { EditorText } from './editor-state.js';

export const textsOf = ({ html, css, samples }: Draft): EditorText[] => [
  { id: 'html', text: html, language: 'html', label: 'HTML of the template' },
  { id: 'css', text: css, language: 'css', label: 'CSS of the template' },
  ...samples.map(
    ({ name, text }): EditorText => ({
      id: `data:${name}`,
      text,
      language: 'json',
      label: `Data “${name}” as JSON`,
    }),
  ),
];
