/** The variables of the sign-in at an identity provider. */
import { text } from '@toolpress/contract';
import { httpUrl, SECRET } from '@toolpress/runtime';
import Joi from 'joi';

/** Plain HTTP would show codes and tokens to the network; this machine is allowed for tests. */
const issuer = () =>
  httpUrl().custom((value: string) => {
    const { protocol, hostname, search, hash } = new URL(value);
    const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
    if ((protocol === 'https:' || isLocal) && search === '' && hash === '') return value;
    throw new Error('it must be https, without query and fragment');
  });

const allowed = () =>
  Joi.string()
    .custom((value: string, helpers) => {
      const names = value.split(',').map((name) => name.trim());
      return names.includes('') ? helpers.error('names.empty') : names;
    })
    .messages({
      'names.empty': '{{#label}} must be emails and names of groups, separated by commas',
    }) as unknown as Joi.AnySchema<string[]>;

const withIssuer = <Schema extends Joi.AnySchema>(schema: Schema): Schema =>
  schema
    .when('OIDC_ISSUER', { not: Joi.exist(), otherwise: Joi.required() })
    .meta({ fallback: 'required with `OIDC_ISSUER`' }) as Schema;

/** The variables of the gateway. */
export const oidcOptional = {
  OIDC_ISSUER: issuer().description(
    'the identity provider for [`/ops`](operations.md#sign-in-by-an-identity-provider)',
  ),
  OIDC_CLIENT_ID: withIssuer(text()).description('the client’s id at the provider'),
  OIDC_CLIENT_SECRET: withIssuer(text()).description('the client’s secret').meta(SECRET),
  OIDC_ACCOUNT_CLAIM: text()
    .max(200)
    .when('OIDC_ISSUER', { is: Joi.exist(), otherwise: Joi.forbidden() })
    .description(
      'claim of the provider’s access tokens with the id of an account, for [applications](mcp.md#sign-in-of-applications)',
    ),
  OIDC_ALLOWED: withIssuer(allowed()).description('emails and names of groups that may sign in, comma-separated'),
};

export interface OidcSettings {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_ALLOWED?: string[] | undefined;
  OIDC_ACCOUNT_CLAIM?: string | undefined;
}
