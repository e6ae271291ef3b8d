/** A stand-in for n8n: the node runs with it in a separate process. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../examples/blocks.js';

const NODE = join(ROOT, 'packages/n8n-nodes-toolpress/dist/nodes/Toolpress');
const N8N =
  'exports.NodeOperationError = exports.NodeApiError = class extends Error { constructor(_, message, more) { super(more?.message ?? message); } };';

export class N8nStandIn {
  private readonly folder = mkdtempSync(join(tmpdir(), 'toolpress-n8n-stub-'));

  constructor() {
    mkdirSync(join(this.folder, 'n8n-workflow'));
    writeFileSync(join(this.folder, 'n8n-workflow/index.js'), N8N);
  }

  /** @param part a file of the node, which `require` of the program gets. @returns what the program writes. */
  async run(program: string, part: string, ...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, join(NODE, part), ...args], {
      env: { NODE_PATH: this.folder },
      encoding: 'utf8',
    });
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
