import { Writable } from 'node:stream';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { writeOncePerTick } from './write-once-per-tick.js';

describe('A stream that writes once per tick', () => {
  it('lets what is written together leave together, in its order', async () => {
    const left: string[] = [];
    const stream = new Writable({
      writev: (chunks, done) => {
        left.push(chunks.map(({ chunk }) => String(chunk)).join(''));
        done();
      },
    });
    writeOncePerTick(stream);
    stream.write('a');
    stream.write('b');
    stream.write('c');
    await new Promise((resolve) => setImmediate(resolve));
    stream.write('d');
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).to.deep.equal(['abc', 'd']);
  });
});
