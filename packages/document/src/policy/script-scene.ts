/** Finds content for scripts: TeX formulas, and elements that frameworks fill. */
import { attribute, type Element, holdsText, isElement, isText, ownText, type ParentNode } from '../html.js';

/** As MathJax and KaTeX find formulas: `\(…\)`, `\[…\]`, `$$`, `\begin{…}`, and `$…$` (no prices). */
const FORMULA = /\\[([]|\$\$|\\begin\{|\$[^$\s](?:[^$]{0,300}[^$\s])?\$(?!\d)/;
/** As AsciiMath does, and only it: in other documents backquotes are Markdown's. */
const IN_BACKQUOTES = /`[^`]{1,300}`/;
/** Scripts that read AsciiMath, by their addresses and settings. */
const ASCII_MATH = /asciimath|\bjqmath|(?:^|[^a-z])AM_(?:CHTML|HTML|SVG)|config=(?:default|accessible)/i;
/** Neither is looked for in them, and in what they contain. */
const UNREAD = new Set('script style pre code textarea title annotation'.split(' '));
/** A formula that a script names itself. */
const TYPES_OF_FORMULAS = /^\s*math\//i;
const DRAWS_FORMULA = /\bkatex\.render\w*\s*\(/;

/** Targets of a script: `mount('#app')`, `el: '#app'`, `getElementById('root')`, `querySelector('.list')`. */
const TARGETS =
  /(?:\.mount|\bquerySelector|\$)\s*\(\s*["'`]([#.]?[\w-]{1,60})["'`]|\bel\s*:\s*["'`]([#.][\w-]{1,60})["'`]|\bgetElementById\s*\(\s*["'`]([\w-]{1,60})["'`]/g;
const MAX_TARGETS = 3;

/** Classes of elements that mermaid replaces. */
const CLASS_IN_SELECTOR = /["'`][^"'`\n]{0,60}?\.([a-zA-Z][\w-]{0,60})/g;
const MAX_SCRIPT = 20_000;
const DIAGRAMS = ['mermaid', 'language-mermaid', 'lang-mermaid', 'jp-Mermaid', 'jp-RenderedMermaid'];

export class ScriptScene {
  /** Whether there are formulas to be drawn by a script. */
  hasFormulas = false;
  /** Whether there are texts of programs, a `canvas`, and a `noscript` with text, which prints. */
  hasCode = false;
  hasCanvas = false;
  hasNoScript = false;
  private readonly scripts: Element[] = [];
  private readonly ids = new Set<string>();
  private readonly classes = new Set<string>();
  /** The targets of the scripts with these marks, which are read once: many scripts may be of one kind. */
  private readonly targets = new Map<RegExp, readonly string[]>();

  constructor(root: ParentNode) {
    const waiting: ParentNode[] = [root];
    let hasBackquotes = false;
    /** Those that wait and are in an element that is not read. */
    const unread = new Set<ParentNode>();
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
      const isUnread = unread.delete(parent) || UNREAD.has((parent as Element).tagName);
      for (const node of parent.childNodes) {
        if (isElement(node)) {
          this.note(node);
          waiting.push(node);
          if (isUnread) unread.add(node);
        } else if (isText(node) && !isUnread) {
          this.hasFormulas ||= FORMULA.test(node.value);
          hasBackquotes ||= IN_BACKQUOTES.test(node.value);
        }
      }
    }
    this.hasFormulas ||= hasBackquotes && this.scripts.some(readsAsciiMath);
  }

  /** Returns whether there are elements that mermaid replaces. @param script the text that calls it. */
  hasDiagrams(script: string): boolean {
    const named = Array.from(script.slice(0, MAX_SCRIPT).matchAll(CLASS_IN_SELECTOR), ([, name = '']) => name);
    if (DIAGRAMS.some((name) => this.classes.has(name)) || named.some((name) => this.classes.has(name))) return true;
    return named.length === 0 && /\bmermaid\.(?:render|init)\s*\(/.test(script);
  }

  /** Returns the elements that scripts with these marks fill, as the scripts name them. */
  targetsOf(marks: RegExp): readonly string[] {
    const targets = this.targets.get(marks) ?? this.readTargets(marks);
    this.targets.set(marks, targets);
    return targets;
  }

  private readTargets(marks: RegExp): string[] {
    const targets = new Set<string>();
    for (const script of this.scripts) {
      const text = ownText(script);
      if (!marks.test(text)) continue;
      for (const [, selector, el, id] of text.matchAll(TARGETS)) {
        const name = selector ?? el ?? `#${id}`;
        if (this.has(name)) targets.add(name);
        if (targets.size === MAX_TARGETS) return [...targets];
      }
    }
    return [...targets];
  }

  private note(element: Element): void {
    const { tagName } = element;
    if (tagName === 'math') this.hasFormulas = true;
    if (tagName === 'pre' || tagName === 'code') this.hasCode = true;
    if (tagName === 'canvas') this.hasCanvas = true;
    if (tagName === 'noscript') this.hasNoScript ||= holdsText(element);
    if (tagName === 'script') {
      this.scripts.push(element);
      this.hasFormulas ||=
        TYPES_OF_FORMULAS.test(attribute(element, 'type')?.value ?? '') || DRAWS_FORMULA.test(ownText(element));
    }
    const id = attribute(element, 'id')?.value;
    if (id) this.ids.add(id);
    for (const name of attribute(element, 'class')?.value.split(/\s+/) ?? []) this.classes.add(name);
  }

  private has(selector: string): boolean {
    const name = selector.slice(1);
    return selector.startsWith('#') ? this.ids.has(name) : selector.startsWith('.') && this.classes.has(name);
  }
}

const readsAsciiMath = (script: Element): boolean =>
  ASCII_MATH.test(attribute(script, 'src')?.value ?? '') || ASCII_MATH.test(ownText(script));
