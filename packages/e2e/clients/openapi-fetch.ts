/** Calls every tool by a client of `openapi-typescript` and `openapi-fetch`; prints what came back. */
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { BASE_URL = '', API_TOKEN = '', TARGET_URL = '' } = process.env;
const client = createClient<paths, 'application/json'>({
  baseUrl: BASE_URL,
  headers: { authorization: `Bearer ${API_TOKEN}` },
});

const http = await client.POST('/api/utilities/http-request', {
  params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
  body: { method: 'POST', url: TARGET_URL, headers: { 'x-number': 7 }, body: { a: [1, null] } },
});
const html = await client.POST('/api/utilities/html-to-pdf', {
  body: { html: '<p>[[a]]</p>', data: { a: 1 }, page_size: { width: '80mm', height: 'auto' } },
});
const json = await client.POST('/api/utilities/json-to-pdf', {
  body: { html: '<p>[[a.b]]</p>', data: { a: { b: true } }, return: 'link' },
});
const record = await client.POST('/api/tablebase/get-record', {
  body: { base_id: 'appClients1', table_id: 'Orders', record_id: 'recSample', _connections: { tablebase: 'main' } },
});
const wrong = await client.POST('/api/utilities/html-to-pdf', { body: { html: '' } });

// Without `Prefer: respond-async` it is the PDF, and no job.
const [htmlPdf, jsonPdf] = [html.data?.data, json.data?.data].map((data) =>
  data === undefined || 'status' in data ? undefined : data,
);
const results = {
  http: [http.data?.data.status, http.data?.data.body],
  html: [htmlPdf?.page_count, htmlPdf?.pdf_base64?.slice(0, 6)],
  json: [jsonPdf?.page_count, jsonPdf?.pdf_base64 === undefined],
  record: [record.data?.data.id, record.data?.metadata.actions_consumed],
  error: [wrong.response.status, wrong.error?.success],
};
process.stdout.write(JSON.stringify(results));
