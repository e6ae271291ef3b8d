/** Checks a page header, footer or watermark against the content policy. */
import { type PageKind, ServiceError } from '@toolpress/contract';
import { type CheckedDocument, NO_RESOURCES } from './check-document.js';
import { PageRules } from './css/page-rules.js';
import type { PageNumbers } from './page-numbers.js';
import { documentImages, explained, Reports, type SourceText, textOf } from './policy/explain.js';
import { type Finding, Findings } from './policy/findings.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { type DocumentResources, Stylesheets } from './policy/stylesheets.js';
import { pageMarksIn } from './references/page-marks.js';

/** The request's fields that hold a part of a page, and their members. */
export type FragmentField =
  | 'header_html'
  | 'footer_html'
  | 'watermark_html'
  | `${'header_html' | 'footer_html'}.${PageKind}`;

export interface CheckedFragment
  extends Pick<CheckedDocument, 'images' | 'changesPage' | 'fonts' | 'reports' | 'wantedSheets'> {
  /** The content of a `div`; `style` elements stay where they were. */
  readonly html: string;
  readonly findings: readonly Finding[];
  /** Whether placeholders stand in texts only, if there are any. In CSS, names or attributes a number may change what is around it: `\7` and `5` is `u`. */
  readonly numbersAreText: boolean;
}

interface FragmentContext {
  /** Whose placeholders the fragment may hold. */
  numbers?: PageNumbers | undefined;
  /** Of the document. */
  language?: string | undefined;
  resources?: Partial<DocumentResources>;
}

/**
 * Tags of a whole document (`html`, `head`, `body`) are dropped. `@page` rules lose their size and margins, which the document
 * decides.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export function checkFragment(
  html: SourceText,
  field: FragmentField,
  { numbers, language, resources = {} }: FragmentContext = {},
): CheckedFragment {
  const countMarks = numbers && ((text: string): number => numbers.countIn(text));
  const sources: Record<string, SourceText> = { [field]: html };
  const all = { ...NO_RESOURCES, ...resources };
  const pageRules = new PageRules({ properties: ['size', 'margin'], everywhere: true });
  const check = (located: boolean): NormalForm => {
    const findings = new Findings(field.replace(/\W|_/g, '-'));
    const stylesheets = new Stylesheets(all, { findings, pageRules, sources });
    const { files, families } = all;
    const context = { language, findings, files, stylesheets, hasFont: families.has };
    const options = { field, located, pageRules, countMarks, ...context };
    const form = normalForm(textOf(html), { extent: 'part', ...options });
    findings.counts.check(field);
    const subject = { name: '`target-counter()`', span: { field, start: 0, end: 0 } };
    if (findings.references.size > 0)
      findings.notice('css target', { code: 'css_ignored', subject, fault: NO_TARGETS });
    return form;
  };
  if (pageMarksIn(textOf(html)).length > 0) throw noPageOf(field);
  const checked = explained(sources, check);
  const { marksInText, images, changesPage, fonts, findings, wantedSheets } = checked;
  return {
    html: checked.html,
    findings: findings.list,
    numbersAreText: numbers === undefined || marksInText === numbers.countIn(checked.html),
    images: documentImages(images, sources, () => check(true).images),
    changesPage,
    wantedSheets,
    reports: new Reports(findings, sources, () => check(true).findings),
    ...(fonts && { fonts }),
  };
}

const NO_TARGETS = 'is ignored: headers and footers know no pages of elements';

const noPageOf = (field: FragmentField): ServiceError =>
  new ServiceError('template_invalid', `\`page_of\` may stand in \`html\` only, not in \`${field}\`.`);
