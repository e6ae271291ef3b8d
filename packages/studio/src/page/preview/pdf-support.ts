/**
 * Functions of the language that pdf.js uses and browsers have had for less than two years. Each is set only where it is missing. They
 * do what pdf.js needs of them.
 */

const missing: readonly (readonly [owner: object, name: string, value: (...given: never[]) => unknown])[] = [
  ...[Map.prototype, WeakMap.prototype].map((owner) => [owner, 'getOrInsertComputed', valueOrNew] as const),
  [Math, 'sumPrecise', (numbers: Iterable<number>) => [...numbers].reduce((sum, each) => sum + each, 0)],
  [Uint8Array.prototype, 'toHex', hex],
  [
    Promise,
    'try',
    (run: (...given: unknown[]) => unknown, ...given: unknown[]) => new Promise((done) => done(run(...given))),
  ],
];

for (const [owner, name, value] of missing)
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });

function valueOrNew<Key, Value>(this: Map<Key, Value>, key: Key, compute: (key: Key) => Value): Value {
  if (!this.has(key)) this.set(key, compute(key));
  return this.get(key) as Value;
}

function hex(this: Uint8Array): string {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
