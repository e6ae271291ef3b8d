import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pino } from 'pino';
import { metricsAccess } from './metrics-access.js';

/** Returns the access to the metrics at a host, and the log lines at the start. */
function accessAt(host: string, token?: string) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { mayRead: metricsAccess({ host, port: 8081, token }, logger), lines };
}

describe('The access to /metrics', () => {
  for (const [host, level] of [
    ...['0.0.0.0', '::', '10.1.2.3', '127.example.com'].map((each) => [each, 'warn'] as const),
    ...['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map((each) => [each, 'info'] as const),
  ]) {
    it(`is open without a token, which is logged as ${level} at ${host}`, () => {
      const { mayRead, lines } = accessAt(host);
      expect([mayRead(), mayRead('Bearer x')]).to.deep.equal([true, true]);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include({ level: pino.levels.values[level], host, port: 8081 });
      expect(lines[0]?.['msg']).to.match(/^\/metrics is open .*set METRICS_TOKEN/);
    });
  }

  it('is for those with the token, in any case of the word before it, and nothing is logged', () => {
    const token = 'a-token-of-24-characters';
    const { mayRead, lines } = accessAt('0.0.0.0', token);
    for (const header of [`Bearer ${token}`, `bearer  ${token} `]) expect(mayRead(header), header).to.equal(true);
    for (const header of [undefined, '', token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`, 'Bearer '])
      expect(mayRead(header), header).to.equal(false);
    expect(lines).to.deep.equal([]);
  });
});
