/** The page tree of a file of any number of pages (ISO 32000-1, 7.7.3), written as they come. */
import type { PdfStream } from './pdf-stream.js';

/** How many pages have a node together. */
const PAGES_OF_NODE = 250;

export class PageTree {
  count = 0;
  private readonly root: number;
  private readonly nodes: number[] = [];
  private node = 0;
  private kids: number[] = [];

  constructor(private readonly output: PdfStream) {
    this.root = output.reserve();
  }

  /** Adds a page. @returns the node that is its parent. */
  async add(page: number): Promise<number> {
    if (this.kids.length === PAGES_OF_NODE) await this.writeNode();
    if (this.kids.length === 0) this.node = this.output.reserve();
    this.kids.push(page);
    this.count += 1;
    return this.node;
  }

  /** @returns the tree. */
  async end(): Promise<number> {
    await this.writeNode();
    await this.output.write(this.root, `<</Type /Pages\n/Kids ${list(this.nodes)}\n/Count ${this.count}>>`);
    return this.root;
  }

  private async writeNode(): Promise<void> {
    const { kids, node, root } = this;
    this.nodes.push(node);
    this.kids = [];
    await this.output.write(node, `<</Type /Pages\n/Parent ${root} 0 R\n/Kids ${list(kids)}\n/Count ${kids.length}>>`);
  }
}

const list = (objects: readonly number[]): string => `[${objects.map((object) => `${object} 0 R`).join(' ')}]`;
