/** Reads Gherkin: the subset that Gotenberg's scenarios use. */

export interface Step {
  text: string;
  /** The rows of a table. */
  rows: string[][];
  /** A text between lines of quotes. */
  doc: string | undefined;
}

export interface Scenario {
  name: string;
  steps: Step[];
}

const STEP = /^\s*(?:Given|When|Then|And|But)\s+(.*)$/;
const QUOTES = '"""';

export function scenariosOf(feature: string): Scenario[] {
  const scenarios: Scenario[] = [];
  let doc: { indent: number; lines: string[] } | undefined;
  for (const line of feature.split('\n')) {
    const step = scenarios.at(-1)?.steps.at(-1);
    const trimmed = line.trim();
    if (doc !== undefined) {
      if (trimmed === QUOTES && step !== undefined) {
        step.doc = doc.lines.join('\n');
        doc = undefined;
      } else doc.lines.push(line.slice(doc.indent));
    } else if (trimmed === QUOTES) doc = { indent: line.indexOf(QUOTES), lines: [] };
    else if (trimmed.startsWith('Scenario:'))
      scenarios.push({ name: trimmed.slice('Scenario:'.length).trim(), steps: [] });
    else if (trimmed.startsWith('|') && step !== undefined) step.rows.push(cellsOf(trimmed));
    else {
      const [, text] = STEP.exec(line) ?? [];
      if (text !== undefined) scenarios.at(-1)?.steps.push({ text, rows: [], doc: undefined });
    }
  }
  return scenarios;
}

/** Returns the cells of a row. A backslash escapes a bar, a backslash, and the n of a line break. */
const cellsOf = (row: string): string[] =>
  (row.slice(1, -1).match(/(?:\\.|[^|\\])+/g) ?? []).map((cell) =>
    cell
      .trim()
      .replace(/\\(.)/g, (given, letter: string) => (letter === 'n' ? '\n' : '|\\'.includes(letter) ? letter : given)),
  );
