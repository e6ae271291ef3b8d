/** The requests of the studio's page. They are not in the OpenAPI document. */
import { shape, text } from './schema.js';

export const StudioSignIn = shape({
  token: text().max(200).description('An API token.'),
});
