/** From a template and data to text. */
import { type Json, type JsonObject, ServiceError } from '@toolpress/contract';
import {
  type Path,
  type Position,
  Positions,
  type SectionNode,
  type Template,
  type TemplateNode,
  type TextNode,
  type ValueNode,
} from './template.js';

/** A tag that found no value: the path as it was written, and where it stands. */
export interface MissingTag extends Position {
  readonly tag: string;
}

export interface FillOptions {
  /**
   * What the text is: `html` (the default) escapes `& < > " '`; `css` escapes whatever could leave a declaration, in
   * `[[&path]]` too.
   */
  escape?: Escape;
  /** What errors call the text; `html` or `css` unless given. */
  field?: string;
  /** How long the filled text may get, characters; 20 MiB unless given. Nested sections multiply. */
  maxLength?: number;
  /** How much work filling may be: tags filled, list items visited, objects searched; 5 million unless given. */
  maxSteps?: number;
  /** Hears, once each, of the value tags for which the data has nothing or null. Sections may well have nothing. */
  onMissing?: (tag: MissingTag) => void;
}

const DEFAULT_MAX_LENGTH = 20 * 1024 * 1024;
const DEFAULT_MAX_STEPS = 5_000_000;

/**
 * Fills a template. What is inserted is not searched for tags again.
 *
 * Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; null and what is missing print
 * nothing. Only the data's own fields count, never inherited ones.
 *
 * @param data as the request carries it, nested no deeper than the contract's `MAX_JSON_DEPTH`.
 * @throws ServiceError `template_invalid` when a limit is reached, naming it.
 */
export function fillTemplate(template: Template, data: JsonObject | undefined, options: FillOptions = {}): string {
  return new Filling(template, data ?? null, options).run();
}

/** Hears of every piece of text as it is added to the filled text: the part of the template it is of, and its length. */
type PieceListener = (node: TextNode | ValueNode, length: number) => void;

/** Fills as `fillTemplate` does, to tell of what pieces the text is made. */
export function followFilling(
  template: Template,
  data: JsonObject | undefined,
  options: FillOptions,
  onPiece: PieceListener,
): void {
  new Filling(template, data ?? null, options, onPiece).run();
}

class Filling {
  private readonly parts: string[] = [];
  private length = 0;
  private steps = 0;
  private readonly context: Context;
  private readonly language: Escape;
  private readonly maxLength: number;
  private readonly maxSteps: number;
  private readonly reported = new Set<ValueNode>();
  private positions: Positions | undefined;

  constructor(
    private readonly template: Template,
    data: Json,
    private readonly options: FillOptions,
    private readonly onPiece?: PieceListener,
  ) {
    this.context = new Context(data, (steps) => this.spend(steps));
    this.language = options.escape ?? 'html';
    this.maxLength = options.maxLength ?? DEFAULT_MAX_LENGTH;
    this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  }

  run(): string {
    this.fill(this.template.nodes);
    return this.parts.join('');
  }

  private fill(nodes: readonly TemplateNode[]): void {
    for (const node of nodes) {
      this.spend(1);
      if (node.kind === 'text') this.print(node.text, node);
      else if (node.kind === 'value') this.fillValue(node);
      else this.fillSection(node);
    }
  }

  private fillValue(node: ValueNode): void {
    const value = this.context.find(node.path);
    if (value === undefined || value === null) this.reportMissing(node);
    const isTag = value !== undefined || node.path.certain;
    this.print(isTag ? this.escaped(node, textOf(value)) : node.written, node);
  }

  private escaped({ raw }: ValueNode, text: string): string {
    const escaping = ESCAPES[this.language];
    return raw ? escaping.raw(text) : escaping.value(text);
  }

  private fillSection({ path, inverted, nodes }: SectionNode): void {
    const items = itemsOf(this.context.find(path));
    if (!inverted) this.fillItems(items, nodes);
    else if (items.length === 0) this.fill(nodes);
  }

  private fillItems(items: readonly Json[], nodes: readonly TemplateNode[]): void {
    for (const item of items) {
      this.spend(1);
      this.context.push(item);
      this.fill(nodes);
      this.context.pop();
    }
  }

  private print(text: string, node: TextNode | ValueNode): void {
    this.onPiece?.(node, text.length);
    this.length += text.length;
    if (this.length > this.maxLength)
      throw this.overLimit(`would be longer than ${this.maxLength} characters when filled`);
    this.parts.push(text);
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.maxSteps)
      throw this.overLimit(`takes more than ${this.maxSteps} steps to fill; its sections repeat too often`);
  }

  private overLimit(fault: string): ServiceError {
    return new ServiceError('template_invalid', `\`${this.options.field ?? this.language}\` ${fault}.`);
  }

  private reportMissing(node: ValueNode): void {
    const { onMissing } = this.options;
    if (onMissing === undefined || this.reported.has(node)) return;
    this.reported.add(node);
    this.positions ??= new Positions(this.template.source);
    onMissing({ tag: node.name, ...this.positions.at(node.offset) });
  }
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * What a section is filled for. Mustache leaves to the host language what is true of a value that is no list
 * (`!!data`): in JavaScript `0` and the empty text are not, as in mustache.js.
 */
function itemsOf(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  return value ? [value] : [];
}

/** Where tags find their values: the data, and the items of the sections that are being filled. */

class Context {
  private readonly stack: Json[];

  constructor(
    data: Json,
    /** Told how many objects were asked, for searching has to stay within the bound on work too. */
    private readonly spend: (steps: number) => void,
  ) {
    this.stack = [data];
  }

  push(value: Json): void {
    this.stack.push(value);
  }

  pop(): void {
    this.stack.pop();
  }

  /**
   * Mustache: the first name is searched from the innermost section outwards, the others only in what the name before
   * led to.
   *
   * @returns undefined when there is nothing at the path.
   */
  find({ names, fromCurrent }: Path): Json | undefined {
    const [first, ...rest] = names;
    if (first === undefined) return this.stack.at(-1);
    let value = fromCurrent ? property(this.stack.at(-1), first) : this.search(first);
    for (const name of rest) value = property(value, name);
    this.spend(rest.length);
    return value;
  }

  private search(name: string): Json | undefined {
    for (let depth = this.stack.length - 1; depth >= 0; depth--) {
      const value = property(this.stack[depth], name);
      if (value === undefined) continue;
      this.spend(this.stack.length - depth);
      return value;
    }
    this.spend(this.stack.length);
    return undefined;
  }
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** What the data itself holds under a name: never anything inherited, nor the length of a list or a text. */
function property(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** How a value becomes text that can't be taken for anything but text, by the language it is put into. */

export type Escape = 'html' | 'css';

interface Escaping {
  /** For `[[path]]`. */
  value(text: string): string;
  /** For `[[&path]]`. */
  raw(text: string): string;
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Enough for text and for attributes between quotes. An attribute without quotes ends at a blank, which no escaping that
 * leaves text readable can change: templates put quotes around attributes.
 */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML[character] ?? character);

/**
 * Names, numbers, hexadecimal colours, lists and non-ASCII text pass; every other character becomes CSS's own escape
 * (`;` is `\3b `), which is part of a name or a string and never ends a declaration, opens a function or a comment. The
 * blank belongs to the escape: it keeps a digit that follows from being read into it.
 */
const escapeCss = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,%#\-+_\u0080-\uffff]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);

const ESCAPES: Readonly<Record<Escape, Escaping>> = {
  html: { value: escapeHtml, raw: (text) => text },
  // Unescaped text could leave its declaration, which values in CSS may never do.
  css: { value: escapeCss, raw: escapeCss },
};
