/** The belts under the address rule: what stops a request when a check before it had failed. */
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  eventually,
  type HttpTarget,
  type Sentinels,
  startRawTarget,
  startSentinels,
  TARGET_ADDRESS,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import fetch from 'node-fetch';
import type { DialAddress } from './address/guard.js';
import { Connection } from './connection.js';

const dial = (address: string, exempt: boolean): DialAddress[] => [{ address, family: 4, exempt }];

describe('A connection', () => {
  let target: HttpTarget;
  let sentinels: Sentinels;
  before(async () => {
    target = await startRawTarget(() => undefined);
    sentinels = await startSentinels();
  });
  after(async () => {
    await target.close();
    await sentinels.close();
  });

  for (const secure of [false, true]) {
    it(`sends nothing, ${secure ? 'not even TLS’s greeting' : 'no byte'}, when it reached an address that was not checked`, async () => {
      const connection = new Connection(secure, dial('127.0.0.3', true), () => undefined);
      const options = { host: TARGET_ADDRESS, port: target.port };
      const socket = secure ? connectTls(options) : connect(options);
      connection.watch(socket);
      socket.write('GET / HTTP/1.1\r\n\r\n', () => undefined);
      const reason = await connection.closed.catch((error: unknown) => error);
      expect(reason).to.be.instanceOf(Error);
      expect(connection.wrongAddress?.address).to.equal(TARGET_ADDRESS);
      await target.idle();
      expect(target.bytesReceived).to.equal(0);
    });
  }

  for (const host of ['127.0.0.1', 'name.example']) {
    it(`is refused by the filtering agent to ${host}, had the rule let it through`, async () => {
      const connection = new Connection(false, dial('127.0.0.1', false), () => undefined);
      const failure = await fetch(`http://${host}:${sentinels.port}/`, { agent: connection.agent }).catch(
        (error: unknown) => error,
      );
      expect(String(failure)).to.include('is not allowed');
      connection.close();
      expect(sentinels.connections).to.equal(0);
    });
  }

  it('goes to the checked addresses in turn, without another look-up', async () => {
    const stages: string[] = [];
    const addresses = [...dial('127.0.0.9', true), ...dial(TARGET_ADDRESS, true)];
    const connection = new Connection(false, addresses, (stage) => stages.push(stage));
    const before = target.connections;
    const fetching = fetch(`http://name.invalid:${target.port}/`, { agent: connection.agent });
    fetching.catch(() => undefined);
    await eventually(() => expect(target.connections).to.equal(before + 1));
    connection.close();
    expect(stages).to.deep.equal(['connect', 'answer']);
    await target.idle();
  });
});
