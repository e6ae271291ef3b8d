/** From a template's text to its tree. */
import { ServiceError } from '@toolpress/contract';
import { Positions } from './position.js';
import { spanOf } from './standalone.js';
import { type NamedTag, type Tag, tagsIn } from './tags.js';
import type { Template, TemplateNode } from './template.js';

/** More than any document needs; it also keeps filling, which goes down with the sections, off the end of the stack. */
export const MAX_SECTION_DEPTH = 100;

/** How much of a name an error message repeats. Characters. */
const MAX_NAME_IN_MESSAGE = 60;

/**
 * Parses a template: text with tags between double brackets, by the rules of Mustache.
 *
 * `[[path]]` is an escaped value, `[[&path]]` an unescaped one, `[[.]]` the current value, `[[#path]]…[[/path]]` a list or
 * condition, `[[^path]]…[[/path]]` its opposite, `[[! … ]]` a comment. Blanks inside the brackets do not matter. Of what a
 * path may look like see `Path`. Anything else between brackets stays as it is, to the letter.
 *
 * @param field what the text is called where it came from (`html`, `css`): error messages name it.
 * @throws ServiceError `template_invalid` for a section that is not closed, a closing tag that closes none or another one,
 * and sections nested more than 100 deep; each with the tag's line and column, from 1.
 */
export function compileTemplate(source: string, field?: string): Template {
  const tree = new TreeBuilder(source, field);
  let done = 0;
  for (const tag of tagsIn(source)) {
    const { start, end } = spanOf(source, tag);
    tree.addText(done, start);
    tree.addTag(tag);
    done = end;
  }
  tree.addText(done, source.length);
  return { source, nodes: tree.finish() };
}

interface OpenSection {
  readonly tag: NamedTag;
  readonly nodes: TemplateNode[];
}

class TreeBuilder {
  private readonly roots: TemplateNode[] = [];
  private readonly open: OpenSection[] = [];

  constructor(
    private readonly source: string,
    private readonly field: string | undefined,
  ) {}

  addText(start: number, end: number): void {
    if (start < end) this.add({ kind: 'text', text: this.source.slice(start, end), offset: start });
  }

  addTag(tag: Tag): void {
    if (tag.kind === 'section' || tag.kind === 'inverted') this.openSection(tag);
    else if (tag.kind === 'closing') this.closeSection(tag);
    else if (tag.kind !== 'comment') this.addValue(tag);
  }

  finish(): readonly TemplateNode[] {
    const section = this.open.at(-1);
    if (section) throw this.invalid(`${this.place(section.tag)} is never closed`);
    return this.roots;
  }

  private add(node: TemplateNode): void {
    (this.open.at(-1)?.nodes ?? this.roots).push(node);
  }

  private addValue(tag: NamedTag): void {
    const { name, path, start: offset } = tag;
    const written = this.source.slice(offset, tag.end);
    this.add({ kind: 'value', raw: tag.kind === 'raw', name, path, offset, written });
  }

  private openSection(tag: NamedTag): void {
    if (this.open.length === MAX_SECTION_DEPTH)
      throw this.invalid(`${this.place(tag)} is nested too deep; sections may be ${MAX_SECTION_DEPTH} deep at most`);
    this.open.push({ tag, nodes: [] });
  }

  private closeSection(closing: NamedTag): void {
    const section = this.open.pop();
    if (section === undefined) throw this.invalid(`${this.place(closing)} closes no section`);
    const { tag, nodes } = section;
    if (tag.name !== closing.name)
      throw this.invalid(`${this.place(closing)} stands where ${this.place(tag)} has to be closed first`);
    const { name, path, start: offset } = tag;
    this.add({ kind: 'section', inverted: tag.kind === 'inverted', name, path, offset, nodes });
  }

  /** The tag and where it is, as in "`[[#items]]` at line 3, column 5". */
  private place(tag: NamedTag): string {
    const { line, column } = new Positions(this.source).at(tag.start);
    const mark = { section: '#', inverted: '^', closing: '/', raw: '&', value: '' }[tag.kind];
    const name = tag.name.length > MAX_NAME_IN_MESSAGE ? `${tag.name.slice(0, MAX_NAME_IN_MESSAGE)}…` : tag.name;
    return `\`[[${mark}${name}]]\` at line ${line}, column ${column}`;
  }

  private invalid(fault: string): ServiceError {
    const where = this.field === undefined ? 'the template' : `\`${this.field}\``;
    return new ServiceError('template_invalid', `In ${where}, ${fault}.`);
  }
}
