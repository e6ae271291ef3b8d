/**
 * Loaded by `node --import` before a program: throws uncaught exceptions, as a fault in the program or in a package would. A PDF titled
 * `throws` throws during its job, one titled `throws elsewhere` outside of any request. The answer to a request whose id begins with
 * `throws` throws, or rejects, during the request.
 */
import { ServerResponse } from 'node:http';

const failure = (): Error => new Error('made by a test');

let isDue = false;
setInterval(() => {
  if (!isDue) return;
  isDue = false;
  throw failure();
}, 5).unref();

const bufferFrom = Buffer.from as (...args: unknown[]) => Buffer;
Buffer.from = ((...args: unknown[]): Buffer => {
  const bytes = bufferFrom(...args);
  if (args[1] !== 'base64') return bytes;
  if (bytes.includes('/Title (throws)')) {
    setImmediate(() => {
      throw failure();
    });
  }
  isDue ||= bytes.includes('/Title (throws elsewhere)');
  return bytes;
}) as typeof Buffer.from;

const setHeader = ServerResponse.prototype.setHeader;
ServerResponse.prototype.setHeader = function (this: ServerResponse, ...header: Parameters<typeof setHeader>) {
  const id = String(this.getHeader('X-Request-Id'));
  if (header[0] === 'RateLimit' && id.startsWith('throws')) {
    if (id.includes('rejection')) void Promise.reject(failure());
    else {
      setImmediate(() => {
        throw failure();
      });
    }
  }
  return setHeader.apply(this, header);
};
