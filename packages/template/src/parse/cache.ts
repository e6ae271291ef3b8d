/** Caches compiled templates. */
import { LRUCache } from 'lru-cache';
import { compileTemplate } from './compile.js';
import type { Template } from './template.js';

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
