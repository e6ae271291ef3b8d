/** Keeps the trees of templates that come again and again. */
import { compileTemplate } from './compile.js';
import type { Template } from './template.js';

export interface TemplateCacheOptions {
  /** A longer text is compiled and forgotten. Characters. */
  maxTemplateLength: number;
  /** All texts kept together; those not used for longest are dropped. Characters. */
  maxTotalLength: number;
}

/**
 * Texts are people's own and may be large, so few are kept: only those within the bounds, only those that have tags (a text
 * without any is a finished document, hardly seen twice), only in the memory of this process.
 */
export class TemplateCache {
  /** In the order of their last use, the latest last. */
  private readonly templates = new Map<string, Template>();
  private totalLength = 0;

  constructor(private readonly options: TemplateCacheOptions) {}

  /** See `compileTemplate`. A text that can't be compiled is not kept. */
  get(source: string, field?: string): Template {
    const template = this.take(source) ?? compileTemplate(source, field);
    if (this.isWorthKeeping(template)) this.keep(template);
    return template;
  }

  /** How many characters of templates are kept. */
  get size(): number {
    return this.totalLength;
  }

  private take(source: string): Template | undefined {
    if (source.length > this.options.maxTemplateLength) return undefined;
    const template = this.templates.get(source);
    if (template) this.drop(source);
    return template;
  }

  private isWorthKeeping({ source, nodes }: Template): boolean {
    return source.length <= this.options.maxTemplateLength && nodes.some((node) => node.kind !== 'text');
  }

  private keep(template: Template): void {
    this.templates.set(template.source, template);
    this.totalLength += template.source.length;
    for (const oldest of this.templates.keys()) {
      if (this.totalLength <= this.options.maxTotalLength) return;
      this.drop(oldest);
    }
  }

  private drop(source: string): void {
    this.templates.delete(source);
    this.totalLength -= source.length;
  }
}

const shared = new TemplateCache({ maxTemplateLength: 64 * 1024, maxTotalLength: 512 * 1024 });

/**
 * The template of a text: as `compileTemplate`, but remembered for the next time. Texts of up to 64 Ki characters are
 * remembered, 512 Ki in all, for as long as the process lives and no others take their place.
 */
export const templateFor = (source: string, field?: string): Template => shared.get(source, field);
