import { type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const FILE = `/files/${'x'.repeat(40)}.pdf`;

const PATHS: [path: string, allow: string][] = [
  ['/api/utilities/html-to-pdf', 'POST'],
  ['/api/variables', 'GET, HEAD'],
  ['/api/variables/name', 'PUT, PATCH, GET, HEAD, DELETE'],
  ['/api/templates/name', 'PUT, PATCH, GET, HEAD, DELETE'],
  ['/admin/accounts', 'POST, GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/openapi.json', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
  ['/docs/templates', 'GET, HEAD'],
  ['/pages.css', 'GET, HEAD'],
  ['/favicon.ico', 'GET, HEAD'],
  [FILE, 'GET, HEAD'],
  ['/ops', 'GET, HEAD'],
  ['/ops/login', 'POST'],
];

describe('Each path', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const ask = (path: string, method: string): Promise<Response> => fetch(service.url + path, { method });

  for (const [path, allow] of PATHS) {
    it(`such as ${path} reports its methods to OPTIONS, and with a 405 to others`, async () => {
      const options = await ask(path, 'OPTIONS');
      expect(options.status).to.equal(204);
      expect(options.headers.get('allow')).to.equal(allow);
      expect(await options.text()).to.equal('');
      const other = await ask(path, allow.includes('PATCH') ? 'POST' : 'PATCH');
      expect(other.status).to.equal(405);
      expect(other.headers.get('allow')).to.equal(allow);
      expect(other.headers.get('x-error-code')).to.equal('method_not_allowed');
      expect(await other.json()).to.have.all.keys('success', 'error');
    });
  }

  it('that takes GET takes HEAD: the same headers, and no body', async () => {
    for (const path of ['/healthz', '/openapi.json', '/docs', '/metrics']) {
      const [get, head] = [await ask(path, 'GET'), await ask(path, 'HEAD')];
      expect(head.status, path).to.equal(get.status);
      expect(head.headers.get('content-type'), path).to.equal(get.headers.get('content-type'));
      expect(await head.text(), path).to.equal('');
      await get.arrayBuffer();
    }
  });

  it('answers with the version of the API', async () => {
    for (const path of ['/healthz', '/nothing', '/ops', '/api/usage']) {
      const answer = await ask(path, 'GET');
      expect(answer.headers.get('api-version'), path).to.equal('1');
      await answer.arrayBuffer();
    }
  });

  it('is closed to the pages of other origins until the operator opens it', async () => {
    const answer = await fetch(`${service.url}/api/usage`, { headers: { origin: 'https://app.example.com' } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    await answer.arrayBuffer();
  });

  it('that there is not has no methods', async () => {
    const answer = await ask('/nothing', 'OPTIONS');
    expect(answer.status).to.equal(404);
    expect(answer.headers.get('allow')).to.equal(null);
    await answer.arrayBuffer();
  });
});
