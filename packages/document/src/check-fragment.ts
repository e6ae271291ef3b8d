/** Checks a page header or footer against the content policy. */
import { ServiceError } from '@toolpress/contract';
import { type CheckedDocument, NO_RESOURCES } from './check-document.js';
import { PageRules } from './css/page-rules.js';
import { PageNumbers } from './page-numbers.js';
import { documentImages, explained, explainedWithin, Reports, type SourceText, textOf } from './policy/explain.js';
import { Findings } from './policy/findings.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { type DocumentResources, Stylesheets } from './policy/stylesheets.js';
import { pageMarksIn } from './references/page-marks.js';

/** The request's fields that hold a part of a page. */
export type FragmentField = 'header_html' | 'footer_html';

export interface CheckedFragment
  extends Pick<CheckedDocument, 'images' | 'changesPage' | 'fonts' | 'reports' | 'wantedSheets'> {
  /**
   * @returns the content of a `div` on one page of so many; the fragment's `style` elements stay where they were.
   * @throws as `checkFragment` does, when the numbers make the fragment something that is not allowed.
   */
  on(page: number, pages: number): string;
  /** Of its HTML, in characters, with placeholders for the numbers. */
  readonly length: number;
}

interface FragmentContext {
  /** Whose placeholders the fragment holds. */
  numbers?: PageNumbers;
  /** Of the document. */
  language?: string | undefined;
  resources?: Partial<DocumentResources>;
}

/** Of a header or footer that is checked again for each page, all pages together: some hundred milliseconds. */
export const MAX_NUMBERED_CHARACTERS = 5_000_000;

/**
 * Tags of a whole document (`html`, `head`, `body`) are dropped. `@page` rules lose their size and margins, which the document
 * decides.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export function checkFragment(
  html: SourceText,
  field: FragmentField,
  { numbers = new PageNumbers(), language, resources = {} }: FragmentContext = {},
): CheckedFragment {
  const countMarks = (text: string): number => numbers.countIn(text);
  const sources: Record<string, SourceText> = { [field]: html };
  const all = { ...NO_RESOURCES, ...resources };
  const pageRules = new PageRules({ properties: ['size', 'margin'], everywhere: true });
  const check = (located: boolean): NormalForm => {
    const findings = new Findings(field.charAt(0));
    const stylesheets = new Stylesheets(all, { findings, pageRules, sources });
    const { files, families } = all;
    const context = { language, findings, files, stylesheets, hasFont: families.has };
    const options = { field, located, pageRules, countMarks, ...context };
    return normalForm(textOf(html), { extent: 'part', ...options });
  };
  if (pageMarksIn(textOf(html)).length > 0) throw noPageOf(field);
  const checked = explained(sources, check);
  const { html: filled, marksInText, images, changesPage, fonts, findings, wantedSheets } = checked;
  return {
    on:
      marksInText === numbers.countIn(filled)
        ? (page, pages) => numbers.on(filled, page, pages)
        : checkedAgain(filled, field, numbers, findings, all),
    length: filled.length,
    images: documentImages(images, sources, () => check(true).images),
    changesPage,
    wantedSheets,
    reports: new Reports(findings, sources, () => check(true).findings),
    ...(fonts && { fonts }),
  };
}

/**
 * Numbers in texts are harmless. In CSS, names or attributes they may change the meaning of what is around them: `\7` and `5` is
 * `u`. Such a fragment is checked again with the numbers of each page.
 */
function checkedAgain(
  html: string,
  field: FragmentField,
  numbers: PageNumbers,
  findings: Findings,
  resources: DocumentResources,
): CheckedFragment['on'] {
  const checkedBefore = new Map<string, string>();
  let characters = 0;
  const stylesheets = new Stylesheets(resources, {
    findings,
    pageRules: new PageRules({ properties: [] }),
    sources: {},
  });
  const { files, families } = resources;
  const options = { field, findings, files, stylesheets, hasFont: families.has };
  return (page, pages) => {
    const numbered = numbers.on(html, page, pages);
    const before = checkedBefore.get(numbered);
    if (before !== undefined) return before;
    characters += numbered.length;
    if (characters > MAX_NUMBERED_CHARACTERS) throw tooLarge(field);
    const place = `in ${field} where \`[[page]]\` is ${page} and \`[[pages]]\` is ${pages}`;
    const known = findings.list.length;
    const checked = explainedWithin(place, () => normalForm(numbered, { extent: 'part', ...options }));
    const found = findings.list.slice(known).find(({ kind }) => kind !== 'notice');
    if (found) throw new ServiceError('content_forbidden', `${found.subject.name} ${place} ${found.fault}.`);
    checkedBefore.set(numbered, checked.html);
    return checked.html;
  };
}

const noPageOf = (field: FragmentField): ServiceError =>
  new ServiceError('template_invalid', `\`page_of\` may stand in \`html\` only, not in \`${field}\`.`);

const tooLarge = (field: FragmentField): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`${field}\` is too large to have \`[[page]]\` or \`[[pages]]\` in CSS or attributes; make it smaller, or have them in texts only.`,
  );
