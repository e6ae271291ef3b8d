/** Sign-in of operators at an identity provider, with `OIDC_ISSUER`. */
import { ServiceError } from '@toolpress/contract';
import { reasonOf } from '@toolpress/runtime';
import type { Express, Request, Response } from 'express';
import { contextOf, named } from '../api/request-log.js';
import { signedInPage } from '../monitoring/ops/page.js';
import type { SignInPage } from '../monitoring/ops/routes.js';
import type { Part } from '../part.js';
import { CALLBACK_PATH, type OidcSignIn, oidcSignIn, SignInRefused } from './oidc.js';

export const part: Part = ({ oidc: settings = {}, masterKeys, publicUrl }) => {
  const oidc = oidcSignIn({ settings, masterKeys, publicUrl });
  return oidc === undefined ? {} : { signIn: { host: oidc.host, mount: (app, page) => mountOidc(app, oidc, page) } };
};

/** Mounts the sign-in. No parameter of the caller chooses where it ends. */
function mountOidc(app: Express, oidc: OidcSignIn, { operator, begin, sendLogin }: SignInPage): void {
  const failed = (request: Request, response: Response, error: unknown): void => {
    if (error instanceof ServiceError && error.code === 'too_many_attempts') {
      sendLogin(response.set(error.headers), error.status, error.message);
      return;
    }
    if (!(error instanceof SignInRefused)) throw error;
    const { status, message, cause } = error;
    contextOf(request).log.warn(
      { status, ...(cause !== undefined && { reason: reasonOf(cause) }) },
      'a sign-in failed',
    );
    sendLogin(response, status, message);
  };
  app.get('/ops/oidc', named('GET /ops/oidc'), async (request, response) => {
    try {
      const { location, pending } = await oidc.begin();
      response.cookie(oidc.cookie, pending, oidc.cookieOptions).redirect(303, location);
    } catch (error) {
      failed(request, response, error);
    }
  });
  app.get(CALLBACK_PATH, named(`GET ${CALLBACK_PATH}`), async (request, response) => {
    response.clearCookie(oidc.cookie, oidc.endedCookieOptions);
    try {
      const person = await operator.attempt(request, 'oidc', () => oidc.finish(request));
      await begin(request, response, { kind: 'oidc', ...person });
      // A redirect would belong to the provider's navigation, on which browsers do not send the strict cookie of the session.
      response.type('text/html').end(signedInPage());
    } catch (error) {
      failed(request, response, error);
    }
  });
}
