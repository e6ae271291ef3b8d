/** Finds the tags of other template languages, which are printed unchanged. */
import { htmlTokenizer } from '../values/html-tokenizer.js';
import { type Position, Positions } from './partials/positions.js';
import { CONTENTS } from './style-elements.js';
import type { Template, TemplateNode, TextNode } from './template.js';

export interface ForeignTags extends Position {
  /** The first tag, as written. */
  readonly tag: string;
  readonly count: number;
}

/**
 * All repetitions in these expressions are bounded and unambiguous: backtracking would take minutes for a text of some kilobytes. A path
 * may end at several places, so what follows must match up to the closing braces, which a lookahead has found.
 */
const NAME = String.raw`[$@\p{L}_][\p{L}\p{M}\p{N}_$]{0,80}`;
const BLANKS = String.raw`\s{0,20}`;
const PATH = String.raw`(?:\.{1,2}/){0,10}\.{0,2}${NAME}(?:(?:\.|->|::|/)${NAME}|\.\d{1,9}|\[[^\]{}]{0,40}\]){0,20}`;
const TEXT = `"[^"{}]{0,80}"|'[^'{}]{0,80}'`;
/**
 * `{{ path }}`, with block prefixes, filters, operators or arguments; a quoted text only with a filter. Prose and CSS do not contain
 * this. In TeX formulas a backslash, `^`, `_` or a brace precedes it.
 */
const OUTPUT = String.raw`\{\{\{?(?=[^{}]{1,300}\}\})[-~!]?${BLANKS}(?:[#/^&>]${BLANKS})?(?:(?:${PATH})(?:${BLANKS}(?:\(|[|?!=<>+*/,-]|\s["'$.@(]|\s(?:as|in|or|and)\s|\s${NAME}=)[^{}]*|\s{1,20}${PATH})?|(?:${TEXT})${BLANKS}\|[^{}]+|else(?:\s{1,20}if\s[^{}]+)?)${BLANKS}[-~]?\}\}`;
const STATEMENT = String.raw`\{%[-+~]?${BLANKS}[a-z_]{1,40}(?:\s[^{}]{0,300}?)?[-+~]?%\}`;
/** PHP; ERB, EJS, ASP and JSP; Blade's output without escaping. */
const CODE = String.raw`<\?(?:php\b|=)|<%[^%]{0,300}%>|\{!![^{}]{1,200}!!\}`;
/** Attributes of Thymeleaf and QWeb. The prototype's values would be printed. */
const ATTRIBUTE = String.raw`(?<=\s)(?:(?:data-)?th[:-](?:text|utext|each|if|unless|replace|insert|value|field)|t-(?:esc|raw|out|field|foreach|if|elif|call|set))=`;
/** Blade and Razor, Velocity, FreeMarker, JSTL. */
const DIRECTIVE = String.raw`(?<![\w.])@(?:(?:foreach|forelse|elseif|if|unless|isset|yield|extends|include)\s?\(|Model\.\w)|(?<![\w&])#(?:foreach|if|elseif|set)\s?\(\s?[!$]|<#(?:list|if|assign|include)\s|<c:(?:forEach|out|if|choose|set)\s`;
const TAG = new RegExp(`(?<![\\\\^_}{$])(?:${OUTPUT})|${STATEMENT}|${CODE}|(${ATTRIBUTE})|(${DIRECTIVE})`, 'gu');
/** A quick check: a text without these has no foreign tags. */
export const FOREIGN_SIGNS = new RegExp(String.raw`\{\{|\{%|\{!!|<%|<\?|${ATTRIBUTE}|${DIRECTIVE}`, 'u');
/** A command of TeX, whose arguments have braces. */
const COMMAND = /\\[a-z]+\*?(?:\[[^\]]*\])?$/i;
const MAX_COMMAND = 40;

/** What was found in templates, so that each is searched once and not for each print. */
const known = { html: new WeakMap<Template, ForeignTags | null>(), css: new WeakMap<Template, ForeignTags | null>() };

/** Returns the first foreign tag and their number, in the template's own text. Values are not searched. */
export function foreignTagsIn(template: Template, language: keyof typeof known): ForeignTags | undefined {
  const found = known[language].get(template);
  if (found !== undefined) return found ?? undefined;
  const tags = search(template, language);
  known[language].set(template, tags ?? null);
  return tags;
}

function search(template: Template, language: keyof typeof known): ForeignTags | undefined {
  const { source } = template;
  const text = ownText(template);
  const isInTag = insideTags(text);
  let isSkipped: ((offset: number) => boolean) | undefined;
  let first: RegExpExecArray | undefined;
  let count = 0;
  for (const found of text.matchAll(TAG)) {
    const { 1: attribute, index } = found;
    if (attribute !== undefined && !isInTag(index)) continue;
    if (COMMAND.test(text.slice(Math.max(0, index - MAX_COMMAND), index))) continue;
    isSkipped ??= skipping(language === 'css' ? commentsOf(text) : literalsOf(text));
    if (isSkipped(index)) continue;
    first ??= found;
    count += 1;
  }
  return first && { tag: writtenTag(first, text), count, ...new Positions(source).at(first.index) };
}

/** The largest length of an element's tag up to an attribute, in characters. */
const MAX_ELEMENT = 400;

/** Returns a function that returns whether an offset is in the tag of an element. Call it with ascending offsets. */
function insideTags(text: string): (offset: number) => boolean {
  let done = 0;
  let open = Number.NEGATIVE_INFINITY;
  return (offset) => {
    const passed = text.slice(done, offset);
    const bracket = Math.max(passed.lastIndexOf('<'), passed.lastIndexOf('>'));
    if (bracket >= 0)
      open = /^<[A-Za-z]/.test(passed.slice(bracket, bracket + 2)) ? done + bracket : Number.NEGATIVE_INFINITY;
    done = offset;
    return offset - open <= MAX_ELEMENT;
  };
}

/** Returns a tag up to the end of its line or value. */
function writtenTag({ 0: tag, 1: attribute, 2: directive, index }: RegExpExecArray, text: string): string {
  if (attribute === undefined && directive === undefined) return tag;
  const [rest = ''] = /^(?:"[^"\n]{0,60}"?|[^"<>\n]{0,60})/.exec(text.slice(index + tag.length)) ?? [];
  return `${tag}${rest}`.trim();
}

/** Returns the source with spaces in place of its tags. */
function ownText({ source, nodes }: Template): string {
  let text = '';
  for (const { offset, text: own } of textsOf(nodes)) text += ' '.repeat(offset - text.length) + own;
  return text + ' '.repeat(source.length - text.length);
}

/** Yields the text nodes in the order of the source. */
function* textsOf(nodes: readonly TemplateNode[]): Generator<TextNode> {
  for (const node of nodes) {
    if (node.kind === 'text') yield node;
    else if (node.kind !== 'value' && node.kind !== 'assignment') yield* textsOf([...node.nodes, ...node.otherwise]);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns a function that returns whether an offset is in one of the ranges. Call it with ascending offsets. @param ranges in ascending order. */
function skipping(ranges: readonly Range[]): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((ranges[next]?.end ?? offset + 1) <= offset) next += 1;
    return (ranges[next]?.start ?? offset + 1) <= offset;
  };
}

const commentsOf = (css: string): Range[] =>
  [...css.matchAll(/\/\*[\s\S]*?(?:\*\/|$)/g)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));

/** Elements whose content is literal or for other programs. */
const LITERAL = new Set(['script', 'pre', 'code', 'textarea', 'kbd', 'samp', 'xmp', 'math', 'template', 'noscript']);

/** Returns the ranges of comments and literal elements. */
function literalsOf(html: string): Range[] {
  const ranges: { start: number; end: number }[] = [];
  let depth = 0;
  const tokenizer = htmlTokenizer(
    {
      onStartTag: ({ tagName, location, selfClosing }) => {
        tokenizer.state = CONTENTS.get(tagName) ?? tokenizer.state;
        if (!LITERAL.has(tagName) || selfClosing) return;
        if (depth === 0) ranges.push({ start: location?.endOffset ?? 0, end: html.length });
        depth += 1;
      },
      onEndTag: ({ tagName, location }) => {
        if (!LITERAL.has(tagName) || depth === 0) return;
        depth -= 1;
        const open = ranges.at(-1);
        if (depth === 0 && open) open.end = location?.startOffset ?? 0;
      },
      onComment: ({ location }) => {
        const start = location?.startOffset ?? 0;
        if (depth === 0 && !html.startsWith('<?', start)) ranges.push({ start, end: location?.endOffset ?? 0 });
      },
    },
    true,
  );
  tokenizer.write(html, true);
  return ranges;
}
