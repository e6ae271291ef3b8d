import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { after, before, describe, it } from 'mocha';
import { sendAndLinger } from './respond.js';
import { answerUnrouted } from './unrouted.js';

describe('A request without a route', () => {
  const app = express();
  app.post('/api/tool', (_request, response) => void response.end());
  app.get('/api/tool', (_request, response) => void response.end());
  app.get('/docs/api/html-to-pdf', (_request, response) => void response.end());
  app.post('/api/utilities/html-to-pdf', (_request, response) => void response.end());
  app.post(/^\/forms\//, (_request, response) => void response.end()); // as with COMPAT=gotenberg
  app.use(answerUnrouted(app));
  app.use((error: ServiceError, request: Request, response: Response, _next: NextFunction) => {
    sendAndLinger(request, response.status(error.status).set(error.headers), error.message);
  });
  const server = app.listen(0, '127.0.0.1');
  let port = 0;
  before(async () => {
    if (!server.listening) await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  it('is answered 404 with the nearest path, also beside routes that are patterns', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/tol`);
    expect([answer.status, await answer.text()]).to.deep.equal([
      404,
      'Unknown path. Did you mean `/api/tool`? See /docs for all endpoints.',
    ]);
  });

  it('is answered 404 with the path that ends in the same name, but not with its page', async () => {
    for (const path of ['/api/html-to-pdf', '/v1/html_to_pdf'])
      expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text(), path).to.include(
        'Did you mean `/api/utilities/html-to-pdf`?',
      );
  });

  it('is answered 405 with a sentence that lists the methods', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/tool`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).to.deep.equal([
      405,
      'POST, GET, HEAD',
      'This path takes POST, GET and HEAD only.',
    ]);
  });

  it('is read to its end before the connection is closed, so that the caller can read the error', async () => {
    const body = Buffer.alloc(16 * 1024 * 1024);
    const socket = connect(port, '127.0.0.1');
    const [written] = await Promise.all([
      new Promise((resolve) => {
        socket.write(`POST /nope HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
        socket.write(body, resolve);
      }),
      once(socket, 'data'),
    ]);
    expect(written ?? 'sent').to.equal('sent');
    await once(socket.end().resume(), 'close');
  });
});
