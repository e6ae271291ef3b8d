/** Generated from the OpenAPI document by `npm run docs`. */
import type { INodeProperties } from 'n8n-workflow';

export const PATHS = {
  httpRequest: '/api/utilities/http-request',
  htmlToPdf: '/api/utilities/html-to-pdf',
  jsonToPdf: '/api/utilities/json-to-pdf',
  getRecord: '/api/tablebase/get-record',
  listRecords: '/api/tablebase/list-records',
  listVariables: '/api/variables',
  submitJob: '/api/jobs',
  getJob: '/api/jobs/{id}',
  submitBatch: '/api/batches',
  getBatch: '/api/batches/{id}',
  listBatchRows: '/api/batches/{id}/rows',
  uploadRows: '/api/uploads',
};

export const PDF_FIELDS: INodeProperties[] = [
  {
    "displayName": "HTML",
    "name": "html",
    "type": "string",
    "typeOptions": {
      "rows": 5
    },
    "default": "",
    "description": "An HTML template, <code>[[var:name]]</code> for a saved one, or <code>[[> name item=line]]</code> for one with arguments. Tags in <code>[[ ]]</code> are filled from <code>data</code>, see /docs/templates. Required, except with <code>template</code> or <code>e_invoice.output</code> <code>xml</code>."
  },
  {
    "displayName": "Data",
    "name": "data",
    "type": "json",
    "default": "={{ $json }}",
    "description": "Values of the tags in <code>[[ ]]</code>"
  }
];

export const PDF_OPTIONS: INodeProperties[] = [
  {
    "displayName": "Attachments",
    "name": "attachments",
    "type": "json",
    "default": "",
    "description": "Files embedded in the PDF, at most 50"
  },
  {
    "displayName": "Background PDF",
    "name": "background_pdf",
    "type": "string",
    "default": "",
    "description": "A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all others. Or <code>{\"first\": \"…\", \"default\": \"…\"}</code>: one for the first page, one for the others. Pages of another size are scaled to fit."
  },
  {
    "displayName": "CSS",
    "name": "css",
    "type": "string",
    "typeOptions": {
      "rows": 5
    },
    "default": "",
    "description": "CSS, <code>[[var:name]]</code> for a saved variable, or <code>[[> name size=a]]</code> for one with arguments"
  },
  {
    "displayName": "Conformance",
    "name": "conformance",
    "type": "string",
    "default": "",
    "description": "Standards of the PDF: one of <code>pdf/a-2b</code>, <code>pdf/a-3b</code>, <code>pdf/a-3a</code> (archives), with or without <code>pdf/ua-1</code> (accessibility). A document that cannot conform is an error."
  },
  {
    "displayName": "Data From",
    "name": "data_from",
    "type": "json",
    "default": "",
    "description": "A record whose fields are added to <code>data</code>, with the parameters of get-record. Fields replace members of <code>data</code> of the same name; <code>_record</code> holds <code>id</code> and <code>createdTime</code>. The call is also charged as get-record."
  },
  {
    "displayName": "Deliver To",
    "name": "deliver_to",
    "type": "json",
    "default": "",
    "description": "Also stores the file in the account’s own bucket, through a connection of the provider <code>s3</code>. If the bucket does not take it, the answer has the warning <code>not_delivered</code>."
  },
  {
    "displayName": "E Invoice",
    "name": "e_invoice",
    "type": "json",
    "default": "",
    "description": "An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see /docs/e-invoices"
  },
  {
    "displayName": "Embedded Resources",
    "name": "embedded_resources",
    "type": "boolean",
    "default": false,
    "description": "Whether style sheets may load what the request itself carries: <code>url(path)</code> and <code>@font-face</code> of paths in <code>files</code>, and data URLs of images, fonts and style sheets; default false. Remote addresses are never loaded."
  },
  {
    "displayName": "Expires In",
    "name": "expires_in",
    "type": "number",
    "typeOptions": {
      "minValue": 60,
      "maxValue": 9007199254740991
    },
    "default": 60,
    "description": "Lifetime of the file in seconds: 60 up to <code>FILE_TTL</code> of the service (a week by default), which is the default. <code>DELETE /api/files/{id}</code> deletes it earlier."
  },
  {
    "displayName": "Filename",
    "name": "filename",
    "type": "string",
    "default": "",
    "description": "The download name; <code>.pdf</code> is added if missing. Tags are filled from <code>data</code>."
  },
  {
    "displayName": "Files",
    "name": "files",
    "type": "json",
    "default": "",
    "description": "Style sheets and images by the paths that <code>html</code> uses, and style sheets with <code>embedded_resources</code>; at most 200. Each is text, <code>[[var:name]]</code> for a saved variable, <code>{\"base64\": \"…\"}</code>, or <code>{\"file\": \"…\"}</code> for a stored file by its id."
  },
  {
    "displayName": "First Page Number",
    "name": "first_page_number",
    "type": "number",
    "typeOptions": {
      "minValue": -50,
      "maxValue": 100000
    },
    "default": 1,
    "description": "The number of the first page; default 1. <code>[[pages]]</code> is then the number of the last page."
  },
  {
    "displayName": "Footer HTML",
    "name": "footer_html",
    "type": "string",
    "typeOptions": {
      "rows": 5
    },
    "default": "",
    "description": "As <code>header_html</code>, in the bottom margin"
  },
  {
    "displayName": "Header HTML",
    "name": "header_html",
    "type": "string",
    "typeOptions": {
      "rows": 5
    },
    "default": "",
    "description": "HTML for the top margin, or an object of HTML for <code>default</code>, <code>first</code>, <code>last</code>, <code>even</code> and <code>odd</code> pages. <code>[[page]]</code> and <code>[[pages]]</code> are page number and page count, other tags are filled from <code>data</code>. The document’s CSS applies."
  },
  {
    "displayName": "Locale",
    "name": "locale",
    "type": "string",
    "default": "",
    "description": "The language of numbers, amounts, dates, lists and translations in filters; default: <code>&lt;html lang></code>, else <code>en</code>"
  },
  {
    "displayName": "Margin",
    "name": "margin",
    "type": "string",
    "default": "",
    "description": "Page margins, except for <code>@page</code> rules with a selector (<code>:first</code>, a name): one to four CSS lengths (<code>20mm 15mm</code>), or an object of <code>top</code>, <code>right</code>, <code>bottom</code>, <code>left</code>. Default: the document’s <code>@page { margin }</code>, else 10 mm. Headers and footers must fit into <code>margin</code>; default margins grow for them."
  },
  {
    "displayName": "Metadata",
    "name": "metadata",
    "type": "json",
    "default": "",
    "description": "Title, author and other document properties. Tags are filled from <code>data</code>."
  },
  {
    "displayName": "On Blocked",
    "name": "on_blocked",
    "type": "options",
    "options": [
      {
        "name": "Error",
        "value": "error"
      },
      {
        "name": "Warn",
        "value": "warn"
      }
    ],
    "default": "error",
    "description": "Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. <code>error</code>: both are errors. <code>warn</code>: both are warnings."
  },
  {
    "displayName": "Orientation",
    "name": "orientation",
    "type": "options",
    "options": [
      {
        "name": "Landscape",
        "value": "landscape"
      },
      {
        "name": "Portrait",
        "value": "portrait"
      }
    ],
    "default": "portrait",
    "description": "Page orientation; default portrait. Landscape also turns the document’s own size. <code>Ledger</code> in portrait is 11 by 17 inches."
  },
  {
    "displayName": "Outline",
    "name": "outline",
    "type": "boolean",
    "default": false,
    "description": "Whether the PDF has bookmarks of the headings <code>h1</code> to <code>h6</code>, nested by level; default false"
  },
  {
    "displayName": "Page Size",
    "name": "page_size",
    "type": "string",
    "default": "",
    "description": "Paper size: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger, in any case, or <code>{\"width\": \"80mm\", \"height\": \"auto\"}</code> with lengths of 10 mm to 200 in. A height of <code>auto</code> fits the content on one page. Default: the document’s <code>@page { size }</code>, else A4."
  },
  {
    "displayName": "Protect",
    "name": "protect",
    "type": "json",
    "default": "",
    "description": "Passwords and permissions (AES-256); not with <code>conformance</code>"
  },
  {
    "displayName": "Strict",
    "name": "strict",
    "type": "boolean",
    "default": false,
    "description": "Whether tags without a value, or with a value found only in a section around their list, are an error; default false"
  },
  {
    "displayName": "Tagged",
    "name": "tagged",
    "type": "boolean",
    "default": false,
    "description": "Whether the PDF is tagged for screen readers; default false. Tagged PDFs are larger and take longer."
  },
  {
    "displayName": "Tags",
    "name": "tags",
    "type": "boolean",
    "default": false,
    "description": "Whether <code>html</code> and <code>css</code> are templates; default true. With false they are printed unchanged, for documents that contain <code>[[ ]]</code> as text."
  },
  {
    "displayName": "Time Zone",
    "name": "time_zone",
    "type": "string",
    "default": "",
    "description": "The time zone of filters; default <code>UTC</code>"
  },
  {
    "displayName": "Translations",
    "name": "translations",
    "type": "json",
    "default": "",
    "description": "Translations of texts for the filter <code>t</code>, by language. Values may be plural forms. At most 100 languages and 1 MiB."
  },
  {
    "displayName": "Watermark HTML",
    "name": "watermark_html",
    "type": "string",
    "typeOptions": {
      "rows": 5
    },
    "default": "",
    "description": "HTML printed over the middle of every page, or <code>{\"html\": \"…\", \"layer\": \"under\"}</code>. Tags are filled as in a header."
  }
];

export const REQUEST_FIELDS: INodeProperties[] = [
  {
    "displayName": "Method",
    "name": "method",
    "required": true,
    "type": "options",
    "options": [
      {
        "name": "DELETE",
        "value": "DELETE"
      },
      {
        "name": "GET",
        "value": "GET"
      },
      {
        "name": "PATCH",
        "value": "PATCH"
      },
      {
        "name": "POST",
        "value": "POST"
      },
      {
        "name": "PUT",
        "value": "PUT"
      }
    ],
    "default": "GET",
    "description": "HTTP method to use"
  },
  {
    "displayName": "URL",
    "name": "url",
    "required": true,
    "type": "string",
    "default": "",
    "description": "Full URL, <code>https://</code> or <code>http://</code>, at a public address. With <code>_connections</code>, it may be a path below the connection’s <code>url</code>."
  }
];

export const REQUEST_OPTIONS: INodeProperties[] = [
  {
    "displayName": " Connections",
    "name": "_connections",
    "type": "json",
    "default": "",
    "description": "The connection whose secret is sent, to addresses below its <code>url</code> only"
  },
  {
    "displayName": "Base64",
    "name": "base64",
    "type": "string",
    "default": "",
    "description": "Instead of <code>body</code>: bytes"
  },
  {
    "displayName": "Body",
    "name": "body",
    "type": "json",
    "default": "",
    "description": "An object or a list, sent as JSON; not with GET"
  },
  {
    "displayName": "Content Type",
    "name": "content_type",
    "type": "string",
    "default": "",
    "description": "Media type of <code>text</code>, <code>base64</code> or <code>file</code>"
  },
  {
    "displayName": "File",
    "name": "file",
    "type": "string",
    "default": "",
    "description": "Instead of <code>body</code>: a stored file of the account, by the id of its link"
  },
  {
    "displayName": "Form",
    "name": "form",
    "type": "json",
    "default": "",
    "description": "Instead of <code>body</code>: sent as <code>application/x-www-form-urlencoded</code>. A list repeats its name."
  },
  {
    "displayName": "Headers",
    "name": "headers",
    "type": "json",
    "default": "",
    "description": "Headers by name, except those that frame the connection"
  },
  {
    "displayName": "Multipart",
    "name": "multipart",
    "type": "json",
    "default": "",
    "description": "Instead of <code>body</code>: parts of a <code>multipart/form-data</code>"
  },
  {
    "displayName": "Paginate",
    "name": "paginate",
    "type": "json",
    "default": "",
    "description": "Follows pages and joins their items into the list <code>body</code>. 1 action per page, within the time limit of one request."
  },
  {
    "displayName": "Response",
    "name": "response",
    "type": "options",
    "options": [
      {
        "name": "Store",
        "value": "store"
      }
    ],
    "default": "store",
    "description": "<code>store</code>: the body of a 2xx answer becomes a file of the account, up to 100 MiB. See <code>file</code>."
  },
  {
    "displayName": "Retry",
    "name": "retry",
    "type": "json",
    "default": "",
    "description": "Sends a failed request again, also if the target is unreachable or its answer is cut off. <code>Retry-After</code> is kept. POST and PATCH need a header <code>Idempotency-Key</code>."
  },
  {
    "displayName": "Text",
    "name": "text",
    "type": "string",
    "default": "",
    "description": "Instead of <code>body</code>: a text, sent in UTF-8 as <code>content_type</code> (default <code>text/plain</code>)"
  }
];

export const RECORD_FIELDS: INodeProperties[] = [
  {
    "displayName": "Base ID",
    "name": "base_id",
    "required": true,
    "type": "string",
    "default": "",
    "description": "Base ID; begins with <code>app</code> for <code>tablebase</code>"
  },
  {
    "displayName": "Table ID",
    "name": "table_id",
    "required": true,
    "type": "string",
    "default": "",
    "description": "Table ID or table name; an ID begins with <code>tbl</code> for <code>tablebase</code>"
  },
  {
    "displayName": "Record ID",
    "name": "record_id",
    "type": "string",
    "default": "",
    "description": "ID of the record; begins with <code>rec</code> for <code>tablebase</code>. Required unless <code>where</code> is given."
  }
];

export const RECORD_OPTIONS: INodeProperties[] = [
  {
    "displayName": "Cell Format",
    "name": "cell_format",
    "type": "options",
    "options": [
      {
        "name": "Json",
        "value": "json"
      },
      {
        "name": "String",
        "value": "string"
      }
    ],
    "default": "json",
    "description": "<code>string</code>: values as text, as the provider shows them or as JavaScript prints them; default <code>json</code>"
  },
  {
    "displayName": "Expand",
    "name": "expand",
    "type": "json",
    "default": "",
    "description": "Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages."
  },
  {
    "displayName": "Fields",
    "name": "fields",
    "type": "json",
    "default": "",
    "description": "Only these fields are returned"
  },
  {
    "displayName": "Where",
    "name": "where",
    "type": "json",
    "default": "",
    "description": "Finds the record by the value of a field, or by a list of conditions, in place of <code>record_id</code>. Exactly one record must match."
  }
];

export const LIST_FIELDS: INodeProperties[] = [
  {
    "displayName": "Base ID",
    "name": "base_id",
    "required": true,
    "type": "string",
    "default": "",
    "description": "Base ID; begins with <code>app</code> for <code>tablebase</code>"
  },
  {
    "displayName": "Table ID",
    "name": "table_id",
    "required": true,
    "type": "string",
    "default": "",
    "description": "Table ID or table name; an ID begins with <code>tbl</code> for <code>tablebase</code>"
  }
];

export const LIST_OPTIONS: INodeProperties[] = [
  {
    "displayName": "Children",
    "name": "children",
    "type": "json",
    "default": "",
    "description": "Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages."
  },
  {
    "displayName": "Expand",
    "name": "expand",
    "type": "json",
    "default": "",
    "description": "Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages."
  },
  {
    "displayName": "Fields",
    "name": "fields",
    "type": "json",
    "default": "",
    "description": "Only these fields are returned"
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1,
      "maxValue": 2000
    },
    "default": 1,
    "description": "The largest number of records of the table; without it, all. A list has at most 2000 records and 5 MiB, with children and linked records."
  },
  {
    "displayName": "Sort",
    "name": "sort",
    "type": "json",
    "default": "",
    "description": "The order: by the first field, then by the next. The default is the order of the keys."
  },
  {
    "displayName": "Where",
    "name": "where",
    "type": "json",
    "default": "",
    "description": "Conditions that all must be true"
  }
];
