/** Specification 2.5: saved template variables, loaded in a template by `[[var:name]]`, and their versions. */
import type Joi from 'joi';
import { TemplateOptions } from '../pdf/pdf.js';
import { TemplateFault } from '../pdf/template-check.js';
import { Files } from '../schema/files.js';
import { passedOn } from '../schema/raw-json.js';
import { ShownVersion, TemplateVersion, VARIABLE_NAME, VariableName } from '../schema/references.js';
import {
  anyText,
  boundedDepth,
  createdAt,
  flag,
  type Infer,
  integer,
  type JsonObject,
  jsonObject,
  listOf,
  MAX_JSON_DEPTH,
  mapOf,
  oneOf,
  orNull,
  shape,
  text,
  timestamp,
  updatedAt,
} from '../schema/schema.js';
import { ContentWarnings } from '../schema/warnings.js';

/** The largest size of a variable's text, and of all variables of an account with their versions, in bytes of UTF-8. */
export const MAX_VARIABLE_BYTES = 1024 * 1024;
export const MAX_VARIABLES_BYTES = 64 * 1024 * 1024;
export const MAX_VARIABLES = 1_000;
/** The largest size of a version with all of its parts, in bytes. */
export const MAX_VERSION_BYTES = 5 * 1024 * 1024;
/** The largest number of versions of a variable, besides the draft. */
export const MAX_VERSIONS = 100;
export const MAX_SAMPLES = 20;
export const MAX_VARIABLE_NOTE = 200;

const kind = () => oneOf('html', 'css').description('What the content is.');
const note = () =>
  text().max(MAX_VARIABLE_NOTE).description('A note on the changes of the version.').example('New tax rate');

const SampleData = mapOf<JsonObject>(
  MAX_SAMPLES,
  (value, name) => {
    if (!VARIABLE_NAME.test(name))
      return 'must be named by 1 to 64 letters, digits, `_`, `.` or `-`, and begin with a letter or digit';
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
    try {
      boundedDepth(value);
      return undefined;
    } catch {
      return `must be nested at most ${MAX_JSON_DEPTH} levels deep`;
    }
  },
  { propertyNames: { pattern: VARIABLE_NAME.source }, additionalProperties: { type: 'object' } },
);

/** What a template of the kind html carries beside its text. */
const parts = {
  css: anyText()
    .max(MAX_VARIABLE_BYTES, 'utf8')
    .description('The style sheet of a template, at most 1 MiB.')
    .example('h1 { color: teal }'),
  files: passedOn(Files.description('Style sheets and images of a template by path, as `files` of a PDF request.')),
  sample_data: passedOn(
    SampleData.description(
      `Data to try a template with, by name; at most ${MAX_SAMPLES} objects. Numbers keep their digits. Calls ignore it.`,
    ).example({ short: { who: 'World' } }),
    { asWritten: true },
  ),
  options: passedOn(
    TemplateOptions.meta({ jsonSchema: { title: 'TemplateOptions' } })
      .description(
        'Parameters of a PDF request that print a template: all except `html`, `template`, `css`, `files`, `data`, `data_from`, `return` and `protect`.',
      )
      .example({ page_size: 'A5' }),
  ),
};
export const TEMPLATE_PARTS = Object.keys(parts) as (keyof typeof parts)[];

/** The same in answers. */
const savedParts = {
  css: anyText().description('The style sheet of a template.'),
  files: jsonObject().description('The files of a template by path.'),
  sample_data: jsonObject().description('Data to try the template with, by name.'),
  options: jsonObject().description('Parameters of a PDF request that print the template.'),
};

export const VariableContent = shape(
  {
    kind: kind().example('html'),
    content: text()
      .max(MAX_VARIABLE_BYTES, 'utf8')
      .description('The template’s text, at most 1 MiB.')
      .example('<h1>[[who]]</h1>'),
  },
  {
    ...parts,
    note: note(),
    draft: flag().description('Whether to save a draft, which replaces the previous one, instead of publishing.'),
  },
)
  .custom((given: Record<string, unknown>, helpers) => {
    const part = given['kind'] === 'css' ? TEMPLATE_PARTS.find((name) => given[name] !== undefined) : undefined;
    return part === undefined ? given : helpers.error('variable.css', { part });
  })
  .messages({ 'variable.css': '`{{#part}}` needs the `kind` html: CSS is no template' });
export type VariableContent = Infer<typeof VariableContent>;

const publishedVersion = () => integer().min(1).description('The number of the published version.').example(3);
const publishedAt = () => timestamp().description('When the version was published.');
const draftSavedAt = () => timestamp().description('When the draft was saved; absent without a draft.');

export const VariableSummary = shape(
  {
    name: VariableName,
    kind: kind(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  {
    version: publishedVersion().description('The published version; absent before the first.'),
    published_at: publishedAt(),
    draft_saved_at: draftSavedAt(),
  },
);
export type VariableSummary = Infer<typeof VariableSummary>;

const content = () => text().description('The template’s text.').example('<h1>[[who]]</h1>');

const etag = () =>
  text()
    .description('The tag of the text, as in the header `ETag`. `If-Match` takes it. Equal texts have equal tags.')
    .example('"b6589fc6ab0dc82cf12099d1c2d40ab994e8410c"');

/** The published version, or the saved draft. */
export const Variable = shape(
  {
    name: VariableName,
    kind: kind(),
    content: content(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    version: ShownVersion().description('The number of the version, or `draft` after a draft was saved.').example(3),
    etag: etag(),
  },
  {
    ...savedParts,
    note: note(),
    published_at: publishedAt(),
    draft_saved_at: draftSavedAt(),
    warnings: listOf(TemplateFault).description(
      'Only after saving or publishing: faults of its blocks, and the parts that the replaced text had (`parts_dropped`).',
    ),
  },
);
export type Variable = Infer<typeof Variable>;

const aboutVersion = {
  version: ShownVersion().description('The number of the version, or `draft`.').example(3),
  saved_at: timestamp().description('When it was saved.'),
  by: orNull(
    shape({
      id: text().description('The token’s id.').example('tok_8b1d…'),
      name: orNull(text()).description('The token’s name when it saved the version.').example('production'),
    }),
  ).description('The token that saved it; null for versions of an earlier release.'),
  bytes: integer().min(0).description('Size of all of its parts in bytes.').example(16),
  published: flag().description('Whether it is the published version.').example(true),
};
const moreOfVersion = {
  note: note(),
  published_at: timestamp().description('When it was last published; absent if never.'),
};

/** A version in a list. */
export const VariableVersion = shape(aboutVersion, moreOfVersion);
export type VariableVersion = Infer<typeof VariableVersion>;

/** A version with its content. */
export const WholeVersion = shape(
  { name: VariableName, kind: kind(), content: content(), ...aboutVersion, etag: etag() },
  { ...savedParts, ...moreOfVersion },
);
export type WholeVersion = Infer<typeof WholeVersion>;

export const PublishRequest = shape(
  {
    version: TemplateVersion()
      .description(
        'The version to publish. `draft` becomes a new version. An earlier one is published again, as a rollback: no version is made, and the current one and the draft are kept.',
      )
      .example(1),
  },
  { note: note() },
);
export type PublishRequest = Infer<typeof PublishRequest>;

const VERSION = /^(?:draft|published|[1-9]\d{0,8})$/;
const chosenVersion = (): Joi.StringSchema<string> =>
  text().pattern(VERSION).message('{{#label}} must be the number of a version, `published` or `draft`');

export const VersionInPath = shape({
  name: VariableName,
  version: chosenVersion().description('The number of a version, `published` or `draft`.').example('1'),
});

export const DifferenceQuery = shape(
  {},
  {
    from: chosenVersion().description('A version’s number, `published` (default) or `draft`.'),
    to: chosenVersion().description('A version’s number, `published` or `draft` (default).'),
  },
);

export const VersionDifference = shape({
  from: ShownVersion().description('The first version.').example(2),
  to: ShownVersion().description('The second version.').example(3),
  text: anyText()
    .description('The differences as a unified diff of the files that `toolpress pull` writes; empty without any.')
    .example('--- invoice@2/template.html\n+++ invoice@3/template.html\n…'),
  is_complete: flag()
    .description('Whether the text has all differences. Very large files are only named.')
    .example(true),
});
export type VersionDifference = Infer<typeof VersionDifference>;

/** A published template of an account, for the operator's check before an upgrade. */
export const AccountTemplate = shape({
  name: VariableName,
  version: publishedVersion(),
  samples: listOf(text()).description('The names of its sample data.').example(['short']),
});
export type AccountTemplate = Infer<typeof AccountTemplate>;

export const TestPrintRequest = shape({
  version: integer().min(1).description('The number of the version to print.').example(1),
  sample: text().description('The name of the sample data to print it with.').example('short'),
});
export type TestPrintRequest = Infer<typeof TestPrintRequest>;

/** The PDF of a check, which is neither charged nor stored. */
export const TestPrint = shape(
  {
    pdf_base64: text().description('The PDF, base64-encoded.').example('JVBERi0xLjcKJdPr6eEK…'),
    page_count: integer().min(0).description('Number of pages.').example(1),
  },
  { warnings: ContentWarnings.description('Differences from the template; absent when there are none.') },
);
