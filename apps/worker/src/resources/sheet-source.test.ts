import type { OutboundRequest, OutboundResponse } from '@toolpress/outbound';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { jobContext } from '../testing/job-context.js';
import { JobSheets, SHEET_LIMITS, SheetSource, sheetsOf } from './sheet-source.js';

const A = 'https://cdn.example/a.css';
const CSS = { 'content-type': 'text/css' };

type Answer = Partial<Omit<OutboundResponse, 'body'>> & { body?: string | Buffer };

/** A client whose server answers as the test says. */
function sourceWith(answer: (request: OutboundRequest) => Answer) {
  const asked: OutboundRequest[] = [];
  const source = new SheetSource({
    async request(request) {
      asked.push(request);
      const { body = 'p {}', ...rest } = answer(request);
      return { status: 200, headers: CSS, url: request.url, ...rest, body: Buffer.from(body) };
    },
  });
  const jobSheets = (limitMs = 5_000) => new JobSheets({ sheets: source }, jobContext(), Date.now() + limitMs);
  const get = async (url = A) => {
    const sheets = jobSheets();
    if (!sheets.fresh([url]).has(url)) await sheets.fetch([url]);
    return sheetsOf(sheets.known)(url);
  };
  return { asked, get, jobSheets };
}

describe('Style sheets of others', () => {
  it('are fetched once and kept as long as their server allows', async () => {
    const { asked, get } = sourceWith(() => ({ headers: { ...CSS, 'cache-control': 'max-age=3600' } }));
    for (let time = 1; time <= 3; time++) expect(await get()).to.deep.equal({ text: 'p {}' });
    expect(asked).to.have.lengthOf(1);
  });

  it('are fetched again where their server forbids caching', async () => {
    for (const control of ['no-store', 'private, max-age=60', 'max-age=0']) {
      const { asked, get } = sourceWith(() => ({ headers: { ...CSS, 'cache-control': control } }));
      await get();
      await get();
      expect(asked, control).to.have.lengthOf(2);
    }
  });

  it('are requested again only if they have changed', async () => {
    const headers = { ...CSS, 'cache-control': 'no-cache', etag: '"1"' };
    const { asked, get } = sourceWith(({ headers: sent }) =>
      sent['if-none-match'] === '"1"' ? { status: 304, headers, body: '' } : { headers },
    );
    for (let time = 1; time <= 3; time++) expect(await get()).to.deep.equal({ text: 'p {}' });
    expect(asked.map((request) => request.headers['if-none-match'])).to.deep.equal([undefined, '"1"', '"1"']);
  });

  it('stay the same for a job, also when they change on their server', async () => {
    let version = 0;
    const { jobSheets } = sourceWith(() => ({
      headers: { ...CSS, 'cache-control': 'no-store' },
      body: `v${++version}`,
    }));
    const sheets = jobSheets();
    await sheets.fetch([A]);
    expect(sheets.known.get(A)).to.deep.equal({ text: 'v1' });
    expect(sheets.fresh([A]).get(A)).to.deep.equal({ text: 'v1' });
  });

  it('are read in the charset that they say, or their server', async () => {
    const latin = Buffer.from('p::before { content: "ü" }', 'latin1');
    for (const [type, body] of [
      ['text/css; charset=iso-8859-1', latin],
      ['text/css', Buffer.concat([Buffer.from('@charset "windows-1252";'), latin])],
      ['text/css', '\ufeffp::before { content: "ü" }'],
      ['text/css; charset=iso-8859-1', '\ufeffp::before { content: "ü" }'],
      ['text/css; charset=utf-8', Buffer.from('\ufeffp::before { content: "ü" }', 'utf16le')],
      ['text/css', Buffer.from('\ufeffp::before { content: "ü" }', 'utf16le').swap16()],
      ['text/css; charset=no-such-charset', 'p::before { content: "ü" }'],
    ] as const) {
      const content = await sourceWith(() => ({ headers: { 'content-type': type }, body })).get();
      expect(content, type)
        .to.have.property('text')
        .that.matches(/^(?:@charset "windows-1252";)?p::before \{ content: "ü" \}$/);
    }
  });

  it('are faults with a reason where they are missing', async () => {
    for (const [answer, fault] of [
      [{ status: 404 }, 'can’t be loaded: the server answered with status 404'],
      [
        { headers: { 'content-type': 'text/html; charset=utf-8' } },
        'can’t be loaded: what came is no CSS but `text/html`',
      ],
    ] as const) {
      expect(await sourceWith(() => answer).get()).to.deep.equal({ fault });
    }
  });

  it('are fetched up to a number; the others are faults', async () => {
    const { asked, jobSheets } = sourceWith(() => ({}));
    const sheets = jobSheets();
    const urls = Array.from({ length: SHEET_LIMITS.count + 5 }, (_, index) => `https://cdn.example/${index}.css`);
    await sheets.fetch(urls.slice(0, 15));
    await sheets.fetch(urls.slice(15));
    expect(asked).to.have.lengthOf(SHEET_LIMITS.count);
    expect(urls.filter((url) => 'fault' in (sheets.known.get(url) ?? {}))).to.have.lengthOf(5);
  });

  it('are used up to a size together, however they came; the others are faults', async () => {
    const body = 'p{}'.padEnd(SHEET_LIMITS.bytes);
    const { jobSheets } = sourceWith(() => ({ headers: { 'cache-control': 'max-age=60' }, body }));
    const urls = [1, 2, 3].map((index) => `https://cdn.example/${index}.css`);
    for (const sheets of [jobSheets(), jobSheets()]) {
      await sheets.fetch(urls.filter((url) => !sheets.fresh(urls).has(url)));
      const get = sheetsOf(sheets.known);
      for (let times = 1; times <= 2; times++) {
        expect(urls.map((url) => 'fault' in (get(url) ?? {}))).to.deep.equal([false, false, true]);
      }
    }
  });

  it('are an error when the job’s time is over', async () => {
    const { jobSheets } = sourceWith(() => ({}));
    const error = await jobSheets(-1)
      .fetch([A])
      .catch((failure: unknown) => failure);
    expect(error).to.include({ code: 'deadline_exceeded' });
  });
});
