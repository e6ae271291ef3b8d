import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('Saved templates that change while they are printed', () => {
  let service: TestService;
  let other: { url: string };
  before(async () => {
    service = await TestService.start({ workers: 0 });
    other = await service.addGateway();
  });
  after(() => service.stop());

  const put = (content: string, token = service.token) =>
    service.call('/api/variables/slip', { method: 'PUT', token, body: { kind: 'html', content } });
  const textOf = async (url: string) => pdfText(Buffer.from(await (await fetch(url)).arrayBuffer())).trim();

  it('are of the version at acceptance in jobs and batches', async () => {
    const { token } = await service.createAccount('jobs');
    const call = (path: string, body?: object) => service.call(path, { token, ...(body && { body }) });
    await put('<p>one [[who]]', token);
    const input = { template: 'slip', data: { who: 'Ada' } };
    const rows = [{ who: 'Ada' }, { who: 'Bob' }, { who: 'Eve' }];
    const job = await call('/api/jobs', { tool: 'html-to-pdf', input });
    const batch = await call('/api/batches', {
      tool: 'html-to-pdf',
      input: { template: 'slip' },
      rows,
      output: 'merged',
    });
    const deferred = await service.call('/api/utilities/html-to-pdf', {
      token,
      body: input,
      headers: { prefer: 'respond-async' },
    });
    expect([job.status, batch.status, deferred.status]).to.deep.equal([202, 202, 202]);
    await put('<p>two [[who]]', token);
    await service.addWorker();
    const named = { name: 'slip', version: 1 };
    for (const { id } of [job.body.data, deferred.body.data]) {
      const { result } = (await service.ended(`/api/jobs/${id}`, token)).body.data;
      expect(result.template).to.deep.equal(named);
      expect(await textOf(result.download_url)).to.equal('one Ada');
    }
    const path = `/api/batches/${batch.body.data.id}`;
    const { result: merged } = (await service.ended(path, token)).body.data;
    expect((await textOf(merged.download_url)).split(/\s+/)).to.deep.equal(['one', 'Ada', 'one', 'Bob', 'one', 'Eve']);
    const { items } = (await call(`${path}/rows`)).body.data;
    for (const row of items) expect(row.result.template).to.deep.equal(named);
  });

  it('print each PDF from the version that its answer names, never an older one than was published before the call', async () => {
    const PUBLICATIONS = 10;
    const CLIENTS = 4;
    const content = (version: number) => `<p>v${version}</p><footer>[[var:slip-part]]</footer>`;
    await service.call('/api/variables/slip-part', { method: 'PUT', body: { kind: 'html', content: 'part' } });
    await put(content(1));
    let published = 1;
    let isOver = false;
    const publishing = async () => {
      while (published < PUBLICATIONS) {
        const { version } = (await put(content(published + 1))).body.data;
        expect(version).to.equal(published + 1);
        published = version;
        await client(service.url);
      }
      isOver = true;
    };
    const versions = new Set<number>();
    const client = async (url: string) => {
      const before = published;
      const response = await fetch(`${url}/api/utilities/html-to-pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ template: 'slip', header_html: '[[var:slip@1]]' }),
      });
      const { data } = (await response.json()) as {
        data: { pdf_base64: string; template: { name: string; version: number } };
      };
      const [header, body] = pdfText(Buffer.from(data.pdf_base64, 'base64')).match(/v\d+/g) ?? [];
      expect([header, body]).to.deep.equal(['v1', `v${data.template.version}`]);
      expect(data.template.version).to.be.at.least(before);
      versions.add(data.template.version);
    };
    const clients = Array.from({ length: CLIENTS }, async (_, index) => {
      while (!isOver) await client(index % 2 === 0 ? service.url : other.url);
    });
    await Promise.all([publishing(), ...clients]);
    for (let version = 2; version <= PUBLICATIONS; version++)
      expect(versions.has(version), `version ${version}`).to.equal(true);
  });
});
