/** Parses a template's text into its tree, and caches the tree. */
import { LRUCache } from 'lru-cache';
import { holdsPartials, partialsAmong } from './partials/places.js';
import { valuesInStyle } from './style-elements.js';
import { type Tag, tagsIn } from './tags.js';
import type { Template } from './template.js';
import { TreeBuilder } from './tree-builder.js';

/**
 * Parses a template: text with tags in double brackets, with the rules of Mustache and the blocks and expressions of
 * `docs/tools/templates.md`. Spaces inside the brackets are ignored. See `Path` for the syntax of paths. Other text in brackets
 * stays unchanged.
 *
 * @param field the request's field (`html`, `css`), for error messages.
 * @throws ServiceError `template_invalid` for an unclosed section, a closing tag that does not match, sections nested more than
 *   100 deep, and blocks with an invalid expression. The message has the tag's line and column. Faults of other tags are reported
 *   by filling, see `Template.faults`.
 */
export function compileTemplate(source: string, field?: string): Template {
  const tags = holdsPartials(source) ? [...tagsIn(source)] : tagsIn(source);
  const partials = Array.isArray(tags) ? partialsAmong(tags).map(({ begin }) => begin.start) : [];
  const tree = new TreeBuilder(source, field, new Set(partials));
  let done = 0;
  for (const tag of tags) {
    const { start, end } = spanOf(source, tag);
    tree.addText(done, start);
    tree.addTag(tag);
    done = end;
  }
  tree.addText(done, source.length);
  const nodes = tree.finish();
  return { source, nodes, inStyle: valuesInStyle({ source, nodes }), faults: tree.faults };
}

/** Tags that print something. A line with such a tag is kept. */
const PRINTED: readonly Tag['kind'][] = ['value', 'raw', 'expression', 'rawExpression', 'partial'];

/** Returns the range that the tag replaces: the whole line if the tag prints nothing and is alone on it, as in Mustache. */
function spanOf(source: string, tag: Tag): { start: number; end: number } {
  if (PRINTED.includes(tag.kind)) return tag;
  const start = lineStart(source, tag.start);
  const end = lineEnd(source, tag.end);
  return start === undefined || end === undefined ? tag : { start, end };
}

/** Returns the start of the line if only spaces precede the offset. */
function lineStart(source: string, offset: number): number | undefined {
  let start = offset;
  while (isBlank(source[start - 1])) start--;
  return start === 0 || source[start - 1] === '\n' ? start : undefined;
}

/** Returns the start of the next line if only spaces follow the offset. */
function lineEnd(source: string, offset: number): number | undefined {
  let end = offset;
  while (isBlank(source[end])) end++;
  if (end === source.length) return end;
  if (source.startsWith('\r\n', end)) return end + 2;
  return source[end] === '\n' ? end + 1 : undefined;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Caches compiled templates by their text, in memory. Keeps only texts with tags and within the length limit: a text without tags
 * is a finished document, which is hardly sent twice.
 */
export class TemplateCache {
  private readonly templates: LRUCache<string, Template>;

  /**
   * @param options.maxTemplateLength the largest length of a text that is kept, in characters.
   * @param options.maxTotalLength the largest total length of the texts, in characters. The least recently used texts are dropped first.
   */
  constructor(private readonly options: { maxTemplateLength: number; maxTotalLength: number }) {
    const sizeCalculation = ({ source }: Template): number => source.length;
    this.templates = new LRUCache({ maxSize: options.maxTotalLength, sizeCalculation });
  }

  /** Returns the compiled template, from the cache or by `compileTemplate`. A text with errors is not kept. */
  get(source: string, field?: string): Template {
    if (source.length > this.options.maxTemplateLength) return compileTemplate(source, field);
    const known = this.templates.get(source);
    if (known !== undefined) return known;
    const template = compileTemplate(source, field);
    if (template.nodes.some((node) => node.kind !== 'text')) this.templates.set(source, template);
    return template;
  }

  /** The total length of the kept templates, in characters. */
  get size(): number {
    return this.templates.calculatedSize;
  }
}

const shared = new TemplateCache({ maxTemplateLength: 64 * 1024, maxTotalLength: 512 * 1024 });

/** Works like `compileTemplate`, with a cache for this process: texts of up to 64 Ki characters, 512 Ki in total. */
export const templateFor = (source: string, field?: string): Template => shared.get(source, field);
