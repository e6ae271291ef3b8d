/** What a document to be printed says of its elements, where the browser hands it on: see `markStructure` of packages/document. */
import { GENERATED, languageOfMark } from '@toolpress/document';
import { textString } from '../write.js';
import { stringOf } from './marked-text.js';
import type { StructureTree } from './structure-tree.js';

/** Takes the marks out of the languages of elements, in which the browser hands them on. */
export function readMarks(tree: StructureTree): void {
  const languages = new Map<object, string | undefined>();
  tree.walk((element, parent) => {
    const around = parent && languages.get(parent);
    const written = element.attributes.get('Lang');
    if (typeof written !== 'string') {
      languages.set(element, around);
      return;
    }
    const { language, mark, generated } = languageOfMark(stringOf(written));
    element.mark = mark === GENERATED ? undefined : mark;
    element.generated = generated;
    languages.set(element, language);
    if (mark === undefined) return;
    if (language === around) element.attributes.delete('Lang');
    else element.attributes.set('Lang', language === '' ? '()' : textString(language));
  });
}
