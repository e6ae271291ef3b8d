/** Loaded by `node --import` before a program: from a SIGUSR2 to the next one it can resolve no name. */
import dns from 'node:dns';

let isLost = false;
process.on('SIGUSR2', () => {
  isLost = !isLost;
});
const { lookup } = dns;
type Callback = (error: NodeJS.ErrnoException) => void;

dns.lookup = ((...given: unknown[]): void => {
  const callback = given.at(-1) as Callback;
  if (isLost) process.nextTick(callback, Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' }));
  else Reflect.apply(lookup, dns, given);
}) as typeof lookup;
