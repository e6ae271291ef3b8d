import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

/** The functions, as pdf.js calls them. */
interface Supported {
  map: Map<string, number> & { getOrInsertComputed(key: string, compute: () => number): number };
  math: { sumPrecise(numbers: Iterable<number>): number };
  bytes: Uint8Array & { toHex(): string };
  promise: { try(run: (...given: number[]) => unknown, ...given: number[]): Promise<unknown> };
}

describe('pdf.js in a browser that is two years old', () => {
  const own: readonly (readonly [object, string])[] = [
    [Map.prototype, 'getOrInsertComputed'],
    [WeakMap.prototype, 'getOrInsertComputed'],
    [Math, 'sumPrecise'],
    [Uint8Array.prototype, 'toHex'],
    [Promise, 'try'],
  ];
  const originals = own.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  before(async () => {
    for (const [owner, name] of own) Reflect.deleteProperty(owner, name);
    await import('./pdf-support.js');
  });
  after(() => {
    for (const [index, [owner, name]] of own.entries()) {
      const descriptor = originals[index];
      if (descriptor === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, descriptor);
    }
  });

  it('finds the functions that it needs', async () => {
    const map = new Map([['a', 1]]) as Supported['map'];
    expect(map.getOrInsertComputed('a', () => 2)).to.equal(1);
    expect(map.getOrInsertComputed('b', () => 2)).to.equal(2);
    expect(map.get('b')).to.equal(2);
    expect((Math as unknown as Supported['math']).sumPrecise(new Set([1, 2, 3.5]))).to.equal(6.5);
    expect((new Uint8Array([0, 10, 255]) as Supported['bytes']).toHex()).to.equal('000aff');
    const { try: attempt } = Promise as unknown as Supported['promise'];
    expect(await attempt.call(Promise, (one, other) => (one ?? 0) + (other ?? 0), 1, 2)).to.equal(3);
    const failed = await attempt.call(Promise, () => JSON.parse('{')).catch((error: Error) => error);
    expect(failed).to.be.instanceOf(SyntaxError);
  });
});
