/** A collector of traces on loopback: accepts OTLP over HTTP as JSON, and keeps the spans. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from './processes.js';

export interface CollectedSpan {
  /** The `service.name` of the process that sent it. */
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** Absent at the root of a trace. */
  parentSpanId?: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  /** The times of the start and the end by the clock of its process, in milliseconds. */
  begun: number;
  ended: number;
  milliseconds: number;
}

export interface OtlpCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The requests received, unchanged. */
  readonly bodies: string[];
  close(): Promise<void>;
}

/** @param port the default is a free one. */
export async function startCollector(port?: number): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    bodies.push(body);
    if (request.method === 'POST' && request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const listening = port ?? (await freePort());
  server.listen(listening, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${listening}`,
    spans,
    bodies,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The part of OTLP's JSON that is used. */
interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
}
interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

const ERROR = 2;

function spansIn({ resourceSpans }: Batch): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ name, traceId, spanId, parentSpanId, attributes, status, startTimeUnixNano, endTimeUnixNano }) => ({
        service,
        name,
        traceId,
        spanId,
        attributes: valuesOf(attributes),
        failed: status.code === ERROR,
        ...(parentSpanId ? { parentSpanId } : {}),
        begun: Number(startTimeUnixNano) / 1e6,
        ended: Number(endTimeUnixNano) / 1e6,
        milliseconds: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
      }));
  });
}

const valuesOf = (attributes: Attribute[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '',
    ]),
  );
