/** Reads the marks that packages/document writes into elements and the browser passes on: see `markStructure`. */
import { stringOf, textString } from '@toolpress/pdf/edit';
import type { GeneratedTexts, StructureTree } from './tree.js';

const MARK = /^(.*?)(?:(?:^|-)x)?-tp-([a-z\d]+)(?:-([ghp])(\d+)b(\d+)a(\d+)(?:m([ct]+))?)?$/i;

/** The mark of an element with generated texts and no other mark. The numbers of such texts may follow any mark. */
export const GENERATED = 'g';

/** Removes the marks from the languages of elements, through which the browser passes them on. */
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

/** @returns the author's language, which may be empty, and the mark. */
function languageOfMark(written: string): {
  language: string;
  mark: string | undefined;
  generated?: GeneratedTexts;
} {
  const [, language = written, mark, kind, number, before, after, label] = MARK.exec(written) ?? [];
  const generated = {
    number: Number(number),
    before: Number(before),
    after: Number(after),
    label: label?.toLowerCase() ?? '',
    isRead: kind?.toLowerCase() !== 'h',
    isPart: kind?.toLowerCase() === 'p',
  };
  return { language, mark: mark?.toLowerCase(), ...(number !== undefined && { generated }) };
}
