/** Templates that are compiled once. */
import { LRUCache } from 'lru-cache';
import { compileTemplate } from './compile.js';
import type { Template } from './template.js';

/**
 * Compiled templates by their text. Texts hold callers' data and may be large, so only those within the bounds and with tags (a
 * text without tags is a finished document, hardly seen twice) are kept, in memory.
 */
export class TemplateCache {
  private readonly templates: LRUCache<string, Template>;

  /**
   * @param options.maxTemplateLength a longer text is not kept. Characters.
   * @param options.maxTotalLength of all texts kept; the least recently used are dropped. Characters.
   */
  constructor(private readonly options: { maxTemplateLength: number; maxTotalLength: number }) {
    const sizeCalculation = ({ source }: Template): number => source.length;
    this.templates = new LRUCache({ maxSize: options.maxTotalLength, sizeCalculation });
  }

  /** See `compileTemplate`. A text that can't be compiled is not kept. */
  get(source: string, field?: string): Template {
    if (source.length > this.options.maxTemplateLength) return compileTemplate(source, field);
    const known = this.templates.get(source);
    if (known !== undefined) return known;
    const template = compileTemplate(source, field);
    if (template.nodes.some((node) => node.kind !== 'text')) this.templates.set(source, template);
    return template;
  }

  /** The length of the templates kept, characters. */
  get size(): number {
    return this.templates.calculatedSize;
  }
}

const shared = new TemplateCache({ maxTemplateLength: 64 * 1024, maxTotalLength: 512 * 1024 });

/** As `compileTemplate`, cached in this process: texts of up to 64 Ki characters, 512 Ki in all. */
export const templateFor = (source: string, field?: string): Template => shared.get(source, field);
