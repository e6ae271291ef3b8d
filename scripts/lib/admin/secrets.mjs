/** `secrets`: what the service keeps encrypted. */
import { examples } from './examples.mjs';
import { count } from './words.mjs';

/**
 * @param {import('commander').Command} program
 * @param {import('./session.mjs').Session} session
 */
export function addSecrets(program, session) {
  const secrets = program
    .command('secrets')
    .description('what the service keeps encrypted')
    .addHelpText(...examples('secrets re-encrypt'));

  secrets
    .command('re-encrypt')
    .description('encrypts every kept secret with the current MASTER_KEY, after it was changed')
    .addHelpText(...examples('secrets re-encrypt'))
    .action(async () => {
      const result = await session.request('/secrets/re-encrypt', { what: 'Re-encrypting', method: 'POST' });
      const { re_encrypted, current, failed } = result;
      await session.show(result, () => [
        `  Encrypted afresh: ${count(re_encrypted)}; with the current key already: ${count(current)}; failed: ${count(failed)}`,
        ...(failed === 0 ? [] : ['  What failed still needs the key that it was encrypted with: keep that key.']),
      ]);
      // A script that goes on to throw the old key away must stop here.
      if (failed > 0) session.exitCode = 1;
    });
}
