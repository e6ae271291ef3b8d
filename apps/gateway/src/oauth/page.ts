/** The authorization page: who asks, for what, and the form by which the holder of an account decides. It needs no script. */
import type { Scope } from '@toolpress/contract';
import { Eta } from 'eta';
import { readView } from '../pages/fixed.js';
import { richText } from '../pages/guides.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { Client } from './clients.js';
import { isLoopback } from './redirects.js';

const eta = new Eta({ autoEscape: true });
for (const [name, file] of [
  ['layout', 'layout.eta'],
  ['authorize', 'oauth/authorize.eta'],
  ['refused', 'oauth/refused.eta'],
  ['return', 'oauth/return.eta'],
] as const)
  eta.loadTemplate(`@${name}`, readView(file).toString());

export const STYLE = readView('oauth/style.css');

/** What each scope means, for people. */
const MEANINGS: Readonly<Record<Scope, string>> = {
  pdf: 'Print PDFs with the account’s saved templates and fonts, deliver them to its buckets, and read and delete jobs and files',
  http: 'Call public internet addresses in the account’s name',
  records: 'Read records through the account’s connections',
  templates: 'Read, change and delete the account’s templates and fonts',
};

export interface Shown {
  request: AuthorizationRequest;
  /** The scopes that are ticked. */
  ticked: readonly Scope[];
  /** Why the form is shown again. */
  problem?: string | undefined;
}

export const authorizationPage = ({ request, ticked, problem }: Shown): string =>
  eta.render('@authorize', {
    ...{ problem: problem && richText(problem), client: request.client },
    destination: destinationOf(request.redirectUri),
    scopes: request.scopes.map((name) => ({ name, meaning: MEANINGS[name], isTicked: ticked.includes(name) })),
  });

/** @param back the address with the error, which the person may follow. The page does not redirect by itself. */
export const refusedPage = (client: Client, message: string, back: string): string =>
  eta.render('@refused', { client, back, message: richText(message), destination: destinationOf(back) });

/**
 * Returns the page that leads back to the application. A redirect would not do: Chromium applies `form-action` of the page with the form to
 * it and to all that follow, also those of the application.
 *
 * @param back the address with the answer.
 */
export const returnPage = (back: string): string => eta.render('@return', { back, destination: destinationOf(back) });

const destinationOf = (uri: string): { host: string; isLoopback: boolean } => ({
  host: new URL(uri).host,
  isLoopback: isLoopback(uri),
});
