/** The studio: `/studio`. */
import type { Part } from '../part.js';
import { mountStudio } from './routes.js';

export const part: Part = (core) => ({
  mount: (app, endpoints) => mountStudio(app, { ...core, endpoints }),
});
