/** The command `studio-link`. */
import type { StudioLink } from '@toolpress/contract';
import type { Command } from 'commander';
import { findTarget } from './config.js';
import { time } from './output.js';
import type { Session } from './session.js';

export function addStudioLink(program: Command, session: Session): void {
  program
    .command('studio-link')
    .description('creates a link that signs in to the studio once, within ten minutes, on the machine of the service')
    .option('--token-file <file>', 'the API token that it signs in with; default: API_TOKEN')
    .addHelpText(...session.examples('studio-link'))
    .action(async ({ tokenFile }: { tokenFile?: string }) => {
      const { token } = findTarget(session.url, 'API_TOKEN', tokenFile);
      const link = await session.api.request<StudioLink>('/studio-links', {
        what: 'Creating the link',
        body: { token },
      });
      await session.show(link, () => [
        `  ${link.url}`,
        `  It works once, on this machine, until ${time(link.expires_at)} UTC.`,
      ]);
    });
}
