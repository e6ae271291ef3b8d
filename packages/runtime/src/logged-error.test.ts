import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { loggedError, reasonOf } from './logged-error.js';

/** A text in every error below that must never be logged. */
const CANARY = 'Pfirsichkern';

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

const ERRORS: Record<string, Error> = {
  'Redis’, with its command': withFields('WRONGTYPE Operation against a key holding the wrong kind of value', {
    command: { name: 'eval', args: [CANARY] },
  }),
  'Redis’, of a command that it does not know': new Error(
    `ERR unknown command 'FOO', with args beginning with: '${CANARY}' '${CANARY}'`,
  ),
  'the JSON parser’s': thrownBy(() => JSON.parse(`{"a": ${CANARY}`)),
  'the JSON parser’s, of a text alone': thrownBy(() => JSON.parse(CANARY)),
  'a URL’s': thrownBy(() => new URL(`http://${CANARY} ${CANARY}/`)),
  'an argument’s': thrownBy(() => Buffer.from(null as never, CANARY as never)),
  'a property’s': thrownBy(() => (undefined as never)[CANARY]),
  'a regular expression’s': thrownBy(() => new RegExp(`${CANARY}(`)),
  'one that holds marks of quotation itself': new Error(`bad value "x" ${CANARY} "y"; '${CANARY}`),
  'one of several lines, some like those of a stack': new Error(`"a\n    at ${CANARY} (/x/y.js:1:2)\n"`),
  'node-fetch’s': new Error(`request to https://${CANARY}.example/?q=${CANARY} failed`),
  'one for a caller': withFields(`\`html\`: ${CANARY}`, { name: 'ServiceError', code: 'template_invalid' }),
  'one whose code is a text': withFields('failed', { code: `no code, ${CANARY}` }),
  'one with a cause': new Error('failed', { cause: withFields('failed', { input: CANARY }) }),
  'one that was changed after its throw': Object.assign(new Error(`"${CANARY}"`), { message: 'changed' }),
};

describe('An error in the log', () => {
  for (const [whose, error] of Object.entries(ERRORS)) {
    it(`holds nothing that it was about: ${whose}`, () => {
      expect(JSON.stringify(loggedError(error))).not.to.include(CANARY);
      expect(reasonOf(error)).not.to.include(CANARY);
      expect(loggedError(error).type).to.be.a('string');
    });
  }

  it('says its class, code, reason, and where it was thrown, its causes too', async () => {
    const cause = await readFile('/nowhere/at/all').catch((error: Error) => error);
    const { stack, cause: loggedCause, ...logged } = loggedError(new TypeError('it has no bytes', { cause }));
    expect(logged).to.deep.equal({ type: 'TypeError', message: 'it has no bytes' });
    expect(loggedCause).to.include({
      type: 'Error',
      code: 'ENOENT',
      message: "ENOENT: no such file or directory, open '/nowhere/at/all'",
    });
    expect(stack?.split('\n')[0]).to.match(/^ {4}at .*logged-error\.test\.js:\d+:\d+\)?$/);
    expect(reasonOf(cause)).to.include('/nowhere/at/all');
  });

  it('of another value than an error has only its type', () => {
    expect(loggedError(CANARY)).to.deep.equal({ type: 'string' });
    expect(loggedError({ CANARY })).to.deep.equal({ type: 'object' });
  });

  it('does not follow causes in a circle', () => {
    const error = new Error('one');
    error.cause = error;
    expect(reasonOf(Object.assign(new Error('', { cause: error }), { code: '' }))).to.equal('one');
    const silent = new Error('');
    silent.cause = silent;
    expect(reasonOf(silent)).to.equal('Error');
    expect(JSON.stringify(loggedError(error)).match(/"message":"one"/g)).to.have.lengthOf(6);
  });

  it('is read quickly for any length of its text', () => {
    const begun = process.cpuUsage();
    loggedError(new Error(`'"`.repeat(5_000_000)));
    expect(process.cpuUsage(begun).user, 'microseconds of processor time').to.be.below(1_000_000);
  });
});
