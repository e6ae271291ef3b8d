/** Reports what the scripts of a document would have drawn or written. */
import type { Element, ParentNode } from '../html.js';
import type { Findings } from './findings.js';
import { ScriptLooks } from './script-looks.js';
import { ScriptScene } from './script-scene.js';
import { type ScriptKind, scriptKind } from './scripts.js';
import { WrittenElements } from './unfilled.js';
import { elementSubject, type Spans } from './violation.js';

interface ScriptNoticesOptions {
  readonly spans?: Spans | undefined;
  readonly findings: Findings;
  /** The sheet of the request, if it belongs to the document. */
  readonly css?: string;
}

export class ScriptNotices {
  /** Whether a script would have drawn formulas. */
  drawsFormulas = false;
  private readonly written = new WrittenElements();
  private readonly looks = new ScriptLooks();
  private known: ScriptScene | undefined;

  constructor(
    private readonly root: ParentNode,
    private readonly options: ScriptNoticesOptions,
  ) {}

  inspect(script: Element): void {
    const kind = scriptKind(script, () => this.scene);
    // A script that draws formulas may also write.
    if (kind === undefined || kind.hasWork) this.written.add(script);
    if (kind === undefined) {
      this.looks.add(script);
      return;
    }
    this.drawsFormulas ||= kind.draws === 'formulas';
    const fault = `is not run, so ${this.drawnBy(kind)} may be missing: ${kind.instead}`;
    this.notice(`script ${kind.draws}`, script, fault, kind.code);
  }

  private drawnBy({ draws, fills, marks }: ScriptKind): string {
    if (!fills || !marks) return draws;
    const targets = this.scene.targetsOf(marks);
    return targets.length === 0 ? draws : `${draws} of ${targets.map((name) => `\`${name}\``).join(', ')}`;
  }

  /** The elements for scripts, read once before the tree is changed. */
  private get scene(): ScriptScene {
    this.known ??= new ScriptScene(this.root);
    return this.known;
  }

  /** Reports what scripts would have changed, when the whole document has been inspected. */
  finish(): void {
    const { root } = this;
    const { css = '' } = this.options;
    const empty = this.written.firstEmpty(root);
    if (empty) this.notice(`element ${LEFT_EMPTY}`, empty, `is empty: ${LEFT_EMPTY}`);
    const [link, ...links] = this.written.emptyLinks(root, css);
    if (link) {
      const others =
        links.length === 0
          ? ''
          : `, as ${links.length === 1 ? 'is 1 more such link' : `are ${links.length} more such links`}`;
      const fault = `is empty${others}: ${TEXTS_LEFT_OUT}; ${SEND_SET}`;
      this.notice('script links', link, fault);
    }
    const look = this.looks.first(root, css);
    if (look) {
      const fault = `is not run, so ${look.name} that it sets is missing: ${SEND_SET}`;
      this.notice('script looks', look.script, fault);
    }
  }

  private notice(about: string, element: Element, fault: string, code: ScriptKind['code'] = 'script_not_run'): void {
    this.options.findings.notice(about, { code, subject: elementSubject(element, this.options.spans), fault });
  }
}

const LEFT_EMPTY = 'a script would have filled it, and scripts never run; send it filled, or fill it from `data`';
const TEXTS_LEFT_OUT = 'a script would have written their texts, and scripts never run';
const SEND_SET = 'send the HTML that the script produces';
