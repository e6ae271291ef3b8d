import { JOB_TOOLS, successEnvelope, validate } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { allEndpoints } from '../compose.js';
import { openApiDocument } from './document.js';
import type { JsonSchema } from './schemas.js';

const endpoints = await allEndpoints();

describe('The OpenAPI document', () => {
  const document = openApiDocument(endpoints, 'https://toolpress.example', '1.0.0');

  for (const endpoint of endpoints) {
    const { method, path, body } = { body: undefined, ...endpoint };
    if (body === undefined) continue;
    it(`has an example for ${method.toUpperCase()} ${path} that passes validation`, () => {
      const example = document.paths[path]?.[method]?.requestBody?.content?.['application/json']?.example;
      expect(example).to.be.an('object').that.is.not.empty;
      expect(validate(body, example, 'body')).to.be.an('object');
    });
  }

  for (const { method, path, answer, ...endpoint } of endpoints) {
    if ('isEventStream' in endpoint) continue;
    it(`has an example of the whole answer of ${method.toUpperCase()} ${path}`, () => {
      const responses = document.paths[path]?.[method]?.responses;
      const { 200: ok, 201: created, 202: accepted } = responses ?? {};
      const example = (ok ?? created ?? accepted)?.content?.['application/json']?.example;
      const isCharged = 'tool' in endpoint && endpoint.tool !== undefined;
      expect(validate(successEnvelope(answer, isCharged), example, 'answer')).to.deep.equal(example);
    });
  }

  it('offers `Prefer: respond-async` for the tools that run as jobs', () => {
    const deferred = endpoints.flatMap((one) => ('tool' in one && one.tool && one.asJob ? [one] : []));
    expect(deferred.map(({ tool }) => tool)).to.have.members(JOB_TOOLS);
    for (const { path } of deferred) expect(document.paths[path]?.['post']?.responses).to.have.property('202');
  });

  it('shares error components between operations with the same errors', () => {
    const errorsOf = (path: string, method: string, status: number) => {
      const { $ref = '' } = document.paths[path]?.[method]?.responses[status] ?? {};
      const { headers } = document.components.responses[$ref.split('/').at(-1) ?? ''] ?? {};
      return (headers as Record<string, JsonSchema> | undefined)?.['X-Error-Code']?.['schema'];
    };
    const unauthorized = { type: 'string', enum: ['token_missing', 'token_invalid'] };
    expect(errorsOf('/api/fonts', 'get', 401)).to.deep.equal(unauthorized);
    expect(errorsOf('/admin/settings', 'patch', 401)).to.equal(errorsOf('/api/fonts', 'get', 401));
    const forbidden = ['address_forbidden', 'host_forbidden', 'provider_refused', 'account_suspended'];
    expect(errorsOf('/api/utilities/http-request', 'post', 403)).to.deep.include({ enum: forbidden });
    expect(errorsOf('/api/fonts', 'get', 403)).to.deep.include({ enum: ['account_suspended'] });
  });

  it('names the shapes of items and members, so that clients get types for them', () => {
    const { ListFontsResult, Usage } = document.components.schemas;
    expect(ListFontsResult?.properties?.['items']?.items).to.deep.equal({ $ref: '#/components/schemas/Font' });
    const { additionalProperties } = Usage?.properties?.['by_day'] ?? {};
    expect(additionalProperties).to.deep.equal({ $ref: '#/components/schemas/UsageCount' });
  });

  it('has one schema for the invoice of requests and templates', () => {
    const { PdfRequest, TemplateOptions, EInvoice, Invoice } = document.components.schemas;
    for (const { properties = {} } of [PdfRequest ?? {}, TemplateOptions ?? {}])
      expect(properties['e_invoice']).to.include({ $ref: '#/components/schemas/EInvoice' });
    expect(EInvoice?.properties?.['invoice']).to.include({ $ref: '#/components/schemas/Invoice' });
    expect(Invoice?.properties?.['seller']).to.include({ $ref: '#/components/schemas/InvoiceSeller' });
    expect(Invoice?.properties?.['lines']?.items).to.deep.equal({ $ref: '#/components/schemas/InvoiceLine' });
  });

  it('allows new enum values in answers, but not in requests', () => {
    const { PdfRequest, Font } = document.components.schemas;
    const [known, another] = Font?.properties?.['style']?.anyOf ?? [];
    expect([known?.enum, another]).to.deep.equal([['normal', 'italic'], { type: 'string' }]);
    const { enum: words } = PdfRequest?.properties?.['return'] ?? {};
    expect(words).to.deep.equal(['all', 'link']);
  });

  it('allows new fields in answers, but no unknown fields in requests', () => {
    /** Returns the location and `additionalProperties` of every object in a part of the document, including references. */
    const othersIn = (part: unknown, place: string, seen = new Set<unknown>()): [string, unknown][] => {
      if (typeof part !== 'object' || part === null || seen.has(part)) return [];
      seen.add(part);
      const { $ref, type, properties, additionalProperties } = part as JsonSchema;
      const name = $ref?.split('/').at(-1) ?? '';
      const isObject = [type].flat().includes('object') && properties !== undefined;
      return [
        ...(isObject ? [[place, additionalProperties] as [string, unknown]] : []),
        ...othersIn(document.components.schemas[name], name, seen),
        ...Object.entries(part).flatMap(([key, inner]) =>
          /^examples?$/.test(key) ? [] : othersIn(inner, `${place}/${key}`, seen),
        ),
      ];
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const requests = othersIn(
      operations.map(({ requestBody }) => requestBody),
      'requests',
    );
    const answers = othersIn([operations.map(({ responses }) => responses), document.components.responses], 'answers');
    expect(requests).to.have.lengthOf.above(50);
    expect(requests.filter(([, others]) => others !== false)).to.deep.equal([]);
    expect(answers).to.have.lengthOf.above(50);
    expect(answers.filter(([, others]) => others !== true)).to.deep.equal([]);
  });

  it('describes requests as validated, including alternatives and lists', () => {
    const { PdfRequest, FontInput, AccountInput, HttpRequest } = document.components.schemas;
    const [all, zero, sides] = PdfRequest?.properties?.['margin']?.anyOf ?? [];
    expect(zero?.enum).to.deep.equal([0]);
    expect(sides?.properties?.['left']?.anyOf?.map(({ type }) => type)).to.deep.equal(['string', 'number']);
    expect(new RegExp(all?.pattern ?? '^$').test('1.5MM')).to.equal(true);
    const [background] = PdfRequest?.properties?.['background_pdf']?.anyOf ?? [];
    const isBase64 = new RegExp(background?.pattern ?? '');
    expect(['JVBERi0=', 'JVBERi0', 'JVBE Ri0'].map((one) => isBase64.test(one))).to.deep.equal([true, false, false]);
    const [, range] = FontInput?.properties?.['weight']?.anyOf ?? [];
    const isRange = new RegExp(range?.pattern ?? '');
    expect(['100 900', '800 900', '900 100', '400 400', '00'].map((one) => isRange.test(one))).to.deep.equal([
      ...[true, true, false, false, false],
    ]);
    expect(AccountInput?.properties?.['monthly_actions']?.['maximum']).to.equal(Number.MAX_SAFE_INTEGER);
    expect(HttpRequest?.properties?.['headers']).to.have.property('propertyNames');
  });

  it('allows null only in answers and in requests that remove a value by it', () => {
    const locationsOf = (part: unknown, path: string): string[] => {
      if (typeof part !== 'object' || part === null) return [];
      const { type } = part as JsonSchema;
      const isNull = [type].flat().includes('null');
      return [
        ...(isNull ? [path] : []),
        ...Object.entries(part).flatMap(([name, inner]) =>
          name === 'example' || name === 'examples' ? [] : locationsOf(inner, `${path}/${name}`),
        ),
      ];
    };
    const locations = locationsOf(document, '').sort();
    expect(locations.filter((place) => /parameters|Request|Input/.test(place))).to.deep.equal([
      // Null means the settings' limit or no quota, as in a change of an account.
      '/components/schemas/AccountInput/properties/max_pages',
      '/components/schemas/AccountInput/properties/monthly_actions',
    ]);
    expect(locations).to.have.lengthOf.below(70);
  });

  it('describes the header and the answer of an asynchronous PDF', () => {
    for (const path of ['/api/utilities/html-to-pdf', '/api/utilities/json-to-pdf']) {
      const { parameters = [], responses } = document.paths[path]?.['post'] ?? {};
      expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).to.include('header Prefer');
      const { content, headers } = responses?.[202] ?? {};
      expect(content?.['application/json']?.schema.properties?.['data']).to.deep.equal({
        $ref: '#/components/schemas/Job',
      });
      expect(headers).to.include.keys('Location', 'Preference-Applied');
    }
    const { parameters = [], responses } = document.paths['/api/utilities/http-request']?.['post'] ?? {};
    expect([parameters.some(({ name }) => name === 'Prefer'), responses?.[202]]).to.deep.equal([false, undefined]);
  });

  it('describes a streamed body as bytes of its media type', () => {
    const { requestBody, responses, description } = document.paths['/api/uploads']?.['put'] ?? {};
    expect(requestBody?.content).to.have.keys('application/x-ndjson');
    expect(requestBody?.content?.['application/x-ndjson']).to.deep.include({
      schema: { type: 'string', format: 'binary' },
    });
    expect(Object.keys(responses ?? {}))
      .to.include.members(['201', '400', '413', '415'])
      .and.not.include('200');
    expect(description).to.include('200 MiB');
  });

  it('describes idempotency keys and the error of an invalid one', () => {
    const { parameters = [], responses } = document.paths['/admin/secrets/re-encrypt']?.['post'] ?? {};
    expect(new RegExp(String(parameters[0]?.schema.pattern)).test('two words')).to.equal(false);
    expect(responses).to.have.property('400');
  });
});
