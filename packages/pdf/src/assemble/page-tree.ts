/** The page tree of a file with any number of pages (ISO 32000-1, 7.7.3), written page by page. */
import { type ObjectWriter, runAsync } from '../file/pack.js';

/** The number of pages of a node. */
const PAGES_OF_NODE = 250;

export class PageTree {
  count = 0;
  private readonly root: number;
  private readonly nodes: number[] = [];
  private node = 0;
  private kids: number[] = [];

  constructor(private readonly output: ObjectWriter) {
    this.root = output.reserve();
  }

  /** Adds a page. @returns the number of its parent. */
  async add(page: number): Promise<number> {
    if (this.kids.length === PAGES_OF_NODE) await this.writeNode();
    if (this.kids.length === 0) this.node = this.output.reserve();
    this.kids.push(page);
    this.count += 1;
    return this.node;
  }

  /** @returns the number of the root. */
  async end(): Promise<number> {
    await this.writeNode();
    await runAsync(this.output.write(this.root, `<</Type /Pages\n/Kids ${list(this.nodes)}\n/Count ${this.count}>>`));
    return this.root;
  }

  private async writeNode(): Promise<void> {
    const { kids, node, root } = this;
    this.nodes.push(node);
    this.kids = [];
    const text = `<</Type /Pages\n/Parent ${root} 0 R\n/Kids ${list(kids)}\n/Count ${kids.length}>>`;
    await runAsync(this.output.write(node, text));
  }
}

const list = (objects: readonly number[]): string => `[${objects.map((object) => `${object} 0 R`).join(' ')}]`;
