import { TOOLS } from '@toolpress/contract';
import { type CollectedSpan, eventually, type OtlpCollector, startCollector, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = TOOLS['html-to-pdf'].path;
const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';
const traceparent = `00-${CALLERS_TRACE}-${CALLERS_SPAN}-01`;
/** How often spans are sent, milliseconds: a setting of OpenTelemetry's own. */
const OFTEN = { OTEL_BSP_SCHEDULE_DELAY: '50' };

describe('Traces', () => {
  let collector: OtlpCollector;
  let service: TestService;
  before(async () => {
    collector = await startCollector();
    service = await TestService.start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, ...OFTEN } });
  });
  after(async () => {
    await service.stop();
    await collector.close();
  });

  const spansOf = (requestId: string): CollectedSpan[] => {
    const own = collector.spans.filter((span) => span.attributes['toolpress.request_id'] === requestId);
    return collector.spans.filter(({ traceId }) => own.some((span) => span.traceId === traceId));
  };
  const render = (requestId: string, html: string, headers: Record<string, string> = {}) =>
    service.call(PDF, {
      body: { html, data: { name: 'Annabel' } },
      headers: { 'x-request-id': requestId, ...headers },
    });
  /** The spans as `parent > child`, sorted. */
  const family = (spans: CollectedSpan[]): string[] =>
    spans
      .map(({ name, service: app, parentSpanId }) => {
        const parent = spans.find(({ spanId }) => spanId === parentSpanId);
        return `${parent?.name ?? '-'} > ${app.replace('toolpress-', '')}: ${name}`;
      })
      .sort();

  it('show one PDF request in one trace, through gateway, queue and worker', async () => {
    expect((await render('traced-1', '<p>[[name]]</p>')).status).to.equal(200);
    await eventually(() =>
      expect(family(spansOf('traced-1'))).to.deep.equal(
        [
          `- > gateway: POST ${PDF}`,
          `POST ${PDF} > gateway: resolve variables`,
          `POST ${PDF} > gateway: queue`,
          'queue > worker: wait for a worker',
          'queue > worker: render',
          'render > worker: fill and check',
          'render > worker: print',
          'render > worker: store',
        ].sort(),
      ),
    );
    const spans = spansOf('traced-1');
    expect(new Set(spans.map(({ traceId }) => traceId)).size).to.equal(1);
    expect(spans.filter(({ failed }) => failed)).to.deep.equal([]);
    const length = (name: string): number => spans.find((span) => span.name === name)?.milliseconds ?? Number.NaN;
    expect(length('queue')).to.be.above(length('render'));
    expect(length(`POST ${PDF}`)).to.be.above(length('queue'));
    const request = spans.find(({ name }) => name === `POST ${PDF}`);
    expect(request?.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': PDF,
      'http.response.status_code': 200,
    });
    expect(spans.find(({ name }) => name === 'render')?.attributes).to.include({ 'toolpress.pages': 1 });
  });

  it('continue the caller’s trace, and start one where the caller sends no valid one', async () => {
    await render('traced-2', '<p>x</p>', { traceparent });
    await render('traced-3', '<p>x</p>', { traceparent: `00-${'0'.repeat(32)}-${CALLERS_SPAN}-01` });
    await render('traced-4', '<p>x</p>', { traceparent: '<script>' });
    await eventually(() => {
      expect(spansOf('traced-2')).to.have.lengthOf(8);
      expect(spansOf('traced-2').map(({ traceId }) => traceId)).to.include(CALLERS_TRACE);
      const [root] = spansOf('traced-2').filter(({ name }) => name === `POST ${PDF}`);
      expect(root?.parentSpanId).to.equal(CALLERS_SPAN);
      for (const id of ['traced-3', 'traced-4']) {
        expect(spansOf(id)).to.have.lengthOf(8);
        expect(spansOf(id).filter(({ parentSpanId }) => parentSpanId === undefined)).to.have.lengthOf(1);
      }
    });
  });

  it('name a caller’s mistake by its code, and leave no span of what a caller does not want traced', async () => {
    expect((await render('traced-5', '[[#open]]')).status).to.equal(422);
    await render('traced-6', '<p>x</p>', { traceparent: traceparent.replace(/01$/, '00') });
    expect((await service.call('/no/such/path', { headers: { 'x-request-id': 'traced-7' } })).status).to.equal(404);
    await eventually(() => {
      const mistake = spansOf('traced-5').find(({ name }) => name === `POST ${PDF}`);
      expect(mistake?.attributes).to.include({ 'error.type': 'template_invalid', 'http.response.status_code': 422 });
      expect(mistake?.failed).to.equal(false);
      expect(spansOf('traced-7').map(({ name }) => name)).to.deep.equal(['GET']);
    });
    expect(spansOf('traced-6')).to.deep.equal([]);
  });

  it('hold nothing of the document, of a path that is a link, or of a token', async () => {
    const answer = await render('traced-8', '<p>very private [[name]]</p>');
    const path = new URL(answer.body.data.download_url).pathname;
    await (await fetch(`${service.url}${path}`, { headers: { 'x-request-id': 'traced-9' } })).arrayBuffer();
    await eventually(() => expect(spansOf('traced-9')).to.have.lengthOf(1));
    await eventually(() => expect(spansOf('traced-8')).to.have.lengthOf(8));
    const received = collector.bodies.join('\n');
    for (const secret of ['private', 'Annabel', service.token, path.slice('/files/'.length), 'such/path']) {
      expect(received).not.to.include(secret);
    }
  });
});
