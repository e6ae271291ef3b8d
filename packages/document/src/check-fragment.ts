/** Checks a page header, footer or watermark against the content policy. */
import type { PageKind } from '@toolpress/contract';
import { type CheckedDocument, NO_RESOURCES } from './check-document.js';
import { PageRules } from './css/page-rules.js';
import { documentImages, explained, Reports, type SourceText, textOf } from './policy/explain.js';
import { type Finding, Findings } from './policy/findings.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { type DocumentResources, Stylesheets } from './policy/stylesheets.js';
import { countRequired, type PageLookup, type PageMarks } from './references/page-marks.js';

/** The request's fields that hold a part of a page, and their members. */
export type FragmentField =
  | 'header_html'
  | 'footer_html'
  | 'watermark_html'
  | `${'header_html' | 'footer_html'}.${PageKind}`;

export interface CheckedFragment
  extends Pick<CheckedDocument, 'images' | 'changesPage' | 'fonts' | 'reports' | 'wantedSheets'> {
  /** The content of a `div`, with marks of page numbers; `style` elements stay where they were. */
  readonly html: string;
  /** @returns it with numbers of pages. */
  readonly numbered: (pageOf: PageLookup) => string;
  readonly findings: readonly Finding[];
  /** Whether page numbers stand in texts only, if there are any. In names or attributes a number may change what is around it. */
  readonly numbersAreText: boolean;
}

interface FragmentContext {
  /** Of page numbers in it. */
  marks?: PageMarks | undefined;
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
  { marks, language, resources = {} }: FragmentContext = {},
): CheckedFragment {
  const sources: Record<string, SourceText> = { [field]: html };
  const all = { ...NO_RESOURCES, ...resources };
  const pageRules = new PageRules({ properties: ['size', 'margin'], everywhere: true });
  const check = (located: boolean): NormalForm => {
    const findings = new Findings(field.replace(/\W|_/g, '-'), undefined, all.families);
    const stylesheets = new Stylesheets(all, { findings, pageRules, sources });
    const { files, families } = all;
    const context = { language, findings, files, stylesheets, hasFont: families.has };
    const options = { field, located, pageRules, marks, ...context };
    const form = normalForm(textOf(html), { extent: 'part', ...options });
    findings.counts.check(field);
    const subject = { name: '`target-counter()`', span: { field, start: 0, end: 0 } };
    if (findings.references.size > 0)
      findings.notice('css target', { code: 'css_ignored', subject, fault: NO_TARGETS });
    const string = { name: '`string()`', span: subject.span };
    if (findings.strings.size > 0)
      findings.notice('css string', { code: 'css_ignored', subject: string, fault: NO_STRINGS });
    return form;
  };
  const checked = explained(sources, check);
  const { numbersInText, images, changesPage, fonts, findings, wantedSheets } = checked;
  return {
    html: checked.html,
    numbered: (pageOf) => marks?.split(checked.html).with(pageOf) ?? checked.html,
    findings: findings.list,
    numbersAreText: numbersInText === countRequired(marks?.numbersIn(checked.html) ?? []),
    images: documentImages(images, sources, () => check(true).images),
    changesPage,
    wantedSheets,
    reports: new Reports(findings, sources, () => check(true).findings),
    ...(fonts && { fonts }),
  };
}

const NO_TARGETS = 'is ignored: headers and footers know no pages of elements';
const NO_STRINGS =
  'is ignored: headers and footers have no margin boxes; an element with `data-running="name"` gives them `[[running.name]]`';
