/** Checks a page header, footer or watermark against the content policy. */

import type { PageKind } from '@toolpress/contract';
import { countRequired, type PageLookup, type PageMarks } from '@toolpress/template';
import { NO_RESOURCES } from './check-document.js';
import type { CheckedDocument } from './checked-document.js';
import { PageRules } from './css/page-rules.js';
import { documentImages, explained, isWrittenEmpty, Reports, type SourceText, textOf } from './policy/explain.js';
import { type Finding, Findings, PRINT_MARK } from './policy/findings.js';
import { normalForm } from './policy/normal-form.js';
import { type DocumentResources, type SheetsOfDocument, Stylesheets } from './policy/stylesheets.js';

/** The request's fields with a part of a page. */
export type FragmentField =
  | 'header_html'
  | 'footer_html'
  | 'watermark_html'
  | `${'header_html' | 'footer_html'}.${PageKind}`;

export interface CheckedFragment
  extends Pick<CheckedDocument, 'images' | 'changesPage' | 'fonts' | 'reports' | 'wantedSheets'> {
  /** The content of a `div`, with marks of page numbers; `style` elements stay where they were. */
  readonly html: string;
  /** Returns the part with page numbers. */
  readonly numbered: (pageOf: PageLookup) => string;
  readonly findings: readonly Finding[];
  /** Whether page numbers are in texts only. In names or attributes a number may change the rest. */
  readonly numbersAreText: boolean;
}

interface FragmentContext {
  /** The marks of its page numbers. */
  marks?: PageMarks | undefined;
  /** The language of the document. */
  language?: string | undefined;
  resources?: Partial<DocumentResources>;
}

/**
 * Checks a header, footer or watermark. Drops the tags of a whole document (`html`, `head`, `body`), and the size and margins of
 * `@page` rules, which the document decides.
 *
 * @throws like `checkDocument`, with the field in the message.
 */
export function checkFragment(
  html: SourceText,
  field: FragmentField,
  { marks, language, resources = {} }: FragmentContext = {},
): CheckedFragment {
  const sources: Record<string, SourceText> = { [field]: html };
  const all = { ...NO_RESOURCES, ...resources };
  const pageRules = new PageRules({ properties: ['size', 'margin'], everywhere: true });
  const check = (located: boolean) => {
    const findings = new Findings(
      `${PRINT_MARK}-${field.replace(/\W|_/g, '-')}`,
      undefined,
      all.families,
      isWrittenEmpty(sources),
      all.files.embeds,
    );
    const sheets: SheetsOfDocument = {
      all: () => (sheets.used ??= new Stylesheets(all, { findings, pageRules, sources })),
    };
    const { files, families } = all;
    const context = { language, findings, files, sheets, families, complete: () => undefined };
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

const NO_TARGETS = 'is ignored: headers and footers do not know the pages of elements';
const NO_STRINGS =
  'is ignored: headers and footers have no margin boxes; write `data-running="name"` on an element of the document, and `[[running.name]]` here';
