/** Walks a document once. What is known of an element is kept for its descendants. */
import * as dom from '../shared/dom.js';
import { clipsContent, FORCED, isOfWindow, overflowsX } from './boxes.js';
import { type Cover, isCover, type ShownText } from './covering-boxes.js';
import { cutEdges, type Edge, firstLost, mayMove, pageEdges } from './cut-texts.js';
import { FoundList, MOST, MOST_CHARACTERS, type Place, placeOf } from './found.js';
import { isBelow, isWide, reachesIntoMargin, runsOver } from './geometry.js';
import { blocksBreaks, ignoresBreak } from './ignored-breaks.js';

const { body, root } = dom;
const dataOf = dom.readerOf(CharacterData, 'data');

/** Elements whose text is never printed as text. */
const SILENT = new Set(['style', 'script', 'template', 'noscript', 'title', 'desc', 'option', 'datalist', 'textarea']);
const SMALL = 'overflow: hidden';
const MOST_WORK = 1_500_000;

/** What hides text. */
interface Hider {
  place: Place;
  how: string;
}

/** What is known of an element. */
interface State {
  place: Place | undefined;
  hider: Hider | undefined;
  /** A closed `details`. */
  closed: Place | undefined;
  isSilent: boolean;
  isInvisible: boolean;
  isDecoration: boolean;
  /** The edges behind which its text is lost, and that of what is positioned in it. */
  edges: Edge<Place>[];
  placedEdges: Edge<Place>[];
  isClipped: boolean;
  isPlacedClipped: boolean;
  hasFixedColumns: boolean;
  writingMode: string;
  isUnbroken: boolean;
  isLastOfSection: boolean;
}

/** The state of an element itself. */
type Own = State & { place: Place };

const OUTSIDE: Omit<State, 'writingMode'> = {
  place: undefined,
  hider: undefined,
  closed: undefined,
  isSilent: false,
  isInvisible: false,
  isDecoration: false,
  edges: [],
  placedEdges: [],
  isClipped: false,
  isPlacedClipped: false,
  hasFixedColumns: false,
  isUnbroken: false,
  isLastOfSection: false,
};

export class Walk {
  readonly cut = new FoundList();
  readonly breaks = new FoundList();
  readonly wide = new FoundList();
  readonly overlapping = new FoundList();
  readonly outside = new FoundList();
  readonly covers: Cover[] = [];
  readonly texts: ShownText[] = [];
  /** The characters that are shown and hidden. */
  readonly count = { shown: 0, hidden: 0 };
  /** What hides text, with the number of characters. */
  readonly hiders = new Map<string, Place & { how: string; characters: number }>();
  /** Whether a fixed box reaches into a margin. */
  isInMargin = false;
  /** Edges behind which a text was found: only the first one is looked at closely. */
  private readonly cutters = new Set<Edge<Place>>();
  private pending: Hider[] = [];
  private isBegun = false;
  /** The number of forced page breaks so far. */
  private section = 0;
  private namedPage = 'auto';
  private work = 0;
  private readonly states: State[];

  /** @param hasMoved whether boxes may be moved out of their pages. */
  constructor(private readonly hasMoved: boolean) {
    this.states = [{ ...OUTSIDE, writingMode: getComputedStyle(body ?? root).writingMode }];
    this.run();
  }

  private run(): void {
    let node: Node = body ?? root;
    for (;;) {
      const state = this.states.at(-1) as State;
      if (dom.isText(node)) this.read(node, state);
      if (dom.isElement(node)) {
        const entered = this.enter(node, state);
        const first = dom.firstChild(node);
        if (first !== null) {
          this.states.push(entered);
          node = first;
          continue;
        }
        this.leave(entered);
      }
      let last: Node | null = node;
      while (last !== body && last !== null && dom.nextSibling(last) === null) {
        last = dom.parentNode(last);
        this.leave(this.states.pop());
      }
      if (last === body || last === null) return;
      node = dom.nextSibling(last) as Node;
    }
  }

  private leave(state: State | undefined): void {
    if (state?.isLastOfSection) this.section += 1;
  }

  /** Whether there is time to measure one more: the browser goes through all elements around. */
  private mayMeasure(): boolean {
    this.work += this.states.length;
    return this.work < MOST_WORK;
  }

  private enter(element: Element, around: State): State {
    const style = getComputedStyle(element);
    const place = placeOf(element);
    const state: Own = { ...around, place, isLastOfSection: false };
    noteHidden(element, style, state, around.closed);
    if (style.display === 'none') return state;
    if (style.display === 'contents') {
      this.readBreaks(element, style, state);
      return state;
    }
    this.placeBox(element, style, state, around);
    this.addEdges(element, style, state);
    this.lookAtBox(element, style, state);
    if (element !== body && element !== root) this.readFlow(element, style, state, around);
    return state;
  }

  /** Takes in what positioned boxes do not share with those around them. */
  private placeBox(element: Element, { position }: CSSStyleDeclaration, state: Own, around: State): void {
    if (position === 'fixed') {
      Object.assign(state, { edges: [], placedEdges: [], isClipped: false });
      const isShown = state.hider === undefined && !state.isInvisible;
      this.isInMargin ||= isShown && this.mayMeasure() && reachesIntoMargin(element);
    } else if (position === 'absolute') {
      state.edges = state.placedEdges;
      state.isClipped = state.isPlacedClipped;
    }
    // What is placed elsewhere may be outside of the box that shows nothing.
    if (state.edges !== around.edges && state.hider?.how === SMALL) state.hider = undefined;
  }

  /** Adds the edges that cut what is in a box. */
  private addEdges(element: Element, style: CSSStyleDeclaration, state: Own): void {
    const { place } = state;
    // What is moved out of a box that clips is hidden by intention.
    const isMoved = this.hasMoved && !state.isClipped && mayMove(style) && this.mayMeasure();
    const edges = isMoved ? pageEdges(element, style, place, state.edges) : [];
    const isContent = !isOfWindow(element) && this.mayMeasure();
    if (isContent && clipsContent(style)) {
      state.isClipped = true;
      const found = cutEdges(element, style, place);
      if (found === undefined) hide(state, SMALL);
      else edges.push(...found);
    }
    if (edges.length > 0) state.edges = [...state.edges, ...edges].slice(-MOST);
  }

  /** Looks for what a box hides by itself. */
  private lookAtBox(element: Element, style: CSSStyleDeclaration, state: Own): void {
    const { place } = state;
    const { display, position } = style;
    if (display === 'table') state.hasFixedColumns = style.tableLayout === 'fixed';
    if (state.hasFixedColumns && display === 'table-cell' && this.mayMeasure() && runsOver(element))
      this.overlapping.add(place, {}, dom.textContent(element));
    // A field of one line can't grow. Only texts scroll in one.
    const isField = element instanceof HTMLInputElement && state.hider === undefined;
    if (isField && this.mayMeasure() && overflowsX(element))
      this.cut.add(place, { how: 'a width' }, dom.getAttribute(element, 'value') ?? '');
    if (position !== 'static' || style.transform !== 'none')
      Object.assign(state, { placedEdges: state.edges, isPlacedClipped: state.isClipped });
    const isPlaced = position === 'fixed' || position === 'absolute';
    if (isPlaced && this.mayMeasure() && state.hider === undefined && isCover(element, style))
      this.covers.push({ element, place, isFixed: position === 'fixed', section: this.section });
  }

  private readFlow(element: Element, style: CSSStyleDeclaration, state: Own, around: State): void {
    const { writingMode } = style;
    const isTurned = writingMode !== around.writingMode && !writingMode.startsWith('horizontal');
    if (isTurned && this.mayMeasure() && isWide(element))
      this.wide.add(state.place, { how: `writing-mode: ${writingMode}` }, '');
    state.writingMode = writingMode;
    this.readBreaks(element, style, state);
    state.isUnbroken ||= this.mayMeasure() && blocksBreaks(element, style);
  }

  /** Follows page breaks, and notes those that the browser ignores once there is something to part. */
  private readBreaks(element: Element, style: CSSStyleDeclaration, state: Own): void {
    const { breakBefore, breakAfter, page } = style;
    const [isBefore, isAfter] = [FORCED.has(breakBefore), FORCED.has(breakAfter)];
    if (page !== this.namedPage) this.section += 1;
    this.namedPage = page;
    if (!(isBefore || isAfter) || !this.mayMeasure()) return;
    const { place, hider, isUnbroken } = state;
    const isOurs = place.tag === 'toolpress-break';
    if (hider === undefined && !isOurs && ignoresBreak(element, style, isUnbroken, isBefore)) {
      if (this.isBegun || isAfter) this.pending.push({ place, how: isBefore ? 'break-before' : 'break-after' });
    } else if (isBefore && isBelow(element)) this.section += 1;
    if (isAfter) state.isLastOfSection = true;
  }

  private read(node: Text, state: State): void {
    const text = dataOf(node);
    if (state.isSilent || !/\S/.test(text)) return;
    const characters = text.replace(/\s+/g, '').length;
    const hider = hiderOfText(state);
    if (hider !== undefined) {
      this.countHidden(hider, characters);
      return;
    }
    this.isBegun = true;
    for (const { place, how } of this.pending) this.breaks.add(place, { how }, text);
    this.pending = [];
    const { isDecoration, edges } = state;
    this.texts.push({ node, isDecoration, characters, section: this.section });
    this.count.shown += characters;
    if (isDecoration) return;
    const lost = edges.length === 0 || !this.mayMeasure() ? undefined : firstLost(node, edges, this.cutters);
    if (lost === undefined) return;
    this.cutters.add(lost.edge);
    const { place, how, side, isOfPage } = lost.edge;
    (isOfPage ? this.outside : this.cut).add(place, { how, side }, text.slice(wordAt(text, lost.at)));
  }

  private countHidden({ place, how }: Hider, characters: number): void {
    this.count.hidden += characters;
    const key = JSON.stringify([place.tag, place.id, place.classes]);
    const known = this.hiders.get(key);
    if (known) known.characters += characters;
    else this.hiders.set(key, { ...place, how, characters });
  }
}

function hide(state: Own, how: string): void {
  state.hider ??= { place: state.place, how };
}

/** Notes what hides the text of an element, without a layout. @param closed a closed `details` around it. */
function noteHidden(element: Element, style: CSSStyleDeclaration, state: Own, closed: Place | undefined): void {
  const { tag } = state.place;
  state.isSilent ||= SILENT.has(tag);
  if (style.display === 'none') hide(state, 'display: none');
  if (Number(style.opacity) === 0) hide(state, 'opacity: 0');
  if (style.contentVisibility === 'hidden') hide(state, 'content-visibility: hidden');
  if (closed !== undefined && tag !== 'summary') state.hider ??= { place: closed, how: 'details' };
  state.closed = tag === 'details' && dom.getAttribute(element, 'open') === null ? state.place : undefined;
  state.isInvisible = style.visibility !== 'visible' || style.fontSize === '0px';
  state.isDecoration ||= dom.getAttribute(element, 'aria-hidden') === 'true';
}

/** Returns what hides a text in an element. */
function hiderOfText({ place, hider, closed, isInvisible }: State): Hider | undefined {
  if (hider !== undefined) return hider;
  if (closed !== undefined) return { place: closed, how: 'details' };
  return isInvisible && place !== undefined ? { place, how: 'visibility: hidden' } : undefined;
}

/** Returns where the word begins that has this character. */
function wordAt(text: string, at: number): number {
  let from = at;
  while (from > 0 && at - from < MOST_CHARACTERS && /\S/.test(text[from - 1] ?? '')) from -= 1;
  return from;
}
