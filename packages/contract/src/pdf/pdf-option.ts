/** How an option of a PDF request reaches the worker. */
import Joi from 'joi';
import type { RawJson } from '../schema/raw-json.js';
import type { Infer } from '../schema/schema.js';

type Fields = Readonly<Record<string, Joi.AnySchema>>;
type Values<Of extends Fields> = { [Name in keyof Of]?: Infer<Of[Name]> | RawJson | undefined };
type Options = Readonly<Record<string, unknown>>;

/** What the gateway does before it sends an option: it resolves saved variables, or normalizes passwords. */
export type Preparation = 'text' | 'page texts' | 'watermark' | 'files' | 'passwords';

/** An option that the worker receives. */
interface JobOption<Schema extends Joi.AnySchema = Joi.AnySchema, Of extends Fields = Fields> {
  /** The schema of the option in the request. */
  schema: Schema;
  /** The schemas of the worker's fields. */
  fields: Of;
  /** Returns the values of the fields, or names the preparation that returns the value of the only field. */
  toJob: Preparation | ((value: unknown, request: Options) => object);
}

/** Returns an option that the worker receives unchanged in a field. */
export const passed = <Schema extends Joi.AnySchema, Of extends Fields>(fields: Of, schema: Schema) => {
  const [field = ''] = Object.keys(fields);
  return { schema, fields, toJob: (value: unknown) => ({ [field]: value }) } satisfies JobOption<Schema, Of>;
};

/** Returns an option with a mapping. @param toJob called for each request with the option. */
export const mapped = <Schema extends Joi.AnySchema, Of extends Fields>(
  fields: Of,
  schema: Schema,
  toJob: (value: Infer<Schema>, request: Options) => Values<Of>,
) => ({ schema, fields, toJob: toJob as (value: unknown, request: Options) => object }) satisfies JobOption<Schema, Of>;

/** Returns an option that the gateway prepares. */
export const prepared = <Schema extends Joi.AnySchema, Of extends Fields>(
  toJob: Preparation,
  fields: Of,
  schema: Schema,
) => ({ schema, fields, toJob }) satisfies JobOption<Schema, Of>;

/** A table of options by name. An option that only the gateway reads is its schema. */
type Table = Readonly<Record<string, JobOption | Joi.AnySchema>>;
type SchemaOf<Option> = Option extends Joi.AnySchema
  ? Option
  : Option extends { schema: infer Schema }
    ? Schema
    : never;
type FieldsOf<Option> = Option extends { fields: infer Of } ? Of : never;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? { [Name in keyof All]: All[Name] }
  : never;

const jobOptions = (table: Table): [string, JobOption][] =>
  Object.entries(table).flatMap(([name, option]) => (Joi.isSchema(option) ? [] : [[name, option as JobOption]]));

/** Returns the schemas of the options in a request. */
export const requestSchemas = <Of extends Table>(table: Of) =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, Joi.isSchema(option) ? option : option.schema]),
  ) as { [Name in keyof Of]: SchemaOf<Of[Name]> };

/** Returns the schemas of all fields of the worker. */
export const jobFields = <Of extends Table>(table: Of) =>
  Object.assign({}, ...jobOptions(table).map(([, { fields }]) => fields)) as Merged<FieldsOf<Of[keyof Of]>>;

/** Returns the mappings of the options that need no preparation, by the names of the options. */
export const mappings = (table: Table): [name: string, toJob: (value: unknown, request: Options) => object][] =>
  jobOptions(table).flatMap(([name, { toJob }]) => (typeof toJob === 'function' ? [[name, toJob]] : []));

/** Returns the options that the gateway prepares: their names, their preparation and the worker's field. */
export const preparations = (table: Table): { name: string; preparation: Preparation; field: string }[] =>
  jobOptions(table).flatMap(([name, { fields, toJob: preparation }]) => {
    const [field = ''] = Object.keys(fields);
    return typeof preparation === 'string' ? [{ name, preparation, field }] : [];
  });
