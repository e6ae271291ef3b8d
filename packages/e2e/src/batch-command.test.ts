import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PROVIDER_TOKEN, type ProviderDouble, pdfText, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { entriesOfZip } from './zip-reader.js';

const COMMAND = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));

describe('toolpress batch', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let folder: string;
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({ env: { TABLEBASE_API_URL: provider.apiUrl } });
    await service.call('/api/connections/sales', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    folder = await mkdtemp(join(tmpdir(), 'toolpress-batch-'));
    await writeFile(join(folder, 'slip.html'), '<p>[[name]]: [[net | money: "EUR"]]');
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
    await rm(folder, { recursive: true });
  });

  async function batch(...args: string[]) {
    const { PATH = '', HOME = '', TOOLPRESS_TEST_RUN = '' } = process.env;
    const child = spawn(process.execPath, [COMMAND, 'batch', ...args], {
      env: {
        ...{ PATH, HOME, TOOLPRESS_TEST_RUN, TOOLPRESS_DATA: folder },
        ...{ TOOLPRESS_URL: service.url, API_TOKEN: service.token },
      },
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

  it('prints a row for each record that a JSON file names', async () => {
    const table = { base_id: 'appData1', table_id: 'Orders', _connections: { tablebase: 'sales' } };
    await writeFile(join(folder, 'orders.json'), JSON.stringify({ ...table, record_ids: ['recSample', 'recSample'] }));
    await writeFile(join(folder, 'order.html'), '<p>[[Name]]');
    const { said, stderr, code } = await batch('order.html', 'orders.json', '--output', 'merged');
    expect(code, stderr).to.equal(0);
    expect(said).to.match(/: 2 done, 0 failed\norders\.pdf: \d+ KiB\n$/);
    expect(pdfText(await readFile(join(folder, 'orders.pdf')))).to.match(/Müller & Söhne.*Müller & Söhne/s);
  });

  it('merges rows that have passwords, with the password of a file', async () => {
    await writeFile(
      join(folder, 'secret.csv'),
      'data.name;data.net;protect.user_password\nAda;1;first\nZoë;2;second\n',
    );
    await writeFile(join(folder, 'password'), 'office\n');
    const args = ['slip.html', 'secret.csv', '--output', 'merged', '--merged-password-file', 'password'];
    const { said, stderr, code } = await batch(...args);
    expect(code, stderr).to.equal(0);
    expect(said).to.match(/2 done, 0 failed\nsecret\.pdf: \d+ KiB\n$/);
    expect(pdfText(await readFile(join(folder, 'secret.pdf')), 'office')).to.match(/Ada.*Zoë/s);
    const open = await batch(...args.slice(0, 4));
    expect([open.code, open.said]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && /row 1: .*beside `output`/.test(said),
    );
  });

  it('reports rows that fail, and files that it cannot read', async () => {
    await writeFile(join(folder, 'some.jsonl'), '{"name":"Ada","net":1}\n{"name":"Zoë","net":"much"}\n');
    const some = await batch('slip.html', 'some.jsonl', '--out', 'out.zip');
    expect(some.code).to.equal(1);
    expect(some.said).to.match(/1 done, 1 failed\nout\.zip: \d+ KiB\nrow 2: .*`money`/);
    await writeFile(join(folder, 'broken.json'), '{"table_id": ');
    await writeFile(join(folder, 'slip.json'), '{"table_id": "Orders"}');
    for (const [rows, said] of [
      ['none.csv', "none.csv can't be read"],
      ['rows.xlsx', 'rows.xlsx must end with .csv, .tsv, .txt, .jsonl, .ndjson, .json'],
      ['broken.json', 'broken.json is not valid JSON'],
      ['slip.json', '`rows_from'],
    ] as const) {
      const refused = await batch('slip.html', rows);
      expect([refused.code, refused.said]).to.deep.equal([1, '']);
      expect(refused.stderr).to.include(said);
    }
    await writeFile(join(folder, 'password'), Buffer.from('büro', 'latin1'));
    const { stderr } = await batch('slip.html', 'some.jsonl', '--merged-password-file', 'password');
    expect(stderr).to.include('password is not UTF-8');
  });
});
