/**
 * Finds the elements whose styles may keep text from the pages. It reads rules and the computed styles of what they match, which needs no
 * layout. Most documents with such rules turn out to lose nothing.
 */
import * as dom from '../shared/dom.js';
import { clipsContent, FORCED, isOfWindow } from './boxes.js';
import { mayMove } from './cut-texts.js';
import { blocksBreaks, ignoresBreak } from './ignored-breaks.js';

const { body, root } = dom;

/** Elements that hide or cut text without a rule. */
const HIDDEN = '[hidden], details:not([open])';
const FIELDS = 'textarea, input[value]';
/** A selector with a prefix of `@namespace`, which only style sheets know. */
const PREFIXED = /\|(?!=)/;

/** Declarations that may keep text from the pages. */
type KindName = 'hides' | 'clips' | 'placed' | 'tables' | 'moved' | 'vertical' | 'breaks';
export type Sources = Record<KindName, string>;

interface Kind {
  name: KindName;
  declarations: RegExp;
  selectors: string[];
  /** Elements with the declarations themselves. */
  styled: Element[];
}

/**
 * Adds the selectors of rules to the kinds of their declarations.
 *
 * @param outer the selector of the rule around them.
 * @returns false where elements can't be found by a selector alone.
 */
function readRules(rules: CSSRuleList, kinds: readonly Kind[], outer: string | undefined): boolean {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { style, cssRules, selectorText } = rule;
      if (outer !== undefined && selectorText.includes('"')) return false;
      const selector = outer === undefined ? selectorText : selectorText.replaceAll('&', `:is(${outer})`);
      if (!addSelector(style, selector, kinds)) return false;
      if (cssRules.length > 0 && !readRules(cssRules, kinds, selector)) return false;
    } else if (rule instanceof CSSNestedDeclarations) {
      if (!addSelector(rule.style, outer ?? '', kinds)) return false;
    } else if (rule instanceof CSSScopeRule) return false;
    else if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
      if (!readRules(rule.styleSheet.cssRules, kinds, outer)) return false;
    } else if (rule instanceof CSSGroupingRule && !readRules(rule.cssRules, kinds, outer)) return false;
  }
  return true;
}

/** Adds a selector to each kind whose declarations a style has. @returns false if it can't find elements. */
function addSelector({ cssText }: CSSStyleDeclaration, selector: string, kinds: readonly Kind[]): boolean {
  const own = kinds.filter(({ declarations }) => declarations.test(cssText));
  for (const { selectors } of own) selectors.push(selector);
  return own.length === 0 || !PREFIXED.test(selector);
}

/** Returns the elements of each kind; undefined if they are not known. */
function elementsOf(sources: Sources): Record<KindName, Set<Element>> | undefined {
  const kinds = Object.entries(sources).map(
    ([name, source]): Kind => ({
      name: name as KindName,
      declarations: new RegExp(source, 'i'),
      selectors: name === 'hides' ? [HIDDEN] : [],
      styled: [],
    }),
  );
  for (const { cssRules } of dom.sheets()) if (!readRules(cssRules, kinds, undefined)) return undefined;
  for (const element of dom.select('[style]')) {
    const text = dom.getAttribute(element, 'style') ?? '';
    for (const { declarations, styled } of kinds) if (declarations.test(text)) styled.push(element);
  }
  const found = kinds.map(({ name, selectors, styled }) => {
    const selected = selectors.length === 0 ? [] : dom.select(selectors.join());
    return [name, new Set([...selected, ...styled])] as const;
  });
  return Object.fromEntries(found) as Record<KindName, Set<Element>>;
}

/** Elements of which is known whether they, or ones around them, are never broken. */
type Unbroken = Map<Element | null, boolean>;

/** Whether a break may be ignored. Of items of a row, only a layout knows which are beside each other. */
function losesBreak(element: Element, unbroken: Unbroken): boolean {
  const style = getComputedStyle(element);
  const [isBefore, isAfter] = [FORCED.has(style.breakBefore), FORCED.has(style.breakAfter)];
  const isSection = /mso-break-type/i.test(dom.getAttribute(element, 'style') ?? '');
  if (!isBefore && !isAfter && !isSection) return false;
  if (style.display === 'none') return false;
  if (isSection || dom.localName(element) === 'br') return true;
  const around = dom.parentElement(element);
  if (around !== null && /flex|grid/.test(getComputedStyle(around).display)) return true;
  return ignoresBreak(element, style, isUnbroken(around, unbroken), isBefore);
}

/** Whether an element, or one around it, is never broken. */
function isUnbroken(element: Element | null, known: Unbroken): boolean {
  const path: Element[] = [];
  let one = element;
  while (one !== null && one !== body && one !== root && !known.has(one)) {
    path.push(one);
    one = dom.parentElement(one);
  }
  let answer = known.get(one) ?? false;
  for (const each of path.reverse()) {
    answer ||= blocksBreaks(each, getComputedStyle(each));
    known.set(each, answer);
  }
  return answer;
}

function isHidden(element: Element): boolean {
  const { display, visibility, opacity, contentVisibility, fontSize } = getComputedStyle(element);
  return (
    dom.localName(element) === 'details' || // a closed one
    display === 'none' ||
    visibility !== 'visible' ||
    Number(opacity) === 0 ||
    (contentVisibility === 'hidden' && element !== root) || // the root is not laid out yet
    fontSize === '0px'
  );
}

/** The share of hidden text from which a document is looked at, and the fewest characters: well below those of a warning. */
const [MUCH, MANY] = [0.6, 150];

/** Whether most text may be hidden. */
function mayHideMost(found: Iterable<Element>): boolean {
  let hidden = 0;
  let outer: Element | undefined;
  for (const element of found) {
    if (!isHidden(element) || (outer && dom.contains(outer, element))) continue;
    if (element === body || element === root) return true;
    outer = element;
    hidden += dom.textContent(element).length;
  }
  return hidden > MANY && hidden > MUCH * (dom.textContent(body).length - textIn('style') - textIn('title'));
}

function textIn(name: string): number {
  let length = 0;
  for (const element of dom.select(`body ${name}`)) length += dom.textContent(element).length;
  return length;
}

/** Whether a box is drawn and may cut its content. */
function isClipping(element: Element): boolean {
  const style = getComputedStyle(element);
  return (
    style.display !== 'none' &&
    clipsContent(style) &&
    !isOfWindow(element) &&
    (element === body || dom.firstChild(element) !== null)
  );
}

/** What a layout has to show. */
export interface Doubtful {
  /** Boxes that may cut text. */
  clipping: Element[];
  placed: Element[];
  tables: Element[];
  moved: Element[];
}

/** Returns what a layout has to show; undefined if the whole document has to be looked at; null if nothing is lost. */
export function findDoubtful(sources: Sources): Doubtful | undefined | null {
  const found = elementsOf(sources);
  if (found === undefined || found.vertical.size > 0 || dom.select(FIELDS).length > 0) return undefined;
  const unbroken: Unbroken = new Map();
  for (const element of found.breaks) if (losesBreak(element, unbroken)) return undefined;
  if (mayHideMost(found.hides)) return undefined;
  const clipping = [...found.clips].filter(isClipping);
  const placed = [...found.placed].filter((element) => /absolute|fixed/.test(getComputedStyle(element).position));
  const tables = [...found.tables].filter((element) => getComputedStyle(element).tableLayout === 'fixed');
  const moved = [...found.moved].filter((element) => mayMove(getComputedStyle(element)));
  const doubtful = { clipping, placed, tables, moved };
  return Object.values(doubtful).every(({ length }) => length === 0) ? null : doubtful;
}
