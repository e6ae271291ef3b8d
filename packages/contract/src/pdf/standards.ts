/** Conformance, metadata, attachments and encryption of a PDF. */
import Joi from 'joi';
import { BASE64, BASE64_RULE, isBase64 } from '../schema/files.js';
import { passedOn } from '../schema/raw-json.js';
import {
  anyText,
  emptyIsAbsent,
  flag,
  type Infer,
  listOf,
  oneOf,
  shape,
  text,
  withoutAbsent,
} from '../schema/schema.js';
import { tagIn } from '../schema/tags.js';
import { mapped, prepared } from './pdf-option.js';

/** ISO 19005-2 and -3, levels A and B; ISO 14289-1. */
export const CONFORMANCE = ['pdf/a-2b', 'pdf/a-3b', 'pdf/a-3a', 'pdf/ua-1'] as const;
export type Conformance = (typeof CONFORMANCE)[number];

/** The levels that require a tagged PDF. */
const TAGGED: readonly Conformance[] = ['pdf/a-3a', 'pdf/ua-1'];

export const wantsTags = (levels: readonly Conformance[]): boolean => levels.some((level) => TAGGED.includes(level));

const ALLOWED_LEVELS = `{{#label}} must be a list of ${CONFORMANCE.join(', ')}: one of PDF/A at most, with or without pdf/ua-1`;
const levelMessages = Object.fromEntries(
  ['alternatives.match', 'alternatives.types', 'any.only', 'array.unique', 'levels.two'].map((code) => [
    code,
    ALLOWED_LEVELS,
  ]),
);

/** Named, because client generators would otherwise create two types with the same name. */
const level = () => oneOf(...CONFORMANCE).meta({ jsonSchema: { title: 'Conformance' } });

const levels = (): Joi.ArraySchema<Conformance[]> =>
  listOf(level())
    .unique()
    .custom((given: Conformance[], helpers) =>
      given.filter((level) => level.startsWith('pdf/a')).length > 1 ? helpers.error('levels.two') : given,
    )
    .messages(levelMessages);

/** A list of levels, or one level. */
export const conformance = (): Joi.AnySchema<Conformance | Conformance[]> =>
  emptyIsAbsent(Joi.alternatives<Conformance | Conformance[]>(level(), levels()).messages(levelMessages));

export const listedLevels = (given: Conformance | readonly Conformance[] = []): readonly Conformance[] =>
  typeof given === 'string' ? [given] : given;

/** The longest text of the metadata in characters. */
export const MAX_METADATA = 1_000;
const MAX_KEYWORDS = 100;
/** The longest list of keywords in characters, as one text. */
export const MAX_KEYWORDS_LENGTH = MAX_KEYWORDS * MAX_METADATA;

const POINT_IN_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Returns whether a text is a day or a time with its offset. JavaScript reads the 31st of February as the 3rd of March. */
export const isPointInTime = (text: string): boolean =>
  POINT_IN_TIME.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));

/** The rule of points in time, for messages. */
export const NO_POINT_IN_TIME =
  'must be a point in time with its offset such as `2026-01-31T09:30:00+01:00` or `2026-01-31T08:30:00Z`, or a day such as `2026-01-31`';

/** A point in time, or a text with tags, which is checked when it is filled. */
const createdAt = (): Joi.StringSchema<string> =>
  text()
    .max(MAX_METADATA)
    .custom((given: string) => {
      if (tagIn(given, true) === undefined && !isPointInTime(given)) throw new RangeError('no point in time');
      return given;
    })
    .messages(
      Object.fromEntries(
        ['string.base', 'string.empty', 'any.custom'].map((code) => [code, `{{#label}} ${NO_POINT_IN_TIME}`]),
      ),
    );

const metadataText = (): Joi.StringSchema<string> =>
  emptyIsAbsent(text().max(MAX_METADATA)) as Joi.StringSchema<string>;

export const Metadata = shape(
  {},
  {
    title: metadataText().description('The title; default: `<title>` of the document, else `filename`.'),
    author: metadataText().description('The author.'),
    subject: metadataText().description('The subject.'),
    keywords: emptyIsAbsent(
      Joi.alternatives<string | string[]>(text().max(MAX_METADATA), listOf(text().max(MAX_METADATA)).max(MAX_KEYWORDS)),
    ).description(`A text, or a list of at most ${MAX_KEYWORDS} texts.`),
    created_at: emptyIsAbsent(createdAt())
      .description(
        'Creation date: a time with offset, or a day; default: the time of printing. If given, equal requests produce equal bytes.',
      )
      .example('2026-01-31T09:30:00+01:00'),
  },
);
export type Metadata = Infer<typeof Metadata>;

/** The worker's field. `createdAt` as in the request: a time with offset, or a day. */
export const JobMetadata = shape(
  {},
  { title: text(), author: text(), subject: text(), keywords: text(), createdAt: text() },
);

/** Returns the worker's field; undefined when there are no properties. */
export function jobMetadata(metadata: Metadata): Infer<typeof JobMetadata> | undefined {
  const { keywords, created_at: createdAt, ...texts } = metadata;
  const listed = (typeof keywords === 'string' ? keywords : keywords?.join(', ')) || undefined;
  const known = withoutAbsent({ ...texts, keywords: listed, createdAt });
  return Object.keys(known).length > 0 ? known : undefined;
}

export const MAX_ATTACHMENTS = 50;
export const MAX_ATTACHMENT_NAME = 200;

/** The relation of a file to the document (ISO 32000-2, 7.11.3). */
export const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

const NOT_BASE64 = `{{#label}} must be base64: ${BASE64_RULE}`;

/** RFC 6838, 4.2; no parameters. */
const MEDIA_TYPE = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/;

export const Attachment = shape(
  {
    name: text()
      .max(MAX_ATTACHMENT_NAME)
      .description(
        'The file name. Tags are filled from `data`. Folders and control characters are removed; repeated names are numbered.',
      )
      .example('invoice.xml'),
    data_base64: anyText()
      .custom((given: string) => {
        if (!isBase64(given)) throw new Error('not base64');
        return given;
      })
      .messages({ 'any.custom': NOT_BASE64, 'string.base': NOT_BASE64 })
      .description('The file as base64.')
      .meta({ jsonSchema: BASE64 })
      .example('PGEvPg=='),
  },
  {
    mime_type: emptyIsAbsent(text().pattern(MEDIA_TYPE, 'media type'))
      .messages({ 'string.pattern.name': '{{#label}} must be a media type such as `text/xml`' })
      .description('Such as `text/xml`; default `application/octet-stream`.'),
    description: metadataText().description('A description for readers.'),
    relationship: oneOf(...RELATIONSHIPS).description(
      'Relation to the document (PDF 2.0): `Source`, `Data`, `Alternative`, `Supplement` or `Unspecified` (default).',
    ),
  },
);
export type Attachment = Infer<typeof Attachment>;

export const attachments = (): Joi.ArraySchema<Attachment[]> => listOf(Attachment).max(MAX_ATTACHMENTS);

/** The field as the gateway passes it on, with checked content. */
export const CheckedAttachments = listOf(
  shape(
    { name: text(), data_base64: anyText() },
    { mime_type: text(), description: text(), relationship: oneOf(...RELATIONSHIPS) },
  ),
);

/** ISO 32000-2, table 22. */
export const PERMISSIONS = ['print', 'copy', 'edit', 'annotate', 'fill_forms', 'assemble'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The longest password in bytes of UTF-8 (ISO 32000-2, 7.6.4.3). */
export const MAX_PASSWORD = 127;

export const Protect = shape(
  {},
  {
    user_password: emptyIsAbsent(text().max(MAX_PASSWORD)).description(
      'Opens the PDF; without it, no password is needed. At most 127 bytes of UTF-8. Tags are filled from `data`.',
    ),
    owner_password: emptyIsAbsent(text().max(MAX_PASSWORD)).description(
      'Grants all rights; default: random. Tags are filled from `data`.',
    ),
    permissions: listOf(oneOf(...PERMISSIONS))
      .unique()
      .description('Allowed actions; default: all. Assistive technology may always read the text.'),
  },
);
export type Protect = Infer<typeof Protect>;

const asciiPassword = (): Joi.StringSchema<string> =>
  text()
    .pattern(/^[\x20-\x7e]{1,127}$/)
    .message(`{{#label}} must be 1 to ${MAX_PASSWORD} characters of printable ASCII`) as Joi.StringSchema<string>;

/** The protection of a merged PDF. All that a password may be wrong in is checked here: before the rows are printed. */
export const MergedProtect = shape(
  { user_password: asciiPassword().description('Opens the merged PDF: 1 to 127 characters of printable ASCII.') },
  {
    owner_password: asciiPassword().description('Grants all rights; default: random.'),
    permissions: listOf(oneOf(...PERMISSIONS))
      .unique()
      .description('Allowed actions; default: all.'),
  },
);
export type MergedProtect = Infer<typeof MergedProtect>;

/** What a batch with protected rows is merged with: the secret that the keys of its rows' files are made of, in base64. */
export const Merging = shape({ secret: text(), protect: MergedProtect });
export type Merging = Infer<typeof Merging>;

/** Secrets that are encrypted in Redis: the name of their key, and the encrypted text. */
export const Sealed = shape({ key: text().hex().length(32), text: text() });
export type Sealed = Infer<typeof Sealed>;

/** The normalized passwords. */
export interface Passwords {
  userPassword?: string;
  ownerPassword?: string;
}

/** What `sealed` of a document has: passwords, and in a batch that is merged the key of its file, in base64. */
export interface ProtectSecrets extends Passwords {
  fileKey?: string;
}

/** What `sealed` of a merged PDF has. */
export interface MergeSecrets extends Passwords {
  secret: string;
}

/** The worker's field. Gateways up to 0.1.0 send the passwords themselves. */
export const JobProtect = shape(
  {},
  { sealed: Sealed, userPassword: text(), ownerPassword: text(), permissions: listOf(oneOf(...PERMISSIONS)) },
);
export type JobProtect = Infer<typeof JobProtect>;

/** The fields of a request that depend on each other. */
interface Standards {
  conformance?: Conformance | Conformance[];
  tagged?: boolean;
  attachments?: readonly unknown[];
  protect?: unknown;
}

/** Returns the message of an invalid combination of fields; undefined if there is none. */
export function standardsFault({
  conformance: given,
  tagged,
  attachments: files = [],
  protect,
}: Standards): string | undefined {
  const asked = listedLevels(given);
  if (tagged === false && wantsTags(asked))
    return '`tagged` must not be `false` with a `conformance` of pdf/a-3a or pdf/ua-1: they are tagged; leave it out';
  if (asked.includes('pdf/a-2b') && files.length > 0)
    return '`attachments` can’t go with a `conformance` of pdf/a-2b, which takes none but PDF/A; use pdf/a-3b';
  if (asked.length > 0 && protect !== undefined)
    return '`protect` can’t go with `conformance`: PDF/A and PDF/UA are read without a password';
  return undefined;
}

export const STANDARDS_OPTIONS = {
  conformance: mapped(
    { conformance: listOf(oneOf(...CONFORMANCE)), tagged: flag() },
    conformance()
      .description(
        'Standards of the PDF: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that cannot conform is an error.',
      )
      .example(['pdf/a-3a', 'pdf/ua-1']),
    (given) => {
      const levels = listedLevels(given);
      return { conformance: levels.length > 0 ? [...levels] : undefined, ...(wantsTags(levels) && { tagged: true }) };
    },
  ),
  metadata: mapped(
    { metadata: JobMetadata },
    Metadata.description('Title, author and other document properties. Tags are filled from `data`.').example({
      author: 'Example Ltd',
    }),
    (metadata) => ({ metadata: jobMetadata(metadata) }),
  ),
  attachments: mapped(
    { attachments: CheckedAttachments },
    passedOn(
      attachments()
        .description(`Files embedded in the PDF, at most ${MAX_ATTACHMENTS}.`)
        .example([{ name: 'data.csv', data_base64: 'YTtiCg==', mime_type: 'text/csv', relationship: 'Data' }]),
    ),
    (files) => ({ attachments: Array.isArray(files) && files.length === 0 ? undefined : files }),
  ),
};

export const PROTECT_OPTIONS = {
  protect: prepared(
    'passwords',
    { protect: JobProtect },
    Protect.description('Passwords and permissions (AES-256); not with `conformance`.').example({
      permissions: ['print'],
    }),
  ),
};
