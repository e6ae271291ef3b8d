/** Answers that no honest server sends, and ways of sending them. */
import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';

const OK = 'HTTP/1.1 200 OK\r\n';
const found = (location: string): string => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
const withBody = (headers: string, body: Buffer): string =>
  `${OK}${headers}Content-Length: ${body.length}\r\n\r\n${body.toString('latin1')}`;
const gzipped = gzipSync('{"a":1}');

/** Bytes as Latin-1. `{self}` is replaced by the target's own address and port. */
export const HOSTILE_ANSWERS: Readonly<Record<string, string>> = {
  nothing: '',
  'line breaks': '\r\n\r\n\r\n',
  'text that is no HTTP': 'garbage garbage\r\n\r\n',
  'HTTP/0.9': '<html>hello</html>',
  'HTTP/2': 'HTTP/2 200 OK\r\n\r\n',
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS alert': '\x15\x03\x01\x00\x02\x02\x28',
  'a request': 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'NUL bytes': '\0'.repeat(1000),
  'half a head': `${OK}Content-Le`,
  'status 000': 'HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n',
  'status 099': 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n',
  'status 600': 'HTTP/1.1 600 High\r\nContent-Length: 0\r\n\r\n',
  'status 999': 'HTTP/1.1 999 Higher\r\nContent-Length: 2\r\n\r\nok',
  'status 1000': 'HTTP/1.1 1000 Too high\r\nContent-Length: 0\r\n\r\n',
  'a negative status': 'HTTP/1.1 -200 OK\r\n\r\n',
  'no status': 'HTTP/1.1 \r\n\r\n',
  'status 101 with an upgrade':
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello',
  'status 101 without one': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'only 100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100),
  'status 102, 103, 199, then 200': `HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\n\r\nHTTP/1.1 199 X\r\n\r\n${OK}Content-Length: 0\r\n\r\n`,
  'a header without a name': `${OK}: value\r\n\r\n`,
  'a header without a colon': `${OK}value\r\n\r\n`,
  'a header with a space in its name': `${OK}Bad Name: x\r\nContent-Length: 0\r\n\r\n`,
  'a control character in a header': `${OK}X-A: a\x01b\r\nContent-Length: 0\r\n\r\n`,
  'a NUL in a header': `${OK}X-A: a\0b\r\nContent-Length: 0\r\n\r\n`,
  'a bare carriage return in a header': `${OK}X-A: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n`,
  'bare line feeds': 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok',
  'a folded header': `${OK}X-A: a\r\n b\r\nContent-Length: 0\r\n\r\n`,
  'headers named like properties': `${OK}__proto__: x\r\nconstructor: y\r\ntoString: z\r\nhasOwnProperty: 1\r\nContent-Length: 0\r\n\r\n`,
  'bytes above ASCII in headers': `${OK}X-A: \xff\xfe\x80\r\nContent-Length: 0\r\n\r\n`,
  'too large a header': `${OK}X-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  'too many headers': `${OK}${'X-A: b\r\n'.repeat(10_000)}\r\n`,
  'thousands of small headers': `${OK}${'a:\r\n'.repeat(3_000)}Content-Length: 0\r\n\r\n`,
  'three hundred cookies': `${OK}${'Set-Cookie: a=b\r\n'.repeat(300)}Content-Length: 0\r\n\r\n`,
  'two Content-Lengths': `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nok`,
  'a negative Content-Length': `${OK}Content-Length: -1\r\n\r\nok`,
  'a Content-Length of words': `${OK}Content-Length: many\r\n\r\nok`,
  'a huge Content-Length': `${OK}Content-Length: 99999999999999999999\r\n\r\nok`,
  'a body shorter than its Content-Length': `${OK}Content-Length: 10\r\n\r\nok`,
  'a body longer than its Content-Length': `${OK}Content-Length: 2\r\n\r\nok and more`,
  'two answers': `${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno`,
  'Content-Length and chunks': `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an unknown Transfer-Encoding': `${OK}Transfer-Encoding: magic\r\n\r\nok`,
  'chunks that are none': `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n`,
  'a chunk of negative size': `${OK}Transfer-Encoding: chunked\r\n\r\n-1\r\nok\r\n`,
  'a chunk of enormous size': `${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nok\r\n`,
  'a chunk cut off': `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nok`,
  'chunks without an end': `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`,
  'a chunk that is too long': `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n`,
  'endless chunk extensions': `${OK}Transfer-Encoding: chunked\r\n\r\n2;${'a=b;'.repeat(50_000)}\r\nok\r\n0\r\n\r\n`,
  'large trailers': `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`,
  'a body with 204': 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok',
  'a body with 304': 'HTTP/1.1 304 No\r\nContent-Length: 2\r\n\r\nok',
  'gzip that is none': withBody('Content-Encoding: gzip\r\n', Buffer.from('not gzip at all')),
  'gzip cut off': withBody('Content-Encoding: gzip\r\n', gzipped.subarray(0, 12)),
  'gzip shorter than its Content-Length': `${OK}Content-Encoding: gzip\r\nContent-Length: 999\r\n\r\n${gzipped.toString('latin1')}`,
  'gzip with 204': 'HTTP/1.1 204 No\r\nContent-Encoding: gzip\r\n\r\n',
  'deflate called brotli': withBody('Content-Encoding: br\r\n', deflateSync('x')),
  'twenty codings': withBody(`Content-Encoding: ${Array(20).fill('gzip').join(', ')}\r\n`, gzipped),
  'a compression bomb': withBody('Content-Encoding: gzip\r\n', gzipSync(Buffer.alloc(20_000_000))),
  'a body over the limit': withBody('', Buffer.alloc(300_000, 'x')),
  'a charset that is none': withBody('Content-Type: text/plain; charset="\xff\r\n', Buffer.from('\xff')),
  'a redirect to credentials': found('http://user:secret@{self}/'),
  'a redirect to a data URL': found('data:text/plain,hello'),
  'a redirect to a script': found('javascript:alert(1)'),
  'a redirect to a file': found('file:///etc/passwd'),
  'a redirect to a broken URL': found('http://['),
  'a redirect to nowhere': found(''),
  'a redirect to bytes': found('\xff\xfe\x80'),
  'a redirect to itself': found('/'),
  'a redirect to this machine': found('http://127.0.0.1:8009/'),
  'a redirect to a socket': found('http+unix://%2Ftmp%2Fx/'),
  'a very long redirect': found(`/${'a'.repeat(12_000)}`),
  'a redirect that keeps the body': 'HTTP/1.1 307 Again\r\nLocation: /\r\nContent-Length: 0\r\n\r\n',
  'a redirect to another host that keeps the body':
    'HTTP/1.1 308 Again\r\nLocation: http://other.example:8008/\r\nContent-Length: 0\r\n\r\n',
  'a redirect with a line break': 'HTTP/1.1 302 F\r\nLocation: /a\r\n\tb\r\nContent-Length: 0\r\n\r\n',
  'two redirects': 'HTTP/1.1 302 F\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
  'a redirect with a body cut off': 'HTTP/1.1 302 F\r\nLocation: /\r\nContent-Length: 100\r\n\r\nx',
  'a redirect with a broken chunk': 'HTTP/1.1 302 F\r\nLocation: /\r\nTransfer-Encoding: chunked\r\n\r\nzz',
};

/** @returns when everything was sent; what happens to the connection then is part of the manner. */
type Manner = (socket: Socket, answer: Buffer) => void;

export const MANNERS: Readonly<Record<string, Manner>> = {
  'at once, then closed': (socket, answer) => void socket.end(answer),
  'at once, then reset': (socket, answer) => void socket.write(answer, () => socket.resetAndDestroy()),
  'at once, then left open': (socket, answer) => void socket.write(answer),
  'in pieces, then closed': (socket, answer) => {
    const size = Math.ceil(answer.length / 5) || 1;
    const send = (from: number): void => {
      if (from >= answer.length) socket.end();
      else socket.write(answer.subarray(from, from + size), () => setImmediate(send, from + size));
    };
    send(0);
  },
};
