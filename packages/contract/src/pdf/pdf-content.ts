import { DocumentFiles, isResolved, MAX_FILES, ResolvedFiles } from '../schema/files.js';
import { passedOn } from '../schema/raw-json.js';
import { DataFrom } from '../schema/records.js';
import { TemplateReference } from '../schema/references.js';
import { anyText, flag, jsonObject, text } from '../schema/schema.js';
import { passed, prepared } from './pdf-option.js';

/** The largest parts of a document in bytes of UTF-8, including saved variables; `data`, `files` and `translations` as JSON, all kinds of a header together. */
export const PDF_LIMITS = {
  html: 5 * 1024 * 1024,
  css: 1024 * 1024,
  data: 5 * 1024 * 1024,
  header_html: 256 * 1024,
  footer_html: 256 * 1024,
  watermark_html: 256 * 1024,
  translations: 1024 * 1024,
  files: 10 * 1024 * 1024,
};

/** Matches texts that may contain a saved variable. */
export const MAY_NAME_VARIABLE = /\[\[\s*(?:var:|(?:\/\s*)?>\s*[A-Za-z0-9])/;

export const CONTENT_OPTIONS = {
  html: prepared(
    'text',
    { html: anyText() },
    passedOn(
      text()
        .description(
          'An HTML template, `[[var:name]]` for a saved one, or `[[> name item=line]]` for one with arguments. Tags in `[[ ]]` are filled from `data`, see /docs/templates. Required, except with `template` or `e_invoice.output` `xml`.',
        )
        .example('<h1>[[who]]</h1>'),
      { lookedAt: MAY_NAME_VARIABLE },
    ),
  ),
  template: TemplateReference.description(
    'A saved template instead of `html`: `invoice` for the published version, `invoice@3` for a version, `invoice@draft` for the draft. It contains `css`, `files` and options. Fields of the request replace them; `files` are added by path.',
  ).example('invoice@3'),
  css: prepared(
    'text',
    { css: anyText() },
    passedOn(
      anyText()
        .description('CSS, `[[var:name]]` for a saved variable, or `[[> name size=a]]` for one with arguments.')
        .example('h1 { color: teal }'),
      { lookedAt: MAY_NAME_VARIABLE },
    ),
  ),
  files: prepared(
    'files',
    { files: ResolvedFiles },
    passedOn(
      DocumentFiles.description(
        `Style sheets and images by the paths that \`html\` uses, and style sheets with \`embedded_resources\`; at most ${MAX_FILES}. Each is text, \`[[var:name]]\` for a saved variable, \`{"base64": "…"}\`, or \`{"file": "…"}\` for a stored file by its id.`,
      ).example({ 'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>' }),
      { lookedAt: isResolved },
    ),
  ),
  embedded_resources: passed(
    { embeddedResources: flag() },
    flag().description(
      'Whether style sheets may load what the request itself carries: `url(path)` and `@font-face` of paths in `files`, and data URLs of images, fonts and style sheets; default false. Remote addresses are never loaded.',
    ),
  ),
  tags: passed(
    { tags: flag() },
    flag().description(
      'Whether `html` and `css` are templates; default true. With false they are printed unchanged, for documents that contain `[[ ]]` as text.',
    ),
  ),
  data: passed(
    { data: jsonObject() },
    passedOn(jsonObject().description('Values of the tags in `[[ ]]`.').example({ who: 'World' })),
  ),
  data_from: DataFrom.description(
    'A record whose fields are added to `data`, with the parameters of get-record. Fields replace members of `data` of the same name; `_record` holds `id` and `createdTime`. The call is also charged as get-record.',
  ),
};
