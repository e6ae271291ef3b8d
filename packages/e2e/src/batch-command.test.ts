import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { entriesOfZip } from './zip-reader.js';

const COMMAND = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));

describe('toolpress batch', () => {
  let service: SharedService;
  let folder: string;
  let token: string;
  before(async () => {
    service = await sharedService();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-batch-'));
    ({ token } = await service.createAccount('command'));
    await writeFile(join(folder, 'slip.html'), '<p>[[name]]: [[net | money: "EUR"]]');
  });
  after(() => rm(folder, { recursive: true }));

  async function batch(...args: string[]) {
    const { PATH = '', HOME = '', TOOLPRESS_TEST_RUN = '' } = process.env;
    const child = spawn(process.execPath, [COMMAND, 'batch', ...args], {
      env: { PATH, HOME, TOOLPRESS_TEST_RUN, TOOLPRESS_URL: service.url, API_TOKEN: token, TOOLPRESS_DATA: folder },
      cwd: folder,
    });
    child.stdin.end();
    const [said, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { said, stderr, code };
  }

  it('prints the rows of a CSV file, and saves the archive and the merged PDF beside it', async () => {
    await writeFile(join(folder, 'slips.csv'), 'data.name;data.net;filename\r\nAda;3120.50;Ada\r\nZoë;2980;Zoë\r\n');
    const { said, stderr, code } = await batch('slip.html', 'slips.csv', '--output', 'zip,merged', '--locale', 'de');
    expect(code, stderr).to.equal(0);
    expect(said).to.match(/^bat_\w+: 2 done, 0 failed\nslips\.zip: \d+ KiB\nslips\.pdf: \d+ KiB\n$/);
    const entries = entriesOfZip(await readFile(join(folder, 'slips.zip')));
    expect([...entries.keys()]).to.deep.equal(['Ada.pdf', 'Zoë.pdf']);
    expect(pdfText(await readFile(join(folder, 'slips.pdf')))).to.match(/Ada: 3\.120,50 €.*Zoë: 2\.980,00 €/s);
  });

  it('reports rows that fail, and files that it cannot read', async () => {
    await writeFile(join(folder, 'some.jsonl'), '{"name":"Ada","net":1}\n{"name":"Zoë","net":"much"}\n');
    const some = await batch('slip.html', 'some.jsonl', '--out', 'out.zip');
    expect(some.code).to.equal(1);
    expect(some.said).to.match(/1 done, 1 failed\nout\.zip: \d+ KiB\nrow 2: .*`money`/);
    for (const [rows, said] of [
      ['none.csv', "none.csv can't be read"],
      ['rows.xlsx', 'rows.xlsx must end with .csv, .tsv, .txt, .jsonl, .ndjson'],
    ] as const) {
      const refused = await batch('slip.html', rows);
      expect([refused.code, refused.said]).to.deep.equal([1, '']);
      expect(refused.stderr).to.include(said);
    }
  });
});
