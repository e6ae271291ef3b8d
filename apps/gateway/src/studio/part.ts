/** The studio: `/studio`. */
import type { Part } from '../part.js';
import { mountStudio } from './routes.js';
import { SignInLinks, signInLinkEndpoint } from './sign-in-links.js';

export const part: Part = (core) => {
  const links = new SignInLinks(core.redis, core.masterKeys);
  return {
    studio: '/studio',
    endpoints: [signInLinkEndpoint(links, core.mounting.callers, core)],
    mount: (app, endpoints) => mountStudio(app, { ...core, endpoints, links }),
  };
};
