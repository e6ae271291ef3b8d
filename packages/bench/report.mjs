/** A part of the report: shown at the terminal as it comes, and kept for `docs/benchmarks.md`. */
import { figures, table, text } from '../../scripts/lib/terminal/table.mjs';

export class Section {
  /** @type {string[]} */
  #markdown = [];

  /**
   * @param {string} title
   * @param {(line: string) => void} say
   */
  constructor(title, say) {
    this.say = say;
    say('');
    say(title);
    this.#markdown.push(`## ${title}`, '');
  }

  /** @param {string} paragraph */
  text(paragraph) {
    this.say('');
    this.say(paragraph);
    this.#markdown.push(paragraph, '');
  }

  /**
   * @param {readonly string[]} head
   * @param {readonly (readonly string[])[]} rows the first column is text, the others are figures
   */
  table(head, rows) {
    this.say('');
    for (const line of table(
      head.map((name, column) => (column === 0 ? text(name) : figures(name))),
      rows,
    ))
      this.say(line);
    const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
    this.#markdown.push(row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row), '');
  }

  /** Lines that are set already, such as another tool's. @param {readonly string[]} lines */
  verbatim(lines) {
    for (const line of lines) this.say(line);
    this.#markdown.push('```text', ...lines, '```', '');
  }

  markdown() {
    return this.#markdown.join('\n').trim();
  }
}
