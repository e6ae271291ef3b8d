import { randomBytes } from 'node:crypto';
import { type PdfRequest, RawJson, RenderJob, type Sealed, ServiceError, validate } from '@toolpress/contract';
import { PayloadOpener, PayloadSealer } from '@toolpress/queue';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import type { Variables } from '../../accounts/variables/variables.js';
import { LargeBodies } from '../../api/large-bodies.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import { renderJob } from './render-job.js';

const variables = {
  contents: async () => new Map([['sign', '<b>Ann</b>']]),
  explain: async (_account: string, { message }: { message: string }) => new ServiceError('variable_unknown', message),
};

/** Where the gateway keeps the key that workers open secrets with. */
const keys = new Map<string, Buffer>();
const store = {
  keep: async (name: string, bytes: Uint8Array) => void keys.set(name, Buffer.from(bytes)),
  readKept: async (name: string) => keys.get(name),
};

const CALL = {
  sealer: new PayloadSealer(randomBytes(32), store),
  accountId: 'account',
  requestId: 'request',
  memory: new MemoryBudget(1_000).share('account'),
  signal: new AbortController().signal,
};

/** An account without stored files. */
const NO_FILES = {
  read: async (): Promise<Buffer> => {
    throw new ServiceError('file_unknown', 'There is no file.');
  },
};

describe('The job of a request', () => {
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());
  const jobOf = (saved: Pick<Variables, 'contents' | 'explain'>, request: PdfRequest, call: typeof CALL) =>
    renderJob({ variables: saved, largeBodies, files: NO_FILES }, request, call);

  it('holds only what the request uses, so that older workers understand it', async () => {
    const job = await jobOf(variables, { html: 'x' }, CALL);
    expect(job).to.deep.equal({ requestId: 'request', html: 'x', orientation: 'portrait' });
  });

  it('has `html` and `css` as they are with `tags: false`, and variables elsewhere', async () => {
    const texts = { html: '[[var:sign]] [[> sign]] x[[i]]', css: '/* [[var:sign]] */' };
    const job = await jobOf(variables, { ...texts, tags: false, footer_html: '[[var:sign]]' }, CALL);
    expect(job).to.include({ ...texts, tags: false, footerHtml: '<b>Ann</b>' });
  });

  it('is complete although requests that hold records wait for memory', async () => {
    const MIB = 2 ** 20;
    const budget = new MemoryBudget(8 * MIB, 1_000); // 2 MiB of it for variables
    const contents: Variables['contents'] = async (_caller, _wanted, _room, hold) => {
      await hold(MIB);
      return new Map([['sign', '<b>Ann</b>']]);
    };
    const shares = ['one', 'two'].map((account) => budget.share(account));
    for (const share of shares) await share.variables.take(MIB); // the record
    const jobs = shares.map((memory) =>
      jobOf({ ...variables, contents }, { html: '[[var:sign]]' }, { ...CALL, memory }).finally(() => memory.release()),
    );
    expect((await Promise.all(jobs)).map(({ html }) => html)).to.deep.equal(['<b>Ann</b>', '<b>Ann</b>']);
  });

  it('has one version of a variable in all of its fields, and reads it once', async () => {
    const asked: string[][] = [];
    const contents: Variables['contents'] = async (_caller, wanted) => {
      asked.push([...wanted.keys()]);
      await new Promise((resolve) => setImmediate(resolve));
      return new Map(
        [...wanted.keys()].map((name) => [name, name === 'both' ? '[[var:sign]]!' : `read ${asked.length}`]),
      );
    };
    const fields = {
      header_html: '[[var:sign]]',
      footer_html: '[[var:both]]',
      watermark_html: '[[var:sign]] [[var:other]]',
    };
    const job = await jobOf({ ...variables, contents }, { html: '[[var:sign]]', ...fields }, CALL);
    expect(asked).to.deep.equal([['sign'], ['both'], ['other']]);
    const [sign, both, mark] = [job.headerHtml, job.footerHtml, job.watermarkHtml as { html: string }];
    expect([job.html, sign, both]).to.deep.equal(['read 3', 'read 3', 'read 3!']);
    expect(mark.html).to.equal('read 3 read 3');
    const large = async (): ReturnType<Variables['contents']> => new Map([['sign', 'x'.repeat(200 * 1024)]]);
    const twice = { html: '[[var:sign]]', header_html: '[[var:sign]]', footer_html: '[[var:sign]][[var:sign]]' };
    const refused = await jobOf({ ...variables, contents: large }, twice, CALL).catch((error: Error) => error.message);
    expect(refused).to.include('`footer_html` is over the limit of 256 KiB');
    const failing = async (): ReturnType<Variables['contents']> => Promise.reject(new Error('no Redis'));
    expect(await jobOf({ ...variables, contents: failing }, twice, CALL).catch(String)).to.equal('Error: no Redis');
  });

  it('holds headers of all kinds of pages up to their limit together', async () => {
    const half = 'x'.repeat(128 * 1024);
    const job = await jobOf(variables, { html: 'x', header_html: { first: half, even: half } }, CALL);
    expect(job.headerHtml).to.deep.equal({ first: half, even: half });
    const more = { html: 'x', header_html: { first: half, even: half, odd: 'x' } };
    const refused = await jobOf(variables, more, CALL).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'body_too_large' });
    expect((refused as Error).message).to.include('`header_html` is over the limit of 256 KiB');
  });

  it('has tags where a standard wants them, and lists one standard as several', async () => {
    const levels = async (conformance: NonNullable<PdfRequest['conformance']>) => {
      const { tagged, conformance: listed } = await jobOf(variables, { html: 'x', conformance }, CALL);
      return { tagged, listed };
    };
    expect(await levels('pdf/a-3b')).to.deep.equal({ tagged: undefined, listed: ['pdf/a-3b'] });
    expect(await levels('pdf/a-3a')).to.deep.equal({ tagged: true, listed: ['pdf/a-3a'] });
    expect(await levels(['pdf/a-3b', 'pdf/ua-1'])).to.deep.include({ tagged: true });
    expect(await levels([])).to.deep.equal({ tagged: undefined, listed: undefined });
  });

  it('has what the PDF says of itself, holds and is protected by, where that is anything', async () => {
    const asked = {
      html: 'x',
      metadata: { title: 't', keywords: ['a', 'b'], created_at: '2026-01-31' },
      attachments: [{ name: 'a.xml', data_base64: 'AAAA', mime_type: 'text/xml' }],
      protect: { user_password: 'u', permissions: ['print' as const] },
    };
    const job = await jobOf(variables, asked, CALL);
    const { protect, ...others } = validate(RenderJob, job, 'job');
    expect(others).to.deep.include({
      metadata: { title: 't', keywords: 'a, b', createdAt: '2026-01-31' },
      attachments: asked.attachments,
    });
    expect(protect)
      .to.have.all.keys('permissions', 'sealed')
      .and.deep.include({ permissions: ['print'] });
    const opened = await new PayloadOpener(store).open(protect?.sealed as Sealed, CALL.accountId);
    expect(opened).to.deep.equal({ userPassword: 'u' });
    const open = await jobOf(variables, { html: 'x', protect: { permissions: [] } }, CALL);
    expect(open.protect, 'no password, so nothing to encrypt').to.deep.equal({ permissions: [] });
    const none = await jobOf(variables, { html: 'x', metadata: { keywords: [] }, attachments: [] }, CALL);
    expect(none).to.have.all.keys('requestId', 'html', 'orientation');
    const large = new RawJson(JSON.stringify(asked.attachments));
    const passedOn = await jobOf(variables, { html: 'x', attachments: large }, CALL);
    expect(passedOn.attachments).to.equal(large);
  });

  it('holds everything in its final spelling', async () => {
    const request = {
      html: '[[var:sign]]',
      css: '',
      data: {},
      page_size: 'A5',
      orientation: 'landscape',
      margin: { top: '1in' },
      header_html: '[[var:sign]] [[page]]',
      footer_html: { default: '', first: '[[var:sign]]', last: 'x' },
      watermark_html: '[[var:sign]] x',
      first_page_number: 0,
      files: { 'a.svg': '[[var:sign]]', 'b.png': { base64: 'AAAA' }, 'c.txt': 'x [[var:sign]]' },
      filename: 'letter',
      tagged: false,
      strict: true,
      locale: 'de-at',
      time_zone: 'europe/vienna',
      translations: { de: { Total: 'Summe' } },
    } as const;
    const job = await jobOf(variables, request, CALL);
    expect(validate(RenderJob, job, 'job')).to.deep.equal({
      requestId: 'request',
      html: '<b>Ann</b>',
      css: '',
      data: {},
      pageSize: 'A5',
      orientation: 'landscape',
      margin: { top: 1 },
      headerHtml: '<b>Ann</b> [[page]]',
      footerHtml: { default: '', first: '<b>Ann</b>', last: 'x' },
      watermarkHtml: { html: '<b>Ann</b> x', layer: 'over' },
      firstPageNumber: 0,
      files: { 'a.svg': '<b>Ann</b>', 'b.png': { base64: 'AAAA' }, 'c.txt': 'x [[var:sign]]' },
      filename: 'letter.pdf',
      tagged: false,
      strict: true,
      locale: 'de-at',
      timeZone: 'europe/vienna',
      translations: { de: { Total: 'Summe' } },
    });
  });

  it('resolves variables as files of the kind of their path, and names the file of a missing variable', async () => {
    const kinds: string[] = [];
    const contents: Variables['contents'] = async ({ kind }, wanted, room) => {
      kinds.push(`${kind} ${[...wanted.keys()]} ${room}`);
      return new Map(kind === 'css' ? [['a', 'p { color: red }']] : []);
    };
    const files = { 'x.CSS': '[[var:a]]', 'x.html': '[[var:a]]' };
    const error = await jobOf({ ...variables, contents }, { html: '', files }, CALL).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'variable_unknown');
    expect(error).to.have.property('message').that.includes('no html variable `a`, which `files: x.html` names');
    expect(kinds).to.deep.equal([`css a ${10 * 1024 * 1024}`, `html a ${10 * 1024 * 1024 - 21}`]);
  });

  describe('with partials', () => {
    const saved: Record<string, string> = { row: '<b>[[item]]</b>', sheet: 'a[[> row]]b' };
    const contents: Variables['contents'] = async (_caller, wanted) =>
      new Map([...wanted.keys()].flatMap((name) => (name in saved ? [[name, saved[name] ?? '']] : [])));
    const textOf = async (request: PdfRequest): Promise<string | { code: string }> =>
      jobOf({ ...variables, contents }, request, CALL).then(
        ({ html }) => String(html),
        ({ code }) => ({ code }),
      );

    it('has their texts behind their tags, whose arguments the worker reads', async () => {
      expect(await textOf({ html: 'x[[> row item=name]]y' })).to.equal(
        'x[[> row item=name]]<b>[[item]]</b>[[/> row]]y',
      );
      for (const html of ['[[/> row]]', 'a [[ / > row ]] b'])
        expect(await textOf({ html }), html).to.deep.equal({ code: 'template_invalid' });
      expect(await textOf({ html: '[[> none]]', data: { a: 1 } })).to.deep.equal({ code: 'variable_unknown' });
    });

    it('keeps the text of a partial where the data has a key with that text, in any JSON spelling', async () => {
      const html = '[[> 30 days]]';
      expect(await textOf({ html, data: { '> 30 days': 1 } })).to.equal(html);
      for (const json of ['{"> 30 days":1}', String.raw`{"\u003e 30 days":1}`]) {
        expect(await textOf({ html, data: new RawJson(json) as never })).to.equal(html);
        expect(await textOf({ html, data: new RawJson(Buffer.from(json)) as never })).to.equal(html);
      }
    });

    it('resolves no partials in files, which are not templates', async () => {
      const { files } = await jobOf(
        { ...variables, contents },
        { html: '', files: { 'a.css': '[[var:sheet]]' } },
        CALL,
      );
      expect(files).to.deep.equal({ 'a.css': 'a[[> row]]b' });
    });
  });

  it('has translations of 1 MiB at most, parsed or not', async () => {
    const translated = (length: number, isRaw: boolean) => {
      const parsed = { de: { a: 'x'.repeat(length - '{"de":{"a":""}}'.length) } };
      const translations = isRaw ? new RawJson(JSON.stringify(parsed)) : parsed;
      return jobOf(variables, { html: '', translations }, CALL).catch((thrown: unknown) => thrown);
    };
    for (const isRaw of [false, true]) {
      expect(await translated(1024 * 1024, isRaw)).to.have.property('translations');
      expect(await translated(1024 * 1024 + 1, isRaw))
        .to.include({ code: 'body_too_large' })
        .and.have.property('message', '`translations` is over the limit of 1 MiB, as JSON.');
    }
  });

  it('has files of 10 MiB at most with their variables, which are read no further', async () => {
    let reads = 0;
    const mebibyte = 'x'.repeat(1024 * 1024);
    const contents: Variables['contents'] = async (_caller, wanted) => {
      reads += 1;
      return new Map([...wanted.keys()].map((name) => [name, mebibyte]));
    };
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.css`, `[[var:a${index}]]`]));
    const error = await jobOf({ ...variables, contents }, { html: '', files }, CALL).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'body_too_large' });
    expect(error).to.have.property('message').that.includes('`files` is over the limit of 10 MiB');
    expect(reads).to.equal(10);
  });
});
