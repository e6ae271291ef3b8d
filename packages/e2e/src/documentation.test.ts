import { ERRORS, PdfRequest, TOOLS } from '@toolpress/contract';
import { type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

interface Operation {
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, object>;
  security: object[];
}

describe('The documentation', () => {
  let service: ServiceClient;
  let document: {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties: object; required: string[]; additionalProperties: boolean }> };
  };
  before(async () => {
    service = await sharedService();
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
  });

  const bodyOf = (path: string) => {
    const { $ref = '' } = document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? {};
    return document.components.schemas[$ref.split('/').at(-1) ?? ''];
  };

  it('is OpenAPI 3.1 with every tool of the catalogue', () => {
    expect(document.openapi).to.match(/^3\.1\./);
    for (const { path } of Object.values(TOOLS)) expect(document.paths[path]).to.have.property('post');
  });

  it('describes the parameters that are validated', () => {
    const schema = bodyOf('/api/utilities/html-to-pdf');
    const specified = ['html', 'css', 'data', 'page_size', 'orientation'];
    expect(schema?.properties).to.include.keys(...specified);
    expect(schema?.properties).to.have.all.keys(...Object.keys(PdfRequest.describe()['keys']));
    expect(schema?.required, '`html` or `template`').to.equal(undefined);
    expect(schema?.additionalProperties).to.equal(false);
  });

  it('says what the members of an object are, where they may have any name', () => {
    const { files, translations } = (bodyOf('/api/utilities/html-to-pdf')?.properties ?? {}) as Record<string, object>;
    expect(translations).to.deep.include({
      type: 'object',
      maxProperties: 100,
      additionalProperties: {
        type: 'object',
        // A text, or an object of texts: any value, for generators.
        additionalProperties: {},
      },
      examples: [{ de: { 'Total due': 'Gesamtbetrag' } }],
    });
    expect(files).to.have.nested.property('additionalProperties.anyOf[1].properties.base64');
    const { headers } = (bodyOf('/api/utilities/http-request')?.properties ?? {}) as Record<string, object>;
    expect(headers).to.have.nested.property('additionalProperties.anyOf[0].type', 'string');
  });

  it('names every path that answers, with the access it asks for', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const answer = await service.call(path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase(), token: null });
        expect(answer.headers.get('x-error-code'), path).not.to.equal('path_unknown');
        expect(answer.status === 401, `${method} ${path} asks for a token`).to.equal(security.length > 0);
      }
    }
  });

  it('is a page for people, too, with every error of the table', async () => {
    const response = await fetch(`${service.url}/docs`);
    expect(response.headers.get('content-type')).to.match(/^text\/html/);
    expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
    const page = await response.text();
    for (const code of Object.keys(ERRORS)) expect(page).to.include(`<code>${code}</code>`);
    for (const { path } of Object.values(TOOLS)) expect(page).to.include(path);
    expect(page).not.to.include('undefined');
  });
});
