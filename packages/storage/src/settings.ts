/** The environment variables that say where files are stored: the same for both apps. */
import { oneOf } from '@toolpress/contract';
import { httpUrl } from '@toolpress/runtime';
import Joi from 'joi';

const forS3 = (schema: Joi.StringSchema<string>): Joi.StringSchema<string> =>
  schema.when('STORAGE', { is: 's3', then: Joi.required() });

export const storageDefaulted = {
  STORAGE: oneOf('folder', 's3').default('folder'),
  S3_BUCKET: Joi.string().default('toolpress'),
  S3_REGION: Joi.string().default('us-east-1'),
  FILE_TTL: Joi.number().integer().min(60).default(604_800),
};

export const storageOptional = {
  STORAGE_FOLDER: Joi.string().when('STORAGE', { is: 'folder', then: Joi.required() }),
  S3_ENDPOINT: forS3(httpUrl()),
  S3_PUBLIC_ENDPOINT: httpUrl(),
  S3_ACCESS_KEY: forS3(Joi.string()),
  S3_SECRET_KEY: forS3(Joi.string()),
};
