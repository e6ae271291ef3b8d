/** Inspects the CSS of a document, in attributes and `style` elements: collects findings, and removes what is forbidden. */
import { mayNameFonts, missingFamilies } from '../css/font-stacks.js';
import type { PageRules } from '../css/page-rules.js';
import { isPlainDeclarations, scanCss } from '../css/scan.js';
import type { CssScanRules, ScannedCss } from '../css/scanned-css.js';
import { scannedOnce } from '../css/scanned-once.js';
import type { CssRange } from '../css/tokens.js';
import { type DocumentFiles, ROOT } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import { scriptFallback } from '../fonts/script-fonts.js';
import { type Attribute, attribute, type Element, isSvg, ownText, replaceText } from '../html.js';
import type { Findings } from './findings.js';
import type { FontFallbackNotes } from './font-fallback.js';
import { atRuleMayChangePage } from './page-state.js';
import type { InlinedSheet } from './sheet-text.js';
import type { SheetsOfDocument } from './stylesheets.js';
import { attributeSubject, cssSubject, cssViolation, type Spans, type Subject } from './violation.js';

export interface CssInspectionOptions {
  /** The request's page settings. */
  readonly pageRules?: PageRules | undefined;
  /** Absent if the parser recorded no locations. */
  readonly spans?: Spans | undefined;
  readonly findings: Findings;
  readonly sheets: SheetsOfDocument;
  /** Records what may need font fallback. Absent if nothing does. */
  readonly fonts?: FontFallbackNotes | undefined;
  readonly families: FontFamilies;
  /** The files of the request. */
  readonly files: DocumentFiles;
}

export class CssInspection {
  /** Whether an at-rule may change the page. */
  changesPage = false;
  private readonly rules: CssScanRules;
  /** Attributes in which families were looked for. */
  private readonly seen = new Set<string>();
  /** Declarations without findings, which often repeat. */
  private readonly harmless = new Set<string>();

  constructor(private readonly options: CssInspectionOptions) {
    const { families, findings, files } = options;
    const { has: hasFont, withScripts } = families;
    this.rules = {
      hasFont,
      withScripts,
      issue: findings.issue,
      isIssued: findings.isIssued,
      ...files.cssRules(ROOT),
    };
  }

  /** Inspects declarations in an attribute. */
  declarations(element: Element, attr: Attribute): void {
    this.options.fonts?.css(attr.value);
    if (attr.name === 'font-family' || (attr.name === 'style' && mayNameFonts(attr.value)))
      this.families(element, attr);
    if (this.rules.withScripts && attr.name === 'font-family') {
      const { at, css } = scriptFallback(attr.name, attr.value) ?? { at: 0, css: '' };
      attr.value = attr.value.slice(0, at) + css + attr.value.slice(at);
      return;
    }
    const addsFonts = this.rules.withScripts === true && attr.name === 'style' && mayNameFonts(attr.value);
    if ((!addsFonts && isPlainDeclarations(attr.value)) || this.harmless.has(attr.value)) return;
    const { name, span } = attributeSubject(element, attr, this.options.spans);
    const scanned = scanCss(attr.value, this.rules);
    const { css, resources, ignored, atRules, references, faces } = this.taken(scanned, { name, span }, () => span);
    const found = resources.length + ignored.length + atRules.size + references.length + faces.length;
    if (found === 0 && css === attr.value) this.harmless.add(css);
    attr.value = css;
  }

  /** Looks for missing families in an attribute. Emails repeat them for each element. */
  families(element: Element, attr: Attribute): void {
    const written = `${attr.name} ${attr.value}`;
    if (this.seen.has(written)) return;
    this.seen.add(written);
    const declarations =
      attr.name === 'style'
        ? attr.value.matchAll(/(?:^|;)\s*(font(?:-family)?)\s*:([^;]*)/gi)
        : [['', 'font-family', attr.value]];
    for (const [, property = '', value = ''] of declarations) {
      this.options.findings.addFontList(value.trim());
      const families = missingFamilies(value, property.toLowerCase(), this.rules);
      if (families.length === 0) continue;
      const { name, span } = attributeSubject(element, attr, this.options.spans);
      this.options.findings.addFonts({ families, selector: '' }, (family) => cssSubject(family, name, span));
    }
  }

  /** Inspects a `style` element. Returns the style sheets that it imports. */
  sheet(element: Element): InlinedSheet[] {
    const css = ownText(element);
    const { spans, pageRules, sheets, fonts, families } = this.options;
    const spanOf = ({ start, end }: CssRange) => spans?.ofText(element, start, end);
    const scanned = scannedOnce(css, families, this.rules);
    const scan = this.taken(scanned, { name: '`style`', span: undefined }, spanOf);
    fonts?.css(css);
    const media = attribute(element, 'media')?.value.trim() ?? '';
    const subjectOf = (range: CssRange): Subject => cssSubject('@import', '`style`', spanOf(range));
    const imports =
      isSvg(element) || scan.imports.length === 0 ? [] : sheets.all().imported(scan.imports, media, subjectOf);
    const stays = pageRules?.edit(scan.css) ?? scan.css;
    if (stays !== css || element.childNodes.length > 1) replaceText(element, stays);
    return imports;
  }

  /** Takes the findings of CSS. @throws Violation for CSS that is too complex. */
  private taken(scan: ScannedCss, where: Subject, spanOf: (range: CssRange) => Subject['span']): ScannedCss {
    if (scan.fault) throw cssViolation(scan.fault, { name: where.name, span: spanOf(scan.fault) });
    this.options.findings.addCss(scan, (name, range) => cssSubject(name, where.name, spanOf(range)));
    for (const name of scan.atRules) this.changesPage ||= atRuleMayChangePage(name);
    return scan;
  }
}
