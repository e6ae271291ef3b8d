/**
 * Everything that a content stream draws is part of the document, in a marked-content sequence with an identifier (`MCID`), or an artifact
 * (ISO 32000-1, 14.8.2.2; ISO 14289-1, 7.1). Chromium does not mark backgrounds, borders and shadows. This module makes them artifacts.
 */
import { eachOperation, type Operation, operandsOf, type Patch } from '@toolpress/pdf/edit';
import { RepeatedTexts, SHOWING, type TextObject, type TextReading } from './repeated-texts.js';

/** The kind of sequence in which something is drawn. What is in none becomes an artifact. */
export type Surroundings = 'none' | 'tagged' | 'artifact';

/**
 * How an XObject is drawn: as a part of its surroundings; with the marks that it has itself; or as a part of its surroundings under
 * another name, which is that of a copy without marks.
 */
export type Drawn = 'piece' | 'marked' | { name: string };

const PAINTING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's']);

/** The begin and end of a run in its stream. */
interface Run {
  start: number;
  end: number;
}

/** What is known of the stream's page or form. */
export interface StreamOwner extends TextReading {
  /** @returns how the XObject with this name is drawn. */
  draw(name: string, within: Surroundings): Drawn;
  /** @returns a new identifier for the rest of the part with this identifier. */
  split(mcid: number): number;
}

/**
 * @param surroundings of the whole stream.
 * @returns the changes to the stream.
 */
export function artifactsIn(bytes: Buffer, surroundings: Surroundings, owner: StreamOwner): Patch[] {
  const marker = new Marker(bytes, surroundings, owner);
  eachOperation(bytes, (operation) => {
    const { operator, start, at } = operation;
    if (operator === 'Do') {
      const name = operandsOf(bytes, operation).trim().slice(1);
      const drawn = owner.draw(name, marker.within);
      if (drawn === 'marked') marker.close();
      else marker.draw(operation);
      if (typeof drawn === 'object') marker.patches.push({ start, end: at, text: `/${drawn.name} ` });
    } else if (operator === 'BDC' || operator === 'BMC') marker.begin(operation, operandsOf(bytes, operation));
    else marker.see(operation);
  });
  return marker.finished();
}

/** @returns the changes that remove all marks from a stream, except layers and the texts of glyphs. */
export function marksIn(bytes: Buffer): Patch[] {
  const patches: Patch[] = [];
  const open: boolean[] = [];
  eachOperation(bytes, (operation) => {
    const { operator, start, end } = operation;
    const begins = operator === 'BDC' || operator === 'BMC';
    if (begins) open.push(kindOf(operandsOf(bytes, operation)) !== 'none');
    if (begins ? open.at(-1) : operator === 'EMC' && open.pop() !== false) patches.push({ start, end, text: '' });
  });
  return patches;
}

/** @returns the kind of a sequence, or `none` for a sequence such as `/Span` with a text only. */
function kindOf(operands: string): Surroundings {
  if (/^\s*\/Artifact\b/.test(operands)) return 'artifact';
  return /\/MCID\b/.test(operands) ? 'tagged' : 'none';
}

/** A part of the document, which has an identifier. */
interface Part {
  readonly mcid: number;
  /** Whether Chromium has marked it as text only. */
  isText: boolean;
  /** The number of sequences around it. */
  depth: number;
  readonly texts: RepeatedTexts;
  hasText: boolean;
  /** Texts at its end that are drawn again. */
  repeated: Run | undefined;
  /** Where the first XObject after its last text is drawn, or -1. */
  picture: number;
}

const OF_TEXT = /^\s*\/NonStruct\b/;
const MCID = /\/MCID\s+(\d+)/;

/** Ends a part and begins an artifact without a text, for readers that ignore tags. `gapsIn` takes other artifacts for generated texts. */
const AGAIN = 'EMC\n/Artifact <</Type /Layout>> BDC\n/Span <</ActualText <FEFF>>> BDC\n';

interface OpenText extends Pick<TextObject, 'start' | 'matrix'> {
  origin: Operation | undefined;
  offset: Operation | undefined;
  font: Operation | undefined;
  readonly outer: Run | undefined;
  isMarked: boolean;
  readonly part: Part | undefined;
  isShown: boolean;
}

/** Reads a stream and joins what is drawn without marks to runs. */
class Marker {
  readonly patches: Patch[] = [];
  /** The kinds of the open sequences. */
  private readonly open: Surroundings[] = [];
  private run: Run | undefined;
  /** Where the current path begins, or -1. A path cannot contain marks. */
  private path = -1;
  /** Where the outermost open sequence of kind `none` begins, or -1. */
  private sequence = -1;
  /** The current text object. Sequences begin and end in it, or contain it. */
  private text: OpenText | undefined;

  /** The open sequence that is part of the document. */
  private part: Part | undefined;

  /** The last `cm`, and those to return to. Skia writes each matrix as a whole in its own `q`. */
  private matrix: Operation | undefined;
  private readonly matrices: (Operation | undefined)[] = [];

  constructor(
    private readonly bytes: Buffer,
    private readonly surroundings: Surroundings,
    private readonly owner: StreamOwner,
  ) {}

  get within(): Surroundings {
    return this.open.at(-1) ?? this.surroundings;
  }

  begin({ start }: Operation, operands: string): void {
    const { within } = this;
    const kind = kindOf(operands);
    if (within === 'none' && kind === 'tagged')
      this.part = {
        mcid: Number(MCID.exec(operands)?.[1]),
        isText: OF_TEXT.test(operands),
        depth: this.open.length,
        texts: new RepeatedTexts(this.bytes, this.owner),
        hasText: false,
        repeated: undefined,
        picture: -1,
      };
    if (within === 'none' && kind !== 'none') this.close();
    else if (within === 'none' && this.sequence < 0) this.sequence = start;
    this.open.push(within === 'none' ? kind : within);
  }

  see(operation: Operation): void {
    const { operator, start, end } = operation;
    if (operator === 'q') this.matrices.push(this.matrix);
    else if (operator === 'Q') this.matrix = this.matrices.pop();
    else if (operator === 'cm') this.matrix = operation;
    else if (operator === 'm' || operator === 're') this.path = this.path < 0 ? start : this.path;
    else if (PAINTING.has(operator)) this.paint(operation);
    else if (operator === 'n') this.path = -1;
    else if (SHOWING.has(operator)) this.show(operation);
    else if (operator === 'sh' || operator === 'EI') this.paint(operation);
    else if (operator === 'Tm' || operator === 'Td' || operator === 'Tf') this.place(operation);
    else if (operator === 'BT') this.beginText(start);
    else if (operator === 'ET') this.endText(end);
    else if (operator === 'EMC') this.end(end);
  }

  /** Handles an operator that draws. */
  paint({ start, end }: Operation): void {
    if (this.within === 'none') {
      const begin = [start, this.path, this.sequence].filter((one) => one >= 0);
      this.run ??= { start: Math.min(...begin), end };
      this.run.end = end;
    }
    this.path = -1;
  }

  private show(operation: Operation): void {
    if (this.text) this.text.isShown = true;
    this.paint(operation);
  }

  /** Handles the place or font of a text. */
  private place(operation: Operation): void {
    const { text } = this;
    if (!text || text.isShown) return;
    if (operation.operator === 'Tm') text.origin ??= operation;
    else if (operation.operator === 'Tf') text.font ??= operation;
    else text.offset ??= operation;
  }

  /** Handles an XObject. One after a text belongs to something else, such as a decorative image. */
  draw(operation: Operation): void {
    const { part } = this;
    if (part?.hasText && this.within === 'tagged' && part.picture < 0) part.picture = operation.start;
    this.paint(operation);
  }

  /** Ends the run: what is drawn next has marks. */
  close(): void {
    const { text } = this;
    if (text && !text.isMarked) {
      // What has no marks before and in the text object cannot be one run.
      text.isMarked = true;
      this.enclose(text.outer);
    }
    this.enclose(this.run);
    this.run = undefined;
  }

  finished(): Patch[] {
    this.enclose(this.run);
    return this.patches;
  }

  private beginText(start: number): void {
    this.text = {
      start,
      matrix: this.matrix,
      outer: this.run,
      isMarked: false,
      part: this.part,
      origin: undefined,
      offset: undefined,
      font: undefined,
      isShown: false,
    };
    this.run = undefined;
  }

  private endText(end: number): void {
    const { text, run } = this;
    this.text = undefined;
    if (!text) return;
    if (text.part && text.part === this.part && this.open.length === text.part.depth + 1)
      this.handleText({ ...text, end }, text.part);
    else if (text.part && text.part === this.part) this.endRepeated(text.part);
    if (text.isMarked) {
      this.enclose(run);
      this.run = undefined;
    } else if (run) this.run = { start: text.outer?.start ?? Math.min(text.start, run.start), end };
    else this.run = text.outer;
  }

  /** Handles a text. What is drawn again, such as a shadow, must be read once only. */
  private handleText(text: TextObject, part: Part): void {
    part.picture = -1;
    part.hasText = true;
    const { start, end } = text;
    if (!part.texts.take(text)) this.endRepeated(part);
    else if (part.repeated) part.repeated.end = end;
    else part.repeated = { start, end };
  }

  /** Makes an artifact of texts that are drawn again, and begins a new part behind them. */
  private endRepeated(part: Part): void {
    const { repeated, mcid } = part;
    if (!repeated) return;
    part.repeated = undefined;
    this.leaveOut(repeated, `EMC\n/NonStruct <</MCID ${this.owner.split(mcid)}>> BDC\n`);
  }

  private endPart({ isText, picture, repeated }: Part): void {
    this.part = undefined;
    if (repeated) this.leaveOut(repeated);
    if (isText && picture >= 0) this.patches.push({ start: picture, end: picture, text: 'EMC\n/Artifact BMC\n' });
  }

  private leaveOut({ start, end }: Run, next = ''): void {
    this.patches.push({ start, end: start, text: AGAIN }, { start: end, end, text: `\nEMC\n${next}` });
  }

  private end(end: number): void {
    this.open.pop();
    if (this.part?.depth === this.open.length) this.endPart(this.part);
    if (this.sequence < 0 || this.open.includes('none')) return;
    if (this.run && this.run.end > this.sequence) this.run.end = end;
    this.sequence = -1;
  }

  private enclose(run: Run | undefined): void {
    if (!run) return;
    this.patches.push({ start: run.start, end: run.start, text: '/Artifact BMC\n' });
    this.patches.push({ start: run.end, end: run.end, text: '\nEMC\n' });
  }
}
