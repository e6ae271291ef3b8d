/** The official inspector, by its commands. It needs Node.js 22.19; `TOOLPRESS_INSPECTOR` names a folder that has it with a newer Node.js. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { run } from './clients/surroundings.js';
import { areInstalled } from './installed.js';
import { nodeOf } from './records/program.js';

const OWN = fileURLToPath(new URL('../inspector/', import.meta.url));
const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

function inspectorFolder(): string | undefined {
  const named = process.env['TOOLPRESS_INSPECTOR'];
  if (named !== undefined) return named;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 19);
  return isNewEnough && areInstalled(OWN) ? OWN : undefined;
}

describe('The inspector of the Model Context Protocol', function () {
  this.timeout(120_000);
  let service: SharedService;
  let folder = '';
  before(async function () {
    const found = inspectorFolder();
    if (found === undefined) this.skip();
    folder = found;
    service = await sharedService();
    const body = { kind: 'html', content: '<h1>[[number]]</h1>' };
    await service.call('/api/variables/inspected', { method: 'PUT', body });
  });

  /** Calls a method, and returns the result that the inspector prints. */
  const inspect = async (method: string, ...args: string[]): Promise<Record<string, unknown>> => {
    const target = [`${service.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${service.token}`];
    const command = [join(folder, PROGRAM), '--cli', ...target, '--method', method, ...args];
    const printed = await run(nodeOf(folder), command, { env: { HOME: folder } });
    return JSON.parse(printed.slice(printed.indexOf('{')));
  };
  const namesIn = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

  it('has no complaint about the tools, and calls one', async () => {
    const { tools } = await inspect('tools/list', '--strict');
    expect(namesIn(tools)).to.include.members(['html_to_pdf', 'check_template', 'get_job']);
    const args = ['--tool-name', 'html_to_pdf', '--tool-arg', 'html=<p>Inspected', 'return=link'];
    const { structuredContent, content } = await inspect('tools/call', ...args);
    expect(structuredContent).to.include({ page_count: 1 });
    expect((content as { type: string }[]).map(({ type }) => type)).to.deep.equal(['text', 'resource_link']);
    const failed = await inspect('tools/call', '--tool-name', 'html_to_pdf', '--tool-arg', 'margin=wide').catch(
      (error: Error) => ({ isError: true, content: error.message }),
    );
    expect(failed).to.have.property('isError', true);
    expect(JSON.stringify(failed)).to.include('invalid_parameter');
  });

  it('lists and reads resources', async () => {
    const { resources } = await inspect('resources/list');
    expect(namesIn(resources)).to.include('inspected');
    const { resourceTemplates } = await inspect('resources/templates/list');
    expect(namesIn(resourceTemplates)).to.deep.equal(['saved-template', 'data-of-template']);
    const { contents } = await inspect('resources/read', '--uri', 'toolpress://templates/inspected');
    expect(contents).to.have.nested.property('0.text', '<h1>[[number]]</h1>');
  });

  it('lists the prompts', async () => {
    expect(namesIn((await inspect('prompts/list'))['prompts'])).to.deep.equal(['make_template']);
  });
});
