/** Generated from the OpenAPI document by `npm run docs`. */
export interface components {
    schemas: {
        ErrorEnvelope: {
            /** @description Always false. */
            success: boolean;
            /** @description The problem and its solution. */
            error: string;
        } & {
            [key: string]: unknown;
        };
        HttpWarning: {
            /** @description The kind of warning. */
            code: "secret_replaced" | string;
            /** @description What differs. */
            message: string;
        } & {
            [key: string]: unknown;
        };
        HttpResult: {
            /**
             * @description Status of the target’s answer; any status is a success.
             * @example 200
             */
            status: number;
            /**
             * @description Headers of the answer. Repeated headers are joined; `set-cookie` is a list.
             * @example {
             *       "content-type": "application/json"
             *     }
             */
            headers: {
                [key: string]: unknown;
            };
            /**
             * @description Parsed JSON, else text, else base64; null without a body.
             * @example {
             *       "id": 4711,
             *       "state": "shipped"
             *     }
             */
            body: unknown;
            /** @description Present if `body` is base64. */
            body_encoding?: "base64" | string;
            /** @description With `"response": "store"`: the body of a 2xx answer. `body` is null then. */
            file?: {
                /** @description Use it as `file` in a body, or in `files` of a document. */
                id: string;
                /** @description Download link; the link is the permission. */
                download_url: string;
                /** @description Signed link that expires earlier. */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` expires.
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the file is deleted.
                 */
                expires_at: string;
                /**
                 * @description Size after decompression.
                 * @example 48211
                 */
                size_bytes: number;
                /**
                 * @description Media type that the target names.
                 * @example image/png
                 */
                content_type: string;
                /** @description SHA-256 of the content, hexadecimal. */
                sha256: string;
            } & {
                [key: string]: unknown;
            };
            /** @description With `paginate`: how far it came. */
            pages?: {
                /**
                 * @description Pages that were requested.
                 * @example 3
                 */
                count: number;
                /**
                 * @description Items in `body`.
                 * @example 250
                 */
                items: number;
                /**
                 * @description Whether all pages were read: `stopped` is `end` or `empty`.
                 * @example true
                 */
                complete: boolean;
                /** @description Why it stopped: `end` (the answer names no next page), `empty` (a page without items), `repeated` (a page or cursor came twice), `max_pages`, `max_items`, `max_bytes` or `deadline` (a limit), `status` (no success; see `status`), `no_items` (no list at the path), `no_next` (there is more, but no cursor). */
                stopped: ("end" | "empty" | "repeated" | "max_pages" | "max_items" | "max_bytes" | "deadline" | "status" | "no_items" | "no_next") | string;
                /** @description Where to continue after a limit: a URL, cursor, page number or offset. */
                next?: unknown;
                /** @description With `status` and `no_items`: the body that was no page, if it is JSON or text. */
                last_body?: unknown;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description With `retry`: the requests sent, for all pages together.
             * @example 2
             */
            attempts?: number;
            /** @description What differs from the answer of the target. Absent without any. */
            warnings?: components["schemas"]["HttpWarning"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "method": "GET",
         *       "url": "https://example.com/",
         *       "headers": {
         *         "accept": "application/json"
         *       }
         *     }
         */
        HttpRequest: {
            /**
             * @description HTTP method to use.
             * @example GET
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /**
             * @description Full URL, `https://` or `http://`, at a public address. With `_connections`, it may be a path below the connection’s `url`.
             * @example https://example.com/
             */
            url: string;
            /**
             * @description Headers by name, except those that frame the connection.
             * @example {
             *       "accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string | number | boolean;
            };
            /** @description An object or a list, sent as JSON; not with GET. */
            body?: unknown;
            /**
             * @description Instead of `body`: sent as `application/x-www-form-urlencoded`. A list repeats its name.
             * @example {
             *       "grant_type": "client_credentials",
             *       "scope": "read"
             *     }
             */
            form?: {
                [key: string]: string | number | boolean | (string | number | boolean)[];
            };
            /** @description Instead of `body`: a text, sent in UTF-8 as `content_type` (default `text/plain`). */
            text?: string;
            /** @description Instead of `body`: bytes. */
            base64?: string;
            /**
             * @description Instead of `body`: parts of a `multipart/form-data`.
             * @example [
             *       {
             *         "name": "title",
             *         "value": "Q3 report"
             *       }
             *     ]
             */
            multipart?: {
                /**
                 * @description Name of the part.
                 * @example file
                 */
                name: string;
                /**
                 * @description A text.
                 * @example Q3 report
                 */
                value?: string;
                /** @description Bytes. */
                base64?: string;
                /** @description A stored file of the account: its id. */
                file?: string;
                /**
                 * @description File name of the part.
                 * @example report.csv
                 */
                filename?: string;
                /**
                 * @description Media type of the part. Default: none for a text without `filename`, else `application/octet-stream`.
                 * @example text/csv
                 */
                content_type?: string;
            }[];
            /** @description Instead of `body`: a stored file of the account, by the id of its link. */
            file?: string;
            /**
             * @description Media type of `text`, `base64` or `file`.
             * @example text/csv
             */
            content_type?: string;
            /**
             * @description `store`: the body of a 2xx answer becomes a file of the account, up to 100 MiB. See `file`.
             * @example store
             * @enum {string}
             */
            response?: "store";
            /** @description Follows pages and joins their items into the list `body`. 1 action per page, within the time limit of one request. */
            paginate?: {
                /**
                 * @description How the next page is found: the `Link` header, a cursor or URL in the answer, a page number, or the number of items so far.
                 * @example cursor
                 * @enum {string}
                 */
                by: "link" | "cursor" | "page" | "offset";
                /**
                 * @description Path of the list of items in an answer. Default: the answer is the list.
                 * @example data
                 */
                items?: string;
                /**
                 * @description With `cursor`: path of the next cursor, or of the next URL without `query` and `body`.
                 * @example meta.next_cursor
                 */
                next?: string;
                /**
                 * @description Query parameter of the cursor, page number or offset. Default: `page`, `offset`.
                 * @example cursor
                 */
                query?: string;
                /** @description Path of the cursor, page number or offset in `body` or `form`, instead of `query`. */
                body?: string;
                /** @description First page number or offset. Default: that of the request, else 1 for `page` and 0 for `offset`. */
                first?: number;
                /**
                 * @description Path of a boolean that is false on the last page.
                 * @example has_more
                 */
                more?: string;
                /**
                 * @description Path of a boolean that is true on the last page.
                 * @example isLast
                 */
                last?: string;
                /**
                 * @description Path of the number of all items.
                 * @example total
                 */
                total?: string;
                /** @description Largest number of pages; default 100. */
                max_pages?: number;
                /** @description Largest number of items; default 10000. */
                max_items?: number;
            };
            /** @description Sends a failed request again, also if the target is unreachable or its answer is cut off. `Retry-After` is kept. POST and PATCH need a header `Idempotency-Key`. */
            retry?: {
                /**
                 * @description Largest number of attempts for one request, including the first.
                 * @example 3
                 */
                attempts: number;
                /**
                 * @description Statuses after which the request is sent again; default 429, 502, 503, 504.
                 * @example [
                 *       429,
                 *       503
                 *     ]
                 */
                on?: number[];
            };
            /**
             * @description The connection whose secret is sent, to addresses below its `url` only.
             * @example {
             *       "http": "shop"
             *     }
             */
            _connections?: {
                /** @description Slug of a connection of the provider `http`. */
                http: string;
            };
        };
        ContentWarning: {
            /** @description The kind of warning. */
            code: ("content_blocked" | "style_blocked" | "font_unavailable" | "font_replaced" | "character_missing" | "css_ignored" | "script_not_run" | "markup_ignored" | "link_dead" | "tag_without_value" | "outer_value" | "value_unclear" | "content_cut" | "nothing_printed" | "language_unknown" | "not_accessible" | "not_delivered" | "foreign_template_tag" | "warnings_incomplete") | string;
            /** @description The problem, its position and its solution. For repeated problems, the count and the first three positions. */
            message: string;
            /** @description Line of the first position in the sent text, if known. */
            line?: number;
            /** @description Column of the first position, if known. */
            column?: number;
        } & {
            [key: string]: unknown;
        };
        PdfResult: {
            /**
             * Format: uri
             * @description Link to the file, valid until `expires_at`.
             * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
             */
            download_url: string;
            /**
             * Format: uri
             * @description Signed link to the file, valid until `signed_url_expires_at`.
             * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
             */
            signed_url: string;
            /**
             * Format: date-time
             * @description When `signed_url` expires.
             * @example 2026-11-22T17:30:56.000Z
             */
            signed_url_expires_at: string;
            /**
             * Format: date-time
             * @description When the file is deleted.
             * @example 2026-11-29T16:30:56.881Z
             */
            expires_at: string;
            /**
             * @description Size of the file in bytes.
             * @example 18232
             */
            size_bytes: number;
            /**
             * @description Number of pages in the PDF; 0 with `e_invoice.output` `xml`.
             * @example 1
             */
            page_count: number;
            /**
             * @description The PDF, base64-encoded; absent with `"return": "link"`.
             * @example JVBERi0xLjcKJdPr6eEK…
             */
            pdf_base64?: string;
            /**
             * @description The XML instead of `pdf_base64`, with `e_invoice.output` `xml`.
             * @example <?xml version="1.0" encoding="UTF-8"?>…
             */
            xml?: string;
            /** @description The object in the account’s bucket; absent without `deliver_to` and with the warning `not_delivered`. */
            delivered?: {
                /**
                 * @description Slug of the connection of the provider `s3`.
                 * @example archive
                 */
                connection: string;
                /**
                 * @description The bucket.
                 * @example my-invoices
                 */
                bucket: string;
                /**
                 * @description The object: the folder, then `filename`, or an unguessable name without it.
                 * @example invoices/2026/invoice-4711.pdf
                 */
                key: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Differences from the sent document; absent when there are none. */
            warnings?: components["schemas"]["ContentWarning"][];
            /** @description The version of `template` that was printed; absent without one. */
            template?: {
                /**
                 * @description The variable’s name, as in `[[var:name]]`.
                 * @example invoice-template
                 */
                name: string;
                /**
                 * @description The number of the version, or `draft`.
                 * @example 3
                 */
                version: number | string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        RecordCondition: {
            /**
             * @description Name of the field.
             * @example Status
             */
            field: string;
            /**
             * @description The comparison; default `=`. `in`: one of a list. `contains`: part of a text, in any case. `is_empty`: no value, or an empty text. `!=` includes empty fields, the others do not.
             * @example >=
             * @enum {string}
             */
            op?: "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "contains" | "is_empty";
            /**
             * @description The value: a string of at most 1000 characters, a number or a boolean; with `in` a list of at most 2000 of them; with `is_empty` `true` (default) or `false`.
             * @example 100
             */
            value?: string | number | boolean | unknown[];
        };
        RecordSortKey: {
            /**
             * @description Name of the field.
             * @example Date
             */
            field: string;
            /**
             * @description Ascending (default) or descending.
             * @enum {string}
             */
            direction?: "asc" | "desc";
        };
        RecordGrandchildren: {
            /**
             * @description The table of the children.
             * @example order_items
             */
            table_id: string;
            /**
             * @description The field of the children that names the parent’s ID.
             * @example order_id
             */
            by: string;
            /**
             * @description Conditions that all must be true.
             * @example [
             *       {
             *         "field": "Status",
             *         "op": "=",
             *         "value": "open"
             *       }
             *     ]
             */
            where?: components["schemas"]["RecordCondition"][];
            /**
             * @description The order: by the first field, then by the next. The default is the order of the keys.
             * @example [
             *       {
             *         "field": "Date",
             *         "direction": "desc"
             *       }
             *     ]
             */
            sort?: components["schemas"]["RecordSortKey"][];
            /**
             * @description Only the first children of each parent. The others are read, and count towards the limits.
             * @example 100
             */
            limit?: number;
            /**
             * @description Only these fields are returned.
             * @example [
             *       "Customer",
             *       "Amount"
             *     ]
             */
            fields?: string[];
            /**
             * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
             * @example {
             *       "Customer": "Customers"
             *     }
             */
            expand?: {
                [key: string]: unknown;
            };
        };
        RecordChildren: {
            /**
             * @description The table of the children.
             * @example order_items
             */
            table_id: string;
            /**
             * @description The field of the children that names the parent’s ID.
             * @example order_id
             */
            by: string;
            /**
             * @description Conditions that all must be true.
             * @example [
             *       {
             *         "field": "Status",
             *         "op": "=",
             *         "value": "open"
             *       }
             *     ]
             */
            where?: components["schemas"]["RecordCondition"][];
            /**
             * @description The order: by the first field, then by the next. The default is the order of the keys.
             * @example [
             *       {
             *         "field": "Date",
             *         "direction": "desc"
             *       }
             *     ]
             */
            sort?: components["schemas"]["RecordSortKey"][];
            /**
             * @description Only the first children of each parent. The others are read, and count towards the limits.
             * @example 100
             */
            limit?: number;
            /**
             * @description Only these fields are returned.
             * @example [
             *       "Customer",
             *       "Amount"
             *     ]
             */
            fields?: string[];
            /**
             * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
             * @example {
             *       "Customer": "Customers"
             *     }
             */
            expand?: {
                [key: string]: unknown;
            };
            /**
             * @description Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages.
             * @example {
             *       "items": {
             *         "table_id": "order_items",
             *         "by": "order_id"
             *       }
             *     }
             */
            children?: {
                [key: string]: components["schemas"]["RecordGrandchildren"];
            };
        };
        /** @enum {string} */
        Conformance: "pdf/a-2b" | "pdf/a-3b" | "pdf/a-3a" | "pdf/ua-1";
        InvoiceSeller: {
            /**
             * @description BT-27: The full registered name.
             * @example Example GmbH
             */
            name?: string;
            /** @description BT-28: The trading name. */
            trading_name?: string;
            /** @description BT-29: Identifiers of the seller. */
            ids?: {
                /** @description BT-29: The identifier. */
                id: string;
                /** @description BT-29-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                scheme?: string;
            }[];
            /** @description BT-30: The entry in an official register. */
            legal_registration?: {
                /** @description BT-30: The identifier. */
                id: string;
                /** @description BT-30-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                scheme?: string;
            };
            /**
             * @description BT-31: VAT number, with the country in front.
             * @example DE123456789
             */
            vat_id?: string;
            /** @description BT-32: The number at the local tax office. */
            tax_number?: string;
            /** @description BT-33: Other legal information, such as capital and management. */
            legal_information?: string;
            /** @description BT-34: The electronic address for answers to the invoice. */
            electronic_address?: {
                /** @description BT-34: The identifier. */
                id: string;
                /** @description BT-34-1: Its scheme, of the list EAS (`EM` is e-mail, `0088` GLN, `0204` Leitweg-ID, `9930` a German VAT number). */
                scheme?: string;
            };
            /** @description BG-5: The postal address. */
            address?: {
                /**
                 * @description BT-35: Usually street and number.
                 * @example Hauptstraße 1
                 */
                line_1?: string;
                /** @description BT-36: A further line of the address. */
                line_2?: string;
                /** @description BT-162: A further line of the address. */
                line_3?: string;
                /**
                 * @description BT-37: City.
                 * @example Berlin
                 */
                city?: string;
                /**
                 * @description BT-38: Post code.
                 * @example 10115
                 */
                post_code?: string;
                /** @description BT-39: Region, state or province. */
                subdivision?: string;
                /**
                 * @description BT-40: Country, of ISO 3166-1 (two letters).
                 * @example DE
                 */
                country?: string;
            };
            /** @description BG-6: Whom to ask. */
            contact?: {
                /**
                 * @description BT-41: Person or department.
                 * @example Ada Lovelace
                 */
                name?: string;
                /**
                 * @description BT-42: Telephone number.
                 * @example +49 30 1234567
                 */
                phone?: string;
                /**
                 * @description BT-43: E-mail address.
                 * @example ada@example.com
                 */
                email?: string;
            };
        };
        InvoiceBuyer: {
            /**
             * @description BT-44: Its full name.
             * @example Customer SA
             */
            name?: string;
            /** @description BT-45: The trading name. */
            trading_name?: string;
            /** @description BT-46: An identifier of the buyer, such as the customer number. */
            id?: {
                /** @description BT-46: The identifier. */
                id: string;
                /** @description BT-46-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                scheme?: string;
            };
            /** @description BT-47: The entry in an official register. */
            legal_registration?: {
                /** @description BT-47: The identifier. */
                id: string;
                /** @description BT-47-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                scheme?: string;
            };
            /**
             * @description BT-48: VAT number, with the country in front.
             * @example FR12345678901
             */
            vat_id?: string;
            /** @description BT-49: The electronic address for the invoice. */
            electronic_address?: {
                /** @description BT-49: The identifier. */
                id: string;
                /** @description BT-49-1: Its scheme, of the list EAS (`EM` is e-mail, `0088` GLN, `0204` Leitweg-ID, `9930` a German VAT number). */
                scheme?: string;
            };
            /** @description BG-8: The postal address. */
            address?: {
                /**
                 * @description BT-50: Usually street and number.
                 * @example Hauptstraße 1
                 */
                line_1?: string;
                /** @description BT-51: A further line of the address. */
                line_2?: string;
                /** @description BT-163: A further line of the address. */
                line_3?: string;
                /**
                 * @description BT-52: City.
                 * @example Berlin
                 */
                city?: string;
                /**
                 * @description BT-53: Post code.
                 * @example 10115
                 */
                post_code?: string;
                /** @description BT-54: Region, state or province. */
                subdivision?: string;
                /**
                 * @description BT-55: Country, of ISO 3166-1 (two letters).
                 * @example DE
                 */
                country?: string;
            };
            /** @description BG-9: Whom to ask. */
            contact?: {
                /**
                 * @description BT-56: Person or department.
                 * @example Ada Lovelace
                 */
                name?: string;
                /**
                 * @description BT-57: Telephone number.
                 * @example +49 30 1234567
                 */
                phone?: string;
                /**
                 * @description BT-58: E-mail address.
                 * @example ada@example.com
                 */
                email?: string;
            };
        };
        InvoiceLine: {
            /** @description BT-126: Number of the line; default: 1, 2, 3 … */
            id?: string;
            /** @description BT-127: A remark. */
            note?: string;
            /** @description BT-128: The object of the line, such as a meter. */
            object?: {
                /** @description BT-128: The identifier. */
                id: string;
                /** @description BT-128-1: Its scheme, of UNTDID 1153. */
                scheme?: string;
            };
            /**
             * @description BT-129: The quantity.
             * @example 3
             */
            quantity?: number | string | "";
            /**
             * @description BT-130: The unit of the quantity, of UN/ECE Recommendation 20: `C62` is pieces, `HUR` hours, `DAY`, `KGM`, `MTR`, `LTR`.
             * @example C62
             */
            unit?: string;
            /** @description BT-131: The net amount; default: `quantity` × `net_price` / `price_quantity` − allowances + charges. */
            net_amount?: number | string | "";
            /** @description BT-132: The line of the order. */
            order_line_reference?: string;
            /** @description BT-X-21: The order, if it differs from the invoice’s. `extended` only. */
            purchase_order_reference?: string;
            /** @description BT-X-92: The despatch advice. `extended` only. */
            despatch_advice_reference?: string;
            /**
             * Format: date
             * @description BT-X-85: The date of delivery. `extended` only.
             * @example 2026-01-31
             */
            delivery_date?: string;
            /** @description BT-133: The buyer’s accounting reference for the line. */
            buyer_accounting_reference?: string;
            /** @description BG-26: The time that is invoiced. */
            period?: {
                /**
                 * Format: date
                 * @description BT-134: Its first day.
                 * @example 2026-01-31
                 */
                start_date?: string;
                /**
                 * Format: date
                 * @description BT-135: Its last day.
                 * @example 2026-01-31
                 */
                end_date?: string;
            };
            /** @description BG-27: Discounts on the line. */
            allowances?: {
                /**
                 * @description BT-136: The amount without VAT; default: `base_amount` × `percentage`.
                 * @example 10
                 */
                amount?: number | string | "";
                /** @description BT-137: The base amount of the percentage. */
                base_amount?: number | string | "";
                /**
                 * @description BT-138: The percentage.
                 * @example 5
                 */
                percentage?: number | string | "";
                /**
                 * @description BT-139: The reason, in words.
                 * @example Discount
                 */
                reason?: string;
                /** @description BT-140: The reason, of UNTDID 5189. */
                reason_code?: string;
            }[];
            /** @description BG-28: Charges on the line. */
            charges?: {
                /**
                 * @description BT-141: The amount without VAT; default: `base_amount` × `percentage`.
                 * @example 10
                 */
                amount?: number | string | "";
                /** @description BT-142: The base amount of the percentage. */
                base_amount?: number | string | "";
                /**
                 * @description BT-143: The percentage.
                 * @example 5
                 */
                percentage?: number | string | "";
                /**
                 * @description BT-144: The reason, in words.
                 * @example Freight
                 */
                reason?: string;
                /** @description BT-145: The reason, of UNTDID 7161. */
                reason_code?: string;
            }[];
            /**
             * @description BT-146: Price without VAT, after the discount; default: `gross_price` − `price_discount`.
             * @example 100
             */
            net_price?: number | string | "";
            /** @description BT-147: The discount included in the net price. */
            price_discount?: number | string | "";
            /** @description BT-148: Price without VAT, before the discount. */
            gross_price?: number | string | "";
            /** @description BT-149: The number of units that the price is for; default 1. */
            price_quantity?: number | string | "";
            /** @description BT-150: The unit; the same as the line’s. */
            price_unit?: string;
            /**
             * @description BT-151: VAT category, of UNTDID 5305: `S` standard (any rate above 0), `Z` zero, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT, `L` IGIC, `M` IPSI.
             * @example S
             */
            vat_category?: string;
            /**
             * @description BT-152: VAT rate, per cent.
             * @example 19
             */
            vat_rate?: number | string | "";
            /**
             * @description BT-153: The name of the item.
             * @example Consulting
             */
            name?: string;
            /** @description BT-154: A description of the item. */
            description?: string;
            /** @description BT-155: The seller’s article number. */
            seller_item_id?: string;
            /** @description BT-156: The buyer’s article number. */
            buyer_item_id?: string;
            /** @description BT-157: A registered article number. */
            standard_item_id?: {
                /** @description BT-157: The identifier. */
                id: string;
                /** @description BT-157-1: Its scheme, of ISO 6523: `0160` is GTIN. */
                scheme?: string;
            };
            /** @description BT-158: Classes of the article. */
            classifications?: {
                /** @description BT-158: The class. */
                code: string;
                /** @description BT-158-1: The scheme of the class, of UNTDID 7143: `STI` is CPV, `TST` UNSPSC. */
                scheme?: string;
                /** @description BT-158-2: Its version. */
                scheme_version?: string;
            }[];
            /** @description BT-159: The country of origin, of ISO 3166-1. */
            origin_country?: string;
            /** @description BG-32: Properties of the article. */
            attributes?: {
                /**
                 * @description BT-160: Its name.
                 * @example Colour
                 */
                name?: string;
                /**
                 * @description BT-161: Its value.
                 * @example Blue
                 */
                value?: string;
            }[];
            /** @description BG-X-84: The sold pieces. `extended` only. */
            instances?: {
                /** @description BT-X-306: Number of the batch. */
                batch_id?: string;
                /** @description BT-X-307: Serial number. */
                serial_id?: string;
            }[];
        };
        Invoice: {
            /**
             * @description BT-1: Number of the invoice.
             * @example 2026-0417
             */
            number?: string;
            /**
             * Format: date
             * @description BT-2: The day of the invoice.
             * @example 2026-01-31
             */
            issue_date?: string;
            /** @description BT-3: The type of document, of UNTDID 1001: `380` an invoice (default), `381` a credit note, `384` a corrected invoice, `326` a partial one, `389` a self-billed one. */
            type_code?: string;
            /**
             * @description BT-5: Currency of all amounts, of ISO 4217.
             * @example EUR
             */
            currency?: string;
            /** @description BT-6: The seller’s VAT accounting currency, if different; requires `totals.vat_total_in_vat_currency`. */
            vat_currency?: string;
            /**
             * Format: date
             * @description BT-7: The date on which VAT becomes due.
             * @example 2026-01-31
             */
            vat_point_date?: string;
            /** @description BT-8: The event on which VAT becomes due: `3` with the invoice, `35` with the delivery, `432` with the payment. */
            vat_point_date_code?: string;
            /**
             * Format: date
             * @description BT-9: The due date of the payment.
             * @example 2026-01-31
             */
            due_date?: string;
            /**
             * @description BT-10: The reference that the buyer requires; in Germany the Leitweg-ID.
             * @example 04011000-1234512345-06
             */
            buyer_reference?: string;
            /** @description BT-11: The project. */
            project_reference?: string;
            /** @description BT-12: The contract. */
            contract_reference?: string;
            /** @description BT-13: The buyer’s order. */
            purchase_order_reference?: string;
            /** @description BT-14: The seller’s order. */
            sales_order_reference?: string;
            /** @description BT-15: The receiving advice. */
            receiving_advice_reference?: string;
            /** @description BT-16: The despatch advice. */
            despatch_advice_reference?: string;
            /** @description BT-X-202: The delivery note. `extended` only. */
            delivery_note_reference?: string;
            /** @description BT-17: The tender or lot. */
            tender_or_lot_reference?: string;
            /** @description BT-18: The object of the invoice, such as a subscription. */
            invoiced_object?: {
                /** @description BT-18: The identifier. */
                id: string;
                /** @description BT-18-1: Its scheme, of UNTDID 1153. */
                scheme?: string;
            };
            /** @description BT-19: The buyer’s accounting reference. */
            buyer_accounting_reference?: string;
            /**
             * @description BT-20: The terms of payment, in words.
             * @example 30 days net
             */
            payment_terms?: string;
            /** @description BG-X-44: Discounts for early payment, as machines read them. `extended` only; for `xrechnung` write them in `payment_terms`. */
            cash_discounts?: {
                /**
                 * @description BT-X-283: The number of days until the payment is due.
                 * @example 14
                 */
                days: number | string | "";
                /**
                 * @description BT-X-286: The discount in percent.
                 * @example 2
                 */
                percentage: number | string | "";
                /** @description BT-X-285: The base amount of the percentage. */
                base_amount?: number | string | "";
            }[];
            /** @description BG-1: Notes. */
            notes?: {
                /** @description BT-22: The note. */
                text: string;
                /** @description BT-21: The subject of the note, of UNTDID 4451. */
                subject_code?: string;
            }[];
            /** @description BT-23: The process that the invoice belongs to; `urn:fdc:peppol.eu:2017:poacc:billing:01:1.0` is the default of XRechnung. */
            business_process?: string;
            /** @description BG-3: Invoices that this one corrects or settles. */
            preceding_invoices?: {
                /** @description BT-25: Its number. */
                number?: string;
                /**
                 * Format: date
                 * @description BT-26: Its day.
                 * @example 2026-01-31
                 */
                issue_date?: string;
            }[];
            /** @description BG-4: The seller, who issues the invoice. */
            seller?: components["schemas"]["InvoiceSeller"];
            /** @description BG-7: The buyer. */
            buyer?: components["schemas"]["InvoiceBuyer"];
            /** @description BG-10: The payee, if not the seller. */
            payee?: {
                /** @description BT-59: Its name. */
                name?: string;
                /** @description BT-60: An identifier of the payee. */
                id?: {
                    /** @description BT-60: The identifier. */
                    id: string;
                    /** @description BT-60-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
                /** @description BT-61: The entry in an official register. */
                legal_registration?: {
                    /** @description BT-61: The identifier. */
                    id: string;
                    /** @description BT-61-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
            };
            /** @description BG-11: The seller’s tax representative. */
            seller_tax_representative?: {
                /** @description BT-62: Its full name. */
                name?: string;
                /** @description BT-63: VAT number, with the country in front. */
                vat_id?: string;
                /** @description BG-12: The postal address. */
                address?: {
                    /**
                     * @description BT-64: Usually street and number.
                     * @example Hauptstraße 1
                     */
                    line_1?: string;
                    /** @description BT-65: A further line of the address. */
                    line_2?: string;
                    /** @description BT-164: A further line of the address. */
                    line_3?: string;
                    /**
                     * @description BT-66: City.
                     * @example Berlin
                     */
                    city?: string;
                    /**
                     * @description BT-67: Post code.
                     * @example 10115
                     */
                    post_code?: string;
                    /** @description BT-68: Region, state or province. */
                    subdivision?: string;
                    /**
                     * @description BT-69: Country, of ISO 3166-1 (two letters).
                     * @example DE
                     */
                    country?: string;
                };
            };
            /** @description BG-13: The delivery: recipient, place and date. */
            delivery?: {
                /** @description BT-70: The name of the recipient. */
                name?: string;
                /** @description BT-71: An identifier of the place. */
                location_id?: {
                    /** @description BT-71: The identifier. */
                    id: string;
                    /** @description BT-71-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
                /**
                 * Format: date
                 * @description BT-72: The date of delivery.
                 * @example 2026-01-31
                 */
                date?: string;
                /** @description BG-15: The postal address. */
                address?: {
                    /**
                     * @description BT-75: Usually street and number.
                     * @example Hauptstraße 1
                     */
                    line_1?: string;
                    /** @description BT-76: A further line of the address. */
                    line_2?: string;
                    /** @description BT-165: A further line of the address. */
                    line_3?: string;
                    /**
                     * @description BT-77: City.
                     * @example Berlin
                     */
                    city?: string;
                    /**
                     * @description BT-78: Post code.
                     * @example 10115
                     */
                    post_code?: string;
                    /** @description BT-79: Region, state or province. */
                    subdivision?: string;
                    /**
                     * @description BT-80: Country, of ISO 3166-1 (two letters).
                     * @example DE
                     */
                    country?: string;
                };
            };
            /** @description BG-X-27: The final recipient. `extended` only. */
            ultimate_ship_to?: {
                /** @description BT-X-164: Its name. */
                name: string;
                /** @description BT-X-163: An identifier of it. */
                id?: {
                    /** @description BT-X-163: The identifier. */
                    id: string;
                    /** @description BT-X-163-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
                /** @description BG-X-29: The postal address. */
                address?: {
                    /**
                     * @description BT-X-173: Usually street and number.
                     * @example Hauptstraße 1
                     */
                    line_1?: string;
                    /** @description BT-X-174: A further line of the address. */
                    line_2?: string;
                    /** @description BT-X-175: A further line of the address. */
                    line_3?: string;
                    /**
                     * @description BT-X-176: City.
                     * @example Berlin
                     */
                    city?: string;
                    /**
                     * @description BT-X-172: Post code.
                     * @example 10115
                     */
                    post_code?: string;
                    /** @description BT-X-178: Region, state or province. */
                    subdivision?: string;
                    /**
                     * @description BT-X-177: Country, of ISO 3166-1 (two letters).
                     * @example DE
                     */
                    country?: string;
                };
            };
            /** @description BG-X-30: The place of dispatch. `extended` only. */
            ship_from?: {
                /** @description BT-X-183: Its name. */
                name: string;
                /** @description BT-X-182: An identifier of it. */
                id?: {
                    /** @description BT-X-182: The identifier. */
                    id: string;
                    /** @description BT-X-182-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
                /** @description BG-X-32: The postal address. */
                address?: {
                    /**
                     * @description BT-X-192: Usually street and number.
                     * @example Hauptstraße 1
                     */
                    line_1?: string;
                    /** @description BT-X-193: A further line of the address. */
                    line_2?: string;
                    /** @description BT-X-194: A further line of the address. */
                    line_3?: string;
                    /**
                     * @description BT-X-195: City.
                     * @example Berlin
                     */
                    city?: string;
                    /**
                     * @description BT-X-191: Post code.
                     * @example 10115
                     */
                    post_code?: string;
                    /** @description BT-X-197: Region, state or province. */
                    subdivision?: string;
                    /**
                     * @description BT-X-196: Country, of ISO 3166-1 (two letters).
                     * @example DE
                     */
                    country?: string;
                };
            };
            /** @description BG-X-36: The recipient of the invoice, if not the buyer. `extended` only. */
            invoicee?: {
                /** @description BT-X-226: Its name. */
                name: string;
                /** @description BT-X-225: An identifier of it. */
                id?: {
                    /** @description BT-X-225: The identifier. */
                    id: string;
                    /** @description BT-X-225-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                    scheme?: string;
                };
                /** @description BT-X-242: VAT number, with the country in front. */
                vat_id?: string;
                /** @description BG-X-38: The postal address. */
                address?: {
                    /**
                     * @description BT-X-235: Usually street and number.
                     * @example Hauptstraße 1
                     */
                    line_1?: string;
                    /** @description BT-X-236: A further line of the address. */
                    line_2?: string;
                    /** @description BT-X-237: A further line of the address. */
                    line_3?: string;
                    /**
                     * @description BT-X-238: City.
                     * @example Berlin
                     */
                    city?: string;
                    /**
                     * @description BT-X-234: Post code.
                     * @example 10115
                     */
                    post_code?: string;
                    /** @description BT-X-240: Region, state or province. */
                    subdivision?: string;
                    /**
                     * @description BT-X-239: Country, of ISO 3166-1 (two letters).
                     * @example DE
                     */
                    country?: string;
                };
            };
            /** @description BG-14: The time that is invoiced. */
            invoicing_period?: {
                /**
                 * Format: date
                 * @description BT-73: Its first day.
                 * @example 2026-01-31
                 */
                start_date?: string;
                /**
                 * Format: date
                 * @description BT-74: Its last day.
                 * @example 2026-01-31
                 */
                end_date?: string;
            };
            /** @description BG-16: The payment. */
            payment?: {
                /**
                 * @description BT-81: The means of payment, of UNTDID 4461: `58` is SEPA credit transfer, `30` credit transfer, `59` SEPA direct debit, `48` card.
                 * @example 58
                 */
                means_code?: string;
                /** @description BT-82: The means of payment, in words. */
                means_text?: string;
                /** @description BT-83: The payment reference, such as the invoice number. */
                remittance_information?: string;
                /** @description BG-17: The bank accounts that accept the payment. */
                credit_transfers?: {
                    /**
                     * @description BT-84: IBAN, or another number of the account.
                     * @example DE75512108001245126199
                     */
                    account_id?: string;
                    /** @description BT-85: The account’s name. */
                    account_name?: string;
                    /** @description BT-86: BIC of its bank. */
                    bic?: string;
                }[];
                /** @description BG-18: The card that paid the invoice. */
                card?: {
                    /** @description BT-87: The last four to six digits of the card. */
                    number?: string;
                    /** @description BT-88: The holder of the card. */
                    holder?: string;
                };
                /** @description BG-19: A direct debit. */
                direct_debit?: {
                    /** @description BT-89: The mandate. */
                    mandate_reference?: string;
                    /** @description BT-90: The seller’s creditor identifier. */
                    creditor_id?: string;
                    /** @description BT-91: IBAN of the debited account. */
                    debited_account?: string;
                };
            };
            /** @description BG-20: Discounts on the whole invoice. */
            allowances?: {
                /**
                 * @description BT-92: The amount without VAT; default: `base_amount` × `percentage`.
                 * @example 10
                 */
                amount?: number | string | "";
                /** @description BT-93: The base amount of the percentage. */
                base_amount?: number | string | "";
                /**
                 * @description BT-94: The percentage.
                 * @example 5
                 */
                percentage?: number | string | "";
                /**
                 * @description BT-97: The reason, in words.
                 * @example Discount
                 */
                reason?: string;
                /** @description BT-98: The reason, of UNTDID 5189. */
                reason_code?: string;
                /**
                 * @description BT-95: VAT category, of UNTDID 5305: `S` standard (any rate above 0), `Z` zero, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT, `L` IGIC, `M` IPSI.
                 * @example S
                 */
                vat_category?: string;
                /**
                 * @description BT-96: VAT rate, per cent.
                 * @example 19
                 */
                vat_rate?: number | string | "";
            }[];
            /** @description BG-21: Charges on the whole invoice. */
            charges?: {
                /**
                 * @description BT-99: The amount without VAT; default: `base_amount` × `percentage`.
                 * @example 10
                 */
                amount?: number | string | "";
                /** @description BT-100: The base amount of the percentage. */
                base_amount?: number | string | "";
                /**
                 * @description BT-101: The percentage.
                 * @example 5
                 */
                percentage?: number | string | "";
                /**
                 * @description BT-104: The reason, in words.
                 * @example Freight
                 */
                reason?: string;
                /** @description BT-105: The reason, of UNTDID 7161. */
                reason_code?: string;
                /**
                 * @description BT-102: VAT category, of UNTDID 5305: `S` standard (any rate above 0), `Z` zero, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT, `L` IGIC, `M` IPSI.
                 * @example S
                 */
                vat_category?: string;
                /**
                 * @description BT-103: VAT rate, per cent.
                 * @example 19
                 */
                vat_rate?: number | string | "";
                /** @description BG-X-42: Whether it is a logistics charge: `extended` has a separate element for it, described by `reason`. */
                is_logistics?: boolean;
            }[];
            /** @description BG-22: Totals; each is computed if absent, and checked if present. */
            totals?: {
                /** @description BT-106: Sum of the lines’ net amounts. */
                line_total?: number | string | "";
                /** @description BT-107: Sum of the allowances. */
                allowance_total?: number | string | "";
                /** @description BT-108: Sum of the charges. */
                charge_total?: number | string | "";
                /** @description BT-109: Total without VAT. */
                net_total?: number | string | "";
                /** @description BT-110: VAT. */
                vat_total?: number | string | "";
                /** @description BT-111: VAT in `vat_currency`; never computed. */
                vat_total_in_vat_currency?: number | string | "";
                /** @description BT-112: Total with VAT. */
                grand_total?: number | string | "";
                /** @description BT-113: The amount already paid. */
                prepaid?: number | string | "";
                /** @description BT-114: The rounding of the amount due. */
                rounding?: number | string | "";
                /** @description BT-115: The amount to pay: `grand_total` − `prepaid` + `rounding`. */
                amount_due?: number | string | "";
            };
            /** @description BG-23: VAT by category and rate; computed where no amounts are given, so that reasons of exemption can be given alone. */
            vat_breakdown?: {
                /** @description BT-116: The sum of the amounts of this category and rate; default: computed. */
                taxable_amount?: number | string | "";
                /** @description BT-117: The VAT of this amount; default: computed. */
                tax_amount?: number | string | "";
                /**
                 * @description BT-118: VAT category, of UNTDID 5305: `S` standard (any rate above 0), `Z` zero, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT, `L` IGIC, `M` IPSI.
                 * @example S
                 */
                category?: string;
                /**
                 * @description BT-119: VAT rate, per cent.
                 * @example 19
                 */
                rate?: number | string | "";
                /** @description BT-120: The reason for the exemption from VAT, in words. */
                exemption_reason?: string;
                /** @description BT-121: The reason for the exemption from VAT, of the list VATEX; `AE`, `K`, `G` and `O` have the usual one as default. */
                exemption_reason_code?: string;
            }[];
            /** @description BG-24: Supporting documents of the invoice. */
            supporting_documents?: {
                /** @description BT-122: Its number or name. */
                reference?: string;
                /** @description BT-123: A description of the document. */
                description?: string;
                /** @description BT-124: The address of the document. */
                url?: string;
                /** @description BT-125: A file embedded in the XML. */
                file?: {
                    /**
                     * @description BT-125-2: Its name.
                     * @example timesheet.pdf
                     */
                    filename: string;
                    /**
                     * @description BT-125-1: Its media type.
                     * @enum {string}
                     */
                    mime_type: "application/pdf" | "image/png" | "image/jpeg" | "text/csv" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.oasis.opendocument.spreadsheet";
                    /** @description BT-125: Its bytes, as base64. */
                    data_base64: string;
                };
            }[];
            /** @description BG-25: What is sold; at most 2000 lines. */
            lines?: components["schemas"]["InvoiceLine"][];
        };
        EInvoice: {
            /**
             * @description Content and rules of the XML: Factur-X (ZUGFeRD) from `minimum` to `extended`, the German `xrechnung`, or `peppol_bis_3` (Peppol BIS Billing 3.0).
             * @enum {string}
             */
            profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "xrechnung" | "peppol_bis_3";
            /**
             * @description `cii` (default) or `ubl`. The profiles `en16931` and `xrechnung` allow both, `peppol_bis_3` is `ubl`, all others are `cii`. UBL needs `output` `xml`.
             * @enum {string}
             */
            syntax?: "cii" | "ubl";
            /** @description An existing invoice in `syntax` (`rsm:CrossIndustryInvoice`, or `Invoice` or `CreditNote` of UBL 2.1), used unchanged. Its guideline (BT-24) must match `profile`; its sums are checked. */
            xml?: string;
            /** @description The invoice as data. The service computes missing totals, checks the rules of EN 16931 and the profile, and creates the XML. Templates read the same data as `[[invoice.number]]`, `[[invoice.totals.grand_total]]` …. */
            invoice?: components["schemas"]["Invoice"];
            /**
             * @description The path in `data` of the invoice, in place of `invoice`: for saved templates, `data_from` and batches.
             * @example invoice
             */
            invoice_from?: string;
            /**
             * @description `pdf` (default): a PDF/A-3 with the XML. `xml`: only the XML.
             * @enum {string}
             */
            output?: "pdf" | "xml";
        };
        /**
         * @example {
         *       "html": "<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: \"EUR\"]]</p>",
         *       "css": "h1 { color: teal }",
         *       "data": {
         *         "number": "2026-0417",
         *         "customer": {
         *           "name": "Ada Lovelace"
         *         },
         *         "total": 1234.5
         *       },
         *       "page_size": "A5",
         *       "locale": "en"
         *     }
         */
        PdfRequest: {
            /**
             * @description An HTML template, `[[var:name]]` for a saved one, or `[[> name item=line]]` for one with arguments. Tags in `[[ ]]` are filled from `data`, see /docs/templates. Required, except with `template` or `e_invoice.output` `xml`.
             * @example <h1>[[who]]</h1>
             */
            html?: string;
            /**
             * @description A saved template instead of `html`: `invoice` for the published version, `invoice@3` for a version, `invoice@draft` for the draft. It contains `css`, `files` and options. Fields of the request replace them; `files` are added by path.
             * @example invoice@3
             */
            template?: string;
            /**
             * @description CSS, `[[var:name]]` for a saved variable, or `[[> name size=a]]` for one with arguments.
             * @example h1 { color: teal }
             */
            css?: string;
            /**
             * @description Style sheets and images by the paths that `html` uses, and style sheets with `embedded_resources`; at most 200. Each is text, `[[var:name]]` for a saved variable, `{"base64": "…"}`, or `{"file": "…"}` for a stored file by its id.
             * @example {
             *       "images/logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"9\" height=\"9\"/></svg>"
             *     }
             */
            files?: {
                [key: string]: string | {
                    base64: string;
                } | {
                    file: string;
                };
            };
            /** @description Whether style sheets may load what the request itself carries: `url(path)` and `@font-face` of paths in `files`, and data URLs of images, fonts and style sheets; default false. Remote addresses are never loaded. */
            embedded_resources?: boolean;
            /** @description Whether `html` and `css` are templates; default true. With false they are printed unchanged, for documents that contain `[[ ]]` as text. */
            tags?: boolean;
            /**
             * @description Values of the tags in `[[ ]]`.
             * @example {
             *       "who": "World"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /**
             * @description A record whose fields are added to `data`, with the parameters of get-record. Fields replace members of `data` of the same name; `_record` holds `id` and `createdTime`. The call is also charged as get-record.
             * @example {
             *       "base_id": "appLkNDICXNqxSDhG",
             *       "table_id": "Orders",
             *       "record_id": "rec4711abcdEFGH12",
             *       "_connections": {
             *         "tablebase": "sales"
             *       }
             *     }
             */
            data_from?: {
                /**
                 * @description Base ID; begins with `app` for `tablebase`.
                 * @example appLkNDICXNqxSDhG
                 */
                base_id: string;
                /**
                 * @description Table ID or table name; an ID begins with `tbl` for `tablebase`.
                 * @example Orders
                 */
                table_id: string;
                /**
                 * @description The connection to use: `tablebase` and its slug.
                 * @example {
                 *       "tablebase": "sales"
                 *     }
                 */
                _connections: {
                    /**
                     * @description Slug of the caller’s connection to the provider.
                     * @example sales
                     */
                    tablebase: string;
                };
                /**
                 * @description ID of the record; begins with `rec` for `tablebase`. Required unless `where` is given.
                 * @example rec4711abcdEFGH12
                 */
                record_id?: string;
                /**
                 * @description Finds the record by the value of a field, or by a list of conditions, in place of `record_id`. Exactly one record must match.
                 * @example {
                 *       "field": "Invoice No.",
                 *       "value": "2026-0815"
                 *     }
                 */
                where?: {
                    /**
                     * @description Name of the field.
                     * @example Invoice No.
                     */
                    field: string;
                    /**
                     * @description The value that the field must be equal to.
                     * @example 2026-0815
                     */
                    value: string | number | boolean;
                } | components["schemas"]["RecordCondition"][];
                /**
                 * @description Whether all records of `where` are read, in `records`; default false: one record.
                 * @example true
                 */
                list?: boolean;
                /**
                 * @description The order: by the first field, then by the next. The default is the order of the keys.
                 * @example [
                 *       {
                 *         "field": "Date",
                 *         "direction": "desc"
                 *       }
                 *     ]
                 */
                sort?: components["schemas"]["RecordSortKey"][];
                /**
                 * @description The largest number of records of the table; without it, all. A list has at most 2000 records and 5 MiB, with children and linked records.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description Only these fields are returned.
                 * @example [
                 *       "Customer",
                 *       "Amount"
                 *     ]
                 */
                fields?: string[];
                /**
                 * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
                 * @example {
                 *       "Customer": "Customers"
                 *     }
                 */
                expand?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages.
                 * @example {
                 *       "items": {
                 *         "table_id": "order_items",
                 *         "by": "order_id"
                 *       }
                 *     }
                 */
                children?: {
                    [key: string]: components["schemas"]["RecordChildren"];
                };
                /**
                 * @description `string`: values as text, as the provider shows them or as JavaScript prints them; default `json`.
                 * @example string
                 * @enum {string}
                 */
                cell_format?: "json" | "string";
            };
            /** @description Paper size: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger, in any case, or `{"width": "80mm", "height": "auto"}` with lengths of 10 mm to 200 in. A height of `auto` fits the content on one page. Default: the document’s `@page { size }`, else A4. */
            page_size?: ("A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger") | {
                /** @description Such as `80mm`. */
                width: string;
                /** @description A length, or `auto`. */
                height: string | "auto";
            } | "";
            /**
             * @description Page orientation; default portrait. Landscape also turns the document’s own size. `Ledger` in portrait is 11 by 17 inches.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /** @description Page margins, except for `@page` rules with a selector (`:first`, a name): one to four CSS lengths (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Default: the document’s `@page { margin }`, else 10 mm. Headers and footers must fit into `margin`; default margins grow for them. */
            margin?: string | 0 | {
                /** @description The top margin, such as `20mm`. */
                top?: string | 0;
                /** @description The right margin, such as `20mm`. */
                right?: string | 0;
                /** @description The bottom margin, such as `20mm`. */
                bottom?: string | 0;
                /** @description The left margin, such as `20mm`. */
                left?: string | 0;
            } | "";
            /** @description HTML for the top margin, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages. `[[page]]` and `[[pages]]` are page number and page count, other tags are filled from `data`. The document’s CSS applies. */
            header_html?: string | {
                /** @description HTML for all pages without a more specific kind; an empty text prints nothing. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text prints nothing. */
                first?: string;
                /** @description HTML for the last page; an empty text prints nothing. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text prints nothing. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text prints nothing. */
                odd?: string;
            };
            /** @description As `header_html`, in the bottom margin. */
            footer_html?: string | {
                /** @description HTML for all pages without a more specific kind; an empty text prints nothing. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text prints nothing. */
                first?: string;
                /** @description HTML for the last page; an empty text prints nothing. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text prints nothing. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text prints nothing. */
                odd?: string;
            };
            /** @description A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all others. Or `{"first": "…", "default": "…"}`: one for the first page, one for the others. Pages of another size are scaled to fit. */
            background_pdf?: string | {
                /** @description Background of the first page. */
                first?: string;
                /** @description Background of the other pages; of all pages without `first`. */
                default?: string;
            } | "";
            /** @description HTML printed over the middle of every page, or `{"html": "…", "layer": "under"}`. Tags are filled as in a header. */
            watermark_html?: string | {
                /** @description The HTML. */
                html: string;
                /**
                 * @description Over the page (default) or under it.
                 * @enum {string}
                 */
                layer?: "over" | "under";
            };
            /**
             * @description The number of the first page; default 1. `[[pages]]` is then the number of the last page.
             * @example 11
             */
            first_page_number?: number;
            /** @description The download name; `.pdf` is added if missing. Tags are filled from `data`. */
            filename?: string;
            /** @description Whether the PDF is tagged for screen readers; default false. Tagged PDFs are larger and take longer. */
            tagged?: boolean;
            /** @description Whether the PDF has bookmarks of the headings `h1` to `h6`, nested by level; default false. */
            outline?: boolean;
            /**
             * @description The language of numbers, amounts, dates, lists and translations in filters; default: `<html lang>`, else `en`.
             * @example de-AT
             */
            locale?: string;
            /**
             * @description The time zone of filters; default `UTC`.
             * @example Europe/Vienna
             */
            time_zone?: string;
            /**
             * @description Translations of texts for the filter `t`, by language. Values may be plural forms. At most 100 languages and 1 MiB.
             * @example {
             *       "de": {
             *         "Total due": "Gesamtbetrag"
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Whether tags without a value, or with a value found only in a section around their list, are an error; default false. */
            strict?: boolean;
            /**
             * @description `link` omits `pdf_base64`; default `all`. With the header `Accept: application/pdf` the answer is the PDF itself.
             * @enum {string}
             */
            return?: "all" | "link";
            /**
             * @description Lifetime of the file in seconds: 60 up to `FILE_TTL` of the service (a week by default), which is the default. `DELETE /api/files/{id}` deletes it earlier.
             * @example 3600
             */
            expires_in?: number;
            /** @description Also stores the file in the account’s own bucket, through a connection of the provider `s3`. If the bucket does not take it, the answer has the warning `not_delivered`. */
            deliver_to?: {
                /**
                 * @description Slug of the connection of the provider `s3`.
                 * @example archive
                 */
                connection: string;
                /**
                 * @description Folder in the bucket; default: none. Tags are filled from `data`; `/` in a value becomes `_`.
                 * @example invoices/2026
                 */
                folder?: string;
            };
            /**
             * @description Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.
             * @enum {string}
             */
            on_blocked?: "error" | "warn";
            /**
             * @description Standards of the PDF: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that cannot conform is an error.
             * @example [
             *       "pdf/a-3a",
             *       "pdf/ua-1"
             *     ]
             */
            conformance?: components["schemas"]["Conformance"] | components["schemas"]["Conformance"][] | "";
            /**
             * @description Title, author and other document properties. Tags are filled from `data`.
             * @example {
             *       "author": "Example Ltd"
             *     }
             */
            metadata?: {
                /** @description The title; default: `<title>` of the document, else `filename`. */
                title?: string;
                /** @description The author. */
                author?: string;
                /** @description The subject. */
                subject?: string;
                /** @description A text, or a list of at most 100 texts. */
                keywords?: string | string[] | "";
                /**
                 * @description Creation date: a time with offset, or a day; default: the time of printing. If given, equal requests produce equal bytes.
                 * @example 2026-01-31T09:30:00+01:00
                 */
                created_at?: string;
            };
            /**
             * @description Files embedded in the PDF, at most 50.
             * @example [
             *       {
             *         "name": "data.csv",
             *         "data_base64": "YTtiCg==",
             *         "mime_type": "text/csv",
             *         "relationship": "Data"
             *       }
             *     ]
             */
            attachments?: {
                /**
                 * @description The file name. Tags are filled from `data`. Folders and control characters are removed; repeated names are numbered.
                 * @example invoice.xml
                 */
                name: string;
                /**
                 * @description The file as base64.
                 * @example PGEvPg==
                 */
                data_base64: string;
                /** @description Such as `text/xml`; default `application/octet-stream`. */
                mime_type?: string;
                /** @description A description for readers. */
                description?: string;
                /**
                 * @description Relation to the document (PDF 2.0): `Source`, `Data`, `Alternative`, `Supplement` or `Unspecified` (default).
                 * @enum {string}
                 */
                relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
            }[];
            /**
             * @description An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see /docs/e-invoices.
             * @example {
             *       "profile": "en16931",
             *       "invoice": {
             *         "number": "2026-0417",
             *         "currency": "EUR"
             *       }
             *     }
             */
            e_invoice?: components["schemas"]["EInvoice"];
            /**
             * @description Passwords and permissions (AES-256); not with `conformance`.
             * @example {
             *       "permissions": [
             *         "print"
             *       ]
             *     }
             */
            protect?: {
                /** @description Opens the PDF; without it, no password is needed. At most 127 bytes of UTF-8. Tags are filled from `data`. */
                user_password?: string;
                /** @description Grants all rights; default: random. Tags are filled from `data`. */
                owner_password?: string;
                /** @description Allowed actions; default: all. Assistive technology may always read the text. */
                permissions?: ("print" | "copy" | "edit" | "annotate" | "fill_forms" | "assemble")[];
            };
        };
        Job: {
            /**
             * @description The id returned by the service.
             * @example job_0mws455o1b04142277aad597c
             */
            id: string;
            /** @description The tool. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description `queued`: waits for a worker; `working`: is being printed; `done`: see `result`; `failed`: see `error`; `cancelled`: was cancelled before it was done. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the job ended; absent before, and if `error` says that the job can no longer be read.
             */
            finished_at?: string;
            /** @description The tool’s answer without `pdf_base64`, with a new signed link each time. */
            result?: {
                /**
                 * Format: uri
                 * @description Link to the file, valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the file, valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` expires.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file in bytes.
                 * @example 18232
                 */
                size_bytes: number;
                /**
                 * @description Number of pages in the PDF; 0 with `e_invoice.output` `xml`.
                 * @example 1
                 */
                page_count: number;
                /**
                 * @description The PDF, base64-encoded; absent with `"return": "link"`.
                 * @example JVBERi0xLjcKJdPr6eEK…
                 */
                pdf_base64?: string;
                /**
                 * @description The XML instead of `pdf_base64`, with `e_invoice.output` `xml`.
                 * @example <?xml version="1.0" encoding="UTF-8"?>…
                 */
                xml?: string;
                /** @description The object in the account’s bucket; absent without `deliver_to` and with the warning `not_delivered`. */
                delivered?: {
                    /**
                     * @description Slug of the connection of the provider `s3`.
                     * @example archive
                     */
                    connection: string;
                    /**
                     * @description The bucket.
                     * @example my-invoices
                     */
                    bucket: string;
                    /**
                     * @description The object: the folder, then `filename`, or an unguessable name without it.
                     * @example invoices/2026/invoice-4711.pdf
                     */
                    key: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description Differences from the sent document; absent when there are none. */
                warnings?: components["schemas"]["ContentWarning"][];
                /** @description The version of `template` that was printed; absent without one. */
                template?: {
                    /**
                     * @description The variable’s name, as in `[[var:name]]`.
                     * @example invoice-template
                     */
                    name: string;
                    /**
                     * @description The number of the version, or `draft`.
                     * @example 3
                     */
                    version: number | string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description The error of a failed job, or of a done job without `result`. */
            error?: {
                /**
                 * @description An error code.
                 * @example content_forbidden
                 */
                code: string;
                /**
                 * @description The problem and its solution.
                 * @example `html` has a script; leave it out.
                 */
                message: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        TableRecord: {
            /**
             * @description ID of the record.
             * @example rec4711abcdEFGH12
             */
            id: string;
            /**
             * @description Field names and values, without empty fields.
             * @example {
             *       "Customer": "Ada Lovelace",
             *       "Amount": 1234.5
             *     }
             */
            fields: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the record was created; null if the server does not record it.
             * @example 2022-09-12T21:03:48.000Z
             */
            createdTime: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "base_id": "appLkNDICXNqxSDhG",
         *       "table_id": "Orders",
         *       "record_id": "rec4711abcdEFGH12",
         *       "_connections": {
         *         "tablebase": "sales"
         *       }
         *     }
         */
        RecordRequest: {
            /**
             * @description Base ID; begins with `app` for `tablebase`.
             * @example appLkNDICXNqxSDhG
             */
            base_id: string;
            /**
             * @description Table ID or table name; an ID begins with `tbl` for `tablebase`.
             * @example Orders
             */
            table_id: string;
            /**
             * @description The connection to use: `tablebase` and its slug.
             * @example {
             *       "tablebase": "sales"
             *     }
             */
            _connections: {
                /**
                 * @description Slug of the caller’s connection to the provider.
                 * @example sales
                 */
                tablebase: string;
            };
            /**
             * @description ID of the record; begins with `rec` for `tablebase`. Required unless `where` is given.
             * @example rec4711abcdEFGH12
             */
            record_id?: string;
            /**
             * @description Finds the record by the value of a field, or by a list of conditions, in place of `record_id`. Exactly one record must match.
             * @example {
             *       "field": "Invoice No.",
             *       "value": "2026-0815"
             *     }
             */
            where?: {
                /**
                 * @description Name of the field.
                 * @example Invoice No.
                 */
                field: string;
                /**
                 * @description The value that the field must be equal to.
                 * @example 2026-0815
                 */
                value: string | number | boolean;
            } | components["schemas"]["RecordCondition"][];
            /**
             * @description Only these fields are returned.
             * @example [
             *       "Customer",
             *       "Amount"
             *     ]
             */
            fields?: string[];
            /**
             * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
             * @example {
             *       "Customer": "Customers"
             *     }
             */
            expand?: {
                [key: string]: unknown;
            };
            /**
             * @description `string`: values as text, as the provider shows them or as JavaScript prints them; default `json`.
             * @example string
             * @enum {string}
             */
            cell_format?: "json" | "string";
        };
        RecordList: {
            /** @description The records in order. A list of children is a member of `fields` under its name, with records of the same form. */
            records: components["schemas"]["TableRecord"][];
            /**
             * @description Whether `limit` left out records.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Number of records that were read, with children and linked records: 1 action per 100.
             * @example 2
             */
            count: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "base_id": "appLkNDICXNqxSDhG",
         *       "table_id": "Orders",
         *       "_connections": {
         *         "tablebase": "sales"
         *       },
         *       "where": [
         *         {
         *           "field": "Amount",
         *           "op": ">=",
         *           "value": 1000
         *         }
         *       ]
         *     }
         */
        ListRecordsRequest: {
            /**
             * @description Base ID; begins with `app` for `tablebase`.
             * @example appLkNDICXNqxSDhG
             */
            base_id: string;
            /**
             * @description Table ID or table name; an ID begins with `tbl` for `tablebase`.
             * @example Orders
             */
            table_id: string;
            /**
             * @description The connection to use: `tablebase` and its slug.
             * @example {
             *       "tablebase": "sales"
             *     }
             */
            _connections: {
                /**
                 * @description Slug of the caller’s connection to the provider.
                 * @example sales
                 */
                tablebase: string;
            };
            /**
             * @description Conditions that all must be true.
             * @example [
             *       {
             *         "field": "Status",
             *         "op": "=",
             *         "value": "open"
             *       }
             *     ]
             */
            where?: components["schemas"]["RecordCondition"][];
            /**
             * @description The order: by the first field, then by the next. The default is the order of the keys.
             * @example [
             *       {
             *         "field": "Date",
             *         "direction": "desc"
             *       }
             *     ]
             */
            sort?: components["schemas"]["RecordSortKey"][];
            /**
             * @description The largest number of records of the table; without it, all. A list has at most 2000 records and 5 MiB, with children and linked records.
             * @example 100
             */
            limit?: number;
            /**
             * @description Only these fields are returned.
             * @example [
             *       "Customer",
             *       "Amount"
             *     ]
             */
            fields?: string[];
            /**
             * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
             * @example {
             *       "Customer": "Customers"
             *     }
             */
            expand?: {
                [key: string]: unknown;
            };
            /**
             * @description Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages.
             * @example {
             *       "items": {
             *         "table_id": "order_items",
             *         "by": "order_id"
             *       }
             *     }
             */
            children?: {
                [key: string]: components["schemas"]["RecordChildren"];
            };
        };
        TemplateFault: {
            /**
             * @description An error code.
             * @example template_invalid
             */
            code: string;
            /**
             * @description The problem, its position and what to write instead.
             * @example In `html`, `[[total | mony: "EUR"]]` at line 1, column 4 has an unknown filter `mony`: write `| money`.
             */
            message: string;
            /**
             * @description Line of the fault in the sent text, if known.
             * @example 1
             */
            line?: number;
            /**
             * @description Column of the fault, if known.
             * @example 4
             */
            column?: number;
        } & {
            [key: string]: unknown;
        };
        TemplateCheck: {
            /**
             * @description Whether the document has no fault.
             * @example false
             */
            ok: boolean;
            /** @description What printing would answer as errors, at most 20: the first fault of each template, and every other fault. */
            faults: components["schemas"]["TemplateFault"][];
            /**
             * @description Differences between the sent and the printed document.
             * @example [
             *       {
             *         "code": "css_ignored",
             *         "message": "In `css`, `float: footnote` at line 3, column 9 has no effect.",
             *         "line": 3,
             *         "column": 9
             *       }
             *     ]
             */
            warnings: components["schemas"]["ContentWarning"][];
        } & {
            [key: string]: unknown;
        };
        Variable: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
            /** @description What the content is. */
            kind: ("html" | "css") | string;
            /**
             * @description The template’s text.
             * @example <h1>[[who]]</h1>
             */
            content: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * @description The number of the version, or `draft` after a draft was saved.
             * @example 3
             */
            version: number | string;
            /**
             * @description The tag of the text, as in the header `ETag`. `If-Match` takes it. Equal texts have equal tags.
             * @example "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c"
             */
            etag: string;
            /** @description The style sheet of a template. */
            css?: string;
            /** @description The files of a template by path. */
            files?: {
                [key: string]: unknown;
            };
            /** @description Data to try the template with, by name. */
            sample_data?: {
                [key: string]: unknown;
            };
            /** @description Parameters of a PDF request that print the template. */
            options?: {
                [key: string]: unknown;
            };
            /**
             * @description A note on the changes of the version.
             * @example New tax rate
             */
            note?: string;
            /**
             * Format: date-time
             * @description When the version was published.
             */
            published_at?: string;
            /**
             * Format: date-time
             * @description When the draft was saved; absent without a draft.
             */
            draft_saved_at?: string;
            /** @description Only after saving or publishing: faults of its blocks, and the parts that the replaced text had (`parts_dropped`). */
            warnings?: components["schemas"]["TemplateFault"][];
        } & {
            [key: string]: unknown;
        };
        TemplateOptions: {
            /** @description Whether style sheets may load what the request itself carries: `url(path)` and `@font-face` of paths in `files`, and data URLs of images, fonts and style sheets; default false. Remote addresses are never loaded. */
            embedded_resources?: boolean;
            /** @description Whether `html` and `css` are templates; default true. With false they are printed unchanged, for documents that contain `[[ ]]` as text. */
            tags?: boolean;
            /** @description Paper size: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger, in any case, or `{"width": "80mm", "height": "auto"}` with lengths of 10 mm to 200 in. A height of `auto` fits the content on one page. Default: the document’s `@page { size }`, else A4. */
            page_size?: ("A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger") | {
                /** @description Such as `80mm`. */
                width: string;
                /** @description A length, or `auto`. */
                height: string | "auto";
            } | "";
            /**
             * @description Page orientation; default portrait. Landscape also turns the document’s own size. `Ledger` in portrait is 11 by 17 inches.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /** @description Page margins, except for `@page` rules with a selector (`:first`, a name): one to four CSS lengths (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Default: the document’s `@page { margin }`, else 10 mm. Headers and footers must fit into `margin`; default margins grow for them. */
            margin?: string | 0 | {
                /** @description The top margin, such as `20mm`. */
                top?: string | 0;
                /** @description The right margin, such as `20mm`. */
                right?: string | 0;
                /** @description The bottom margin, such as `20mm`. */
                bottom?: string | 0;
                /** @description The left margin, such as `20mm`. */
                left?: string | 0;
            } | "";
            /** @description HTML for the top margin, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages. `[[page]]` and `[[pages]]` are page number and page count, other tags are filled from `data`. The document’s CSS applies. */
            header_html?: string | {
                /** @description HTML for all pages without a more specific kind; an empty text prints nothing. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text prints nothing. */
                first?: string;
                /** @description HTML for the last page; an empty text prints nothing. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text prints nothing. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text prints nothing. */
                odd?: string;
            };
            /** @description As `header_html`, in the bottom margin. */
            footer_html?: string | {
                /** @description HTML for all pages without a more specific kind; an empty text prints nothing. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text prints nothing. */
                first?: string;
                /** @description HTML for the last page; an empty text prints nothing. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text prints nothing. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text prints nothing. */
                odd?: string;
            };
            /** @description A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all others. Or `{"first": "…", "default": "…"}`: one for the first page, one for the others. Pages of another size are scaled to fit. */
            background_pdf?: string | {
                /** @description Background of the first page. */
                first?: string;
                /** @description Background of the other pages; of all pages without `first`. */
                default?: string;
            } | "";
            /** @description HTML printed over the middle of every page, or `{"html": "…", "layer": "under"}`. Tags are filled as in a header. */
            watermark_html?: string | {
                /** @description The HTML. */
                html: string;
                /**
                 * @description Over the page (default) or under it.
                 * @enum {string}
                 */
                layer?: "over" | "under";
            };
            /**
             * @description The number of the first page; default 1. `[[pages]]` is then the number of the last page.
             * @example 11
             */
            first_page_number?: number;
            /** @description The download name; `.pdf` is added if missing. Tags are filled from `data`. */
            filename?: string;
            /** @description Whether the PDF is tagged for screen readers; default false. Tagged PDFs are larger and take longer. */
            tagged?: boolean;
            /** @description Whether the PDF has bookmarks of the headings `h1` to `h6`, nested by level; default false. */
            outline?: boolean;
            /**
             * @description The language of numbers, amounts, dates, lists and translations in filters; default: `<html lang>`, else `en`.
             * @example de-AT
             */
            locale?: string;
            /**
             * @description The time zone of filters; default `UTC`.
             * @example Europe/Vienna
             */
            time_zone?: string;
            /**
             * @description Translations of texts for the filter `t`, by language. Values may be plural forms. At most 100 languages and 1 MiB.
             * @example {
             *       "de": {
             *         "Total due": "Gesamtbetrag"
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Whether tags without a value, or with a value found only in a section around their list, are an error; default false. */
            strict?: boolean;
            /**
             * @description Lifetime of the file in seconds: 60 up to `FILE_TTL` of the service (a week by default), which is the default. `DELETE /api/files/{id}` deletes it earlier.
             * @example 3600
             */
            expires_in?: number;
            /** @description Also stores the file in the account’s own bucket, through a connection of the provider `s3`. If the bucket does not take it, the answer has the warning `not_delivered`. */
            deliver_to?: {
                /**
                 * @description Slug of the connection of the provider `s3`.
                 * @example archive
                 */
                connection: string;
                /**
                 * @description Folder in the bucket; default: none. Tags are filled from `data`; `/` in a value becomes `_`.
                 * @example invoices/2026
                 */
                folder?: string;
            };
            /**
             * @description Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.
             * @enum {string}
             */
            on_blocked?: "error" | "warn";
            /**
             * @description Standards of the PDF: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that cannot conform is an error.
             * @example [
             *       "pdf/a-3a",
             *       "pdf/ua-1"
             *     ]
             */
            conformance?: components["schemas"]["Conformance"] | components["schemas"]["Conformance"][] | "";
            /**
             * @description Title, author and other document properties. Tags are filled from `data`.
             * @example {
             *       "author": "Example Ltd"
             *     }
             */
            metadata?: {
                /** @description The title; default: `<title>` of the document, else `filename`. */
                title?: string;
                /** @description The author. */
                author?: string;
                /** @description The subject. */
                subject?: string;
                /** @description A text, or a list of at most 100 texts. */
                keywords?: string | string[] | "";
                /**
                 * @description Creation date: a time with offset, or a day; default: the time of printing. If given, equal requests produce equal bytes.
                 * @example 2026-01-31T09:30:00+01:00
                 */
                created_at?: string;
            };
            /**
             * @description Files embedded in the PDF, at most 50.
             * @example [
             *       {
             *         "name": "data.csv",
             *         "data_base64": "YTtiCg==",
             *         "mime_type": "text/csv",
             *         "relationship": "Data"
             *       }
             *     ]
             */
            attachments?: {
                /**
                 * @description The file name. Tags are filled from `data`. Folders and control characters are removed; repeated names are numbered.
                 * @example invoice.xml
                 */
                name: string;
                /**
                 * @description The file as base64.
                 * @example PGEvPg==
                 */
                data_base64: string;
                /** @description Such as `text/xml`; default `application/octet-stream`. */
                mime_type?: string;
                /** @description A description for readers. */
                description?: string;
                /**
                 * @description Relation to the document (PDF 2.0): `Source`, `Data`, `Alternative`, `Supplement` or `Unspecified` (default).
                 * @enum {string}
                 */
                relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
            }[];
            /**
             * @description An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see /docs/e-invoices.
             * @example {
             *       "profile": "en16931",
             *       "invoice": {
             *         "number": "2026-0417",
             *         "currency": "EUR"
             *       }
             *     }
             */
            e_invoice?: components["schemas"]["EInvoice"];
        };
        VariableContent: {
            /**
             * @description What the content is.
             * @example html
             * @enum {string}
             */
            kind: "html" | "css";
            /**
             * @description The template’s text, at most 1 MiB.
             * @example <h1>[[who]]</h1>
             */
            content: string;
            /**
             * @description The style sheet of a template, at most 1 MiB.
             * @example h1 { color: teal }
             */
            css?: string;
            /** @description Style sheets and images of a template by path, as `files` of a PDF request. */
            files?: {
                [key: string]: string | {
                    base64: string;
                };
            };
            /**
             * @description Data to try a template with, by name; at most 20 objects. Numbers keep their digits. Calls ignore it.
             * @example {
             *       "short": {
             *         "who": "World"
             *       }
             *     }
             */
            sample_data?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /**
             * @description Parameters of a PDF request that print a template: all except `html`, `template`, `css`, `files`, `data`, `data_from`, `return` and `protect`.
             * @example {
             *       "page_size": "A5"
             *     }
             */
            options?: components["schemas"]["TemplateOptions"];
            /**
             * @description A note on the changes of the version.
             * @example New tax rate
             */
            note?: string;
            /** @description Whether to save a draft, which replaces the previous one, instead of publishing. */
            draft?: boolean;
        };
        VariablePatch: {
            /**
             * @description What the content is.
             * @enum {string}
             */
            kind?: "html" | "css";
            /**
             * @description The new text, which can’t be removed.
             * @example <h1>Invoice [[who]]</h1>
             */
            content?: string | null;
            /** @description The new style sheet; null removes it. */
            css?: string | null;
            /** @description Files to add or replace by path; null removes one, or all. */
            files?: {
                [key: string]: unknown;
            } | null;
            /** @description Sample data to merge by name; null removes a value, an object or all. */
            sample_data?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Options to set by name, merged as deep as they are objects; null removes one, or all.
             * @example {
             *       "locale": "de",
             *       "margin": null
             *     }
             */
            options?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description A note on the changes of the version.
             * @example In German
             */
            note?: string;
            /** @description Whether to change the draft, or to begin one from the published version. By default the published version is changed, and published. */
            draft?: boolean;
        };
        DeleteVariableResult: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
        } & {
            [key: string]: unknown;
        };
        VariableSummary: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
            /** @description What the content is. */
            kind: ("html" | "css") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * @description The published version; absent before the first.
             * @example 3
             */
            version?: number;
            /**
             * Format: date-time
             * @description When the version was published.
             */
            published_at?: string;
            /**
             * Format: date-time
             * @description When the draft was saved; absent without a draft.
             */
            draft_saved_at?: string;
        } & {
            [key: string]: unknown;
        };
        ListVariablesResult: {
            /** @description One page of items. */
            items: components["schemas"]["VariableSummary"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        VariableVersion: {
            /**
             * @description The number of the version, or `draft`.
             * @example 3
             */
            version: number | string;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            saved_at: string;
            /** @description The token that saved it; null for versions of an earlier release. */
            by: ({
                /**
                 * @description The token’s id.
                 * @example tok_8b1d…
                 */
                id: string;
                /**
                 * @description The token’s name when it saved the version.
                 * @example production
                 */
                name: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @description Size of all of its parts in bytes.
             * @example 16
             */
            bytes: number;
            /**
             * @description Whether it is the published version.
             * @example true
             */
            published: boolean;
            /**
             * @description A note on the changes of the version.
             * @example New tax rate
             */
            note?: string;
            /**
             * Format: date-time
             * @description When it was last published; absent if never.
             */
            published_at?: string;
        } & {
            [key: string]: unknown;
        };
        ListVariableVersionsResult: {
            /** @description One page of items. */
            items: components["schemas"]["VariableVersion"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        WholeVersion: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
            /** @description What the content is. */
            kind: ("html" | "css") | string;
            /**
             * @description The template’s text.
             * @example <h1>[[who]]</h1>
             */
            content: string;
            /**
             * @description The number of the version, or `draft`.
             * @example 3
             */
            version: number | string;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            saved_at: string;
            /** @description The token that saved it; null for versions of an earlier release. */
            by: ({
                /**
                 * @description The token’s id.
                 * @example tok_8b1d…
                 */
                id: string;
                /**
                 * @description The token’s name when it saved the version.
                 * @example production
                 */
                name: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @description Size of all of its parts in bytes.
             * @example 16
             */
            bytes: number;
            /**
             * @description Whether it is the published version.
             * @example true
             */
            published: boolean;
            /**
             * @description The tag of the text, as in the header `ETag`. `If-Match` takes it. Equal texts have equal tags.
             * @example "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c"
             */
            etag: string;
            /** @description The style sheet of a template. */
            css?: string;
            /** @description The files of a template by path. */
            files?: {
                [key: string]: unknown;
            };
            /** @description Data to try the template with, by name. */
            sample_data?: {
                [key: string]: unknown;
            };
            /** @description Parameters of a PDF request that print the template. */
            options?: {
                [key: string]: unknown;
            };
            /**
             * @description A note on the changes of the version.
             * @example New tax rate
             */
            note?: string;
            /**
             * Format: date-time
             * @description When it was last published; absent if never.
             */
            published_at?: string;
        } & {
            [key: string]: unknown;
        };
        PublishRequest: {
            /**
             * @description The version to publish. `draft` becomes a new version. An earlier one is published again, as a rollback: no version is made, and the current one and the draft are kept.
             * @example 1
             */
            version: number | "draft";
            /**
             * @description A note on the changes of the version.
             * @example New tax rate
             */
            note?: string;
        };
        DeleteVariableDraftResult: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
        } & {
            [key: string]: unknown;
        };
        VersionDifference: {
            /**
             * @description The first version.
             * @example 2
             */
            from: number | string;
            /**
             * @description The second version.
             * @example 3
             */
            to: number | string;
            /**
             * @description The differences as a unified diff of the files that `toolpress pull` writes; empty without any.
             * @example --- invoice@2/template.html
             *     +++ invoice@3/template.html
             *     …
             */
            text: string;
            /**
             * @description Whether the text has all differences. Very large files are only named.
             * @example true
             */
            is_complete: boolean;
        } & {
            [key: string]: unknown;
        };
        Font: {
            /**
             * @description The font’s name; documents name its family.
             * @example brand-bold
             */
            name: string;
            /**
             * @description The family that documents use in `font-family`; case does not matter.
             * @example Brand Sans
             */
            family: string;
            /**
             * @description 100 to 900, or a range such as `"100 900"` for a variable font; default 400.
             * @example 700
             */
            weight: number | string;
            /** @description Upright or slanted. */
            style: ("normal" | "italic") | string;
            /** @description The file’s format. */
            format: ("woff2" | "woff" | "ttf" | "otf") | string;
            /**
             * @description Size of the file in bytes.
             * @example 48120
             */
            size_bytes: number;
            /**
             * @description The file’s SHA-256 in hexadecimal digits.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        FontInput: {
            /**
             * @description The family that documents use in `font-family`; case does not matter.
             * @example Brand Sans
             */
            family: string;
            /**
             * @description The font file, WOFF2, WOFF, TTF or OTF, at most 2 MiB.
             * @example d09GMgABAAAAAAEIAAoAAAAAAkAAAAC/AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAANAoYNgE2AiQDBgsGAAQgBToHIBujAQCeBTnZZaqdXCj4qZnCHhF9P6Z7//2QSgoayLiysNVAEshW2RhR46pkx7NKDkDy9oYMzq4E/vrXyfGJDnhACBCfQPMAS+COYyMSiWj2UeUrGejEAIdrcOy4NhZRGz4AABugobCqBKu6DXRdcLw4UxMADXQEhSGgA1K5OPO/c0AQ5vLedO97rD7hbXcujXy1URoIHypfQANEky8QNCWgARiaNSV9IlZR22nGVp14ceXBrQ2nPP/qxKM7t0oBAAAA
             */
            data_base64: string;
            /**
             * @description 100 to 900, or a range such as `"100 900"` for a variable font; default 400.
             * @example 700
             */
            weight?: number | string;
            /**
             * @description Default `normal`.
             * @enum {string}
             */
            style?: "normal" | "italic";
        };
        DeleteFontResult: {
            /**
             * @description The font’s name; documents name its family.
             * @example brand-bold
             */
            name: string;
        } & {
            [key: string]: unknown;
        };
        ListFontsResult: {
            /** @description One page of items. */
            items: components["schemas"]["Font"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        DeleteFileResult: {
            /**
             * @description The file’s id.
             * @example 0mws455o1b04142277aad597c13e5fadb5c9afe2e
             */
            id: string;
        } & {
            [key: string]: unknown;
        };
        AccountTemplate: {
            /**
             * @description The variable’s name, as in `[[var:name]]`.
             * @example invoice-template
             */
            name: string;
            /**
             * @description The number of the published version.
             * @example 3
             */
            version: number;
            /**
             * @description The names of its sample data.
             * @example [
             *       "short"
             *     ]
             */
            samples: string[];
        } & {
            [key: string]: unknown;
        };
        ListTemplatesOfAccountResult: {
            /** @description One page of items. */
            items: components["schemas"]["AccountTemplate"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        TestPrint: {
            /**
             * @description The PDF, base64-encoded.
             * @example JVBERi0xLjcKJdPr6eEK…
             */
            pdf_base64: string;
            /**
             * @description Number of pages.
             * @example 1
             */
            page_count: number;
            /** @description Differences from the template; absent when there are none. */
            warnings?: components["schemas"]["ContentWarning"][];
        } & {
            [key: string]: unknown;
        };
        TestPrintRequest: {
            /**
             * @description The number of the version to print.
             * @example 1
             */
            version: number;
            /**
             * @description The name of the sample data to print it with.
             * @example short
             */
            sample: string;
        };
        /**
         * @example {
         *       "slug": "sales",
         *       "provider": "tablebase",
         *       "label": "Sales, read only",
         *       "created_at": "2026-01-31T09:00:00.000Z",
         *       "updated_at": "2026-01-31T09:00:00.000Z",
         *       "last_used_at": null
         *     }
         */
        Connection: {
            /**
             * @description The connection’s name, as in `_connections`.
             * @example sales
             */
            slug: string;
            /** @description The kind of server. */
            provider: ("tablebase" | "pocketbase" | "nocodb" | "baserow" | "grist" | "teable" | "seatable" | "directus" | "postgrest" | "postgres" | "s3" | "http") | string;
            /**
             * @description A label of your choice.
             * @example Sales, read only
             */
            label: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When its token or secret was last used (to the minute).
             */
            last_used_at: string | null;
            /**
             * @description Address of the server. Absent for `tablebase`.
             * @example https://nocodb.example.com
             */
            url?: string;
            /** @description The only tables and views that may be read. Absent for providers other than `postgres`. */
            tables?: string[];
            /** @description With `s3`: the bucket. */
            bucket?: string;
            /** @description With `s3`: its region; default `us-east-1`. */
            region?: string;
            /** @description With `s3`: the access key. `token` is its secret key. */
            access_key?: string;
            /**
             * @description The authentication, without its secrets. Absent for providers other than `http`.
             * @example {
             *       "type": "bearer"
             *     }
             */
            auth?: {
                /** @description How requests are authenticated. */
                type: ("bearer" | "basic" | "header" | "query" | "oauth2_client_credentials") | string;
                /**
                 * @description With `header` and `query`: the name of the header or of the parameter of the query.
                 * @example x-api-key
                 */
                name?: string;
                /**
                 * @description With `header`: what is sent before the value, such as `Token ` with its blank. It is no secret.
                 * @example Token
                 */
                prefix?: string;
                /**
                 * @description With `oauth2_client_credentials`: the token endpoint, at a public address.
                 * @example https://auth.example.com/oauth/token
                 */
                token_url?: string;
                /**
                 * @description With `oauth2_client_credentials`: the ID of the client.
                 * @example toolpress
                 */
                client_id?: string;
                /** @description With `oauth2_client_credentials`: the scopes, separated by blanks. */
                scope?: string;
                /** @description With `oauth2_client_credentials`: the audience, if the endpoint wants one. */
                audience?: string;
                /** @description With `oauth2_client_credentials`: how the client authenticates, by a header or by the form; default `basic`. */
                client_auth?: ("basic" | "body") | string;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description With `http`: the only methods that are allowed; default all.
             * @example [
             *       "GET"
             *     ]
             */
            methods?: (("GET" | "POST" | "PUT" | "PATCH" | "DELETE") | string)[];
            /**
             * @description With `http`: headers that are sent too, except `content-*` and `accept-encoding`. They are no secrets, and are returned.
             * @example {
             *       "x-api-version": "2026-01-31"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "provider": "tablebase",
         *       "token": "patXXXXXXXXXXXXXX.0123456789abcdef",
         *       "label": "Sales, read only"
         *     }
         */
        ConnectionInput: {
            /**
             * @description The kind of server; default `tablebase`.
             * @example tablebase
             * @enum {string}
             */
            provider?: "tablebase" | "pocketbase" | "nocodb" | "baserow" | "grist" | "teable" | "seatable" | "directus" | "postgrest" | "postgres" | "s3" | "http";
            /**
             * @description Personal access token of the provider, the password of the `postgres` role, or the secret key of an `s3` bucket. It is stored encrypted and never returned. Required, except with `http`, which has `auth`.
             * @example patXXXXXXXXXXXXXX.0123456789abcdef
             */
            token?: string;
            /**
             * @description Address of the server, for all providers but `tablebase`. The operator’s `RECORD_HOSTS` must name its host, except for `s3` and `http`: there it is any public address. The secret of `http` is sent only to addresses below it.
             * @example https://nocodb.example.com
             */
            url?: string;
            /**
             * @description With `postgres`: the only tables and views that may be read.
             * @example [
             *       "orders",
             *       "sales.invoices"
             *     ]
             */
            tables?: string[];
            /** @description With `s3`: the bucket. */
            bucket?: string;
            /** @description With `s3`: its region; default `us-east-1`. */
            region?: string;
            /** @description With `s3`: the access key. `token` is its secret key. */
            access_key?: string;
            /**
             * @description With `http`: the secrets. They are stored encrypted and never returned.
             * @example {
             *       "type": "bearer",
             *       "token": "sk_live_0123456789abcdef"
             *     }
             */
            auth?: {
                /**
                 * @description How requests are authenticated.
                 * @example bearer
                 * @enum {string}
                 */
                type: "bearer" | "basic" | "header" | "query" | "oauth2_client_credentials";
                /**
                 * @description With `bearer`: the token.
                 * @example sk_live_0123456789abcdef
                 */
                token?: string;
                /** @description With `basic`: the user name. It is the secret without a password. */
                username?: string & (unknown & unknown);
                /** @description With `basic`: the password of 8 characters or more; default none. */
                password?: string;
                /** @description With `header` and `query`: the secret value. */
                value?: string;
                /** @description With `oauth2_client_credentials`: the secret of the client. */
                client_secret?: string;
                /**
                 * @description With `header` and `query`: the name of the header or of the parameter of the query.
                 * @example x-api-key
                 */
                name?: string;
                /**
                 * @description With `header`: what is sent before the value, such as `Token ` with its blank. It is no secret.
                 * @example Token
                 */
                prefix?: string;
                /**
                 * @description With `oauth2_client_credentials`: the token endpoint, at a public address.
                 * @example https://auth.example.com/oauth/token
                 */
                token_url?: string;
                /**
                 * @description With `oauth2_client_credentials`: the ID of the client.
                 * @example toolpress
                 */
                client_id?: string;
                /** @description With `oauth2_client_credentials`: the scopes, separated by blanks. */
                scope?: string;
                /** @description With `oauth2_client_credentials`: the audience, if the endpoint wants one. */
                audience?: string;
                /**
                 * @description With `oauth2_client_credentials`: how the client authenticates, by a header or by the form; default `basic`.
                 * @enum {string}
                 */
                client_auth?: "basic" | "body";
            };
            /**
             * @description With `http`: the only methods that are allowed; default all.
             * @example [
             *       "GET"
             *     ]
             */
            methods?: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
            /**
             * @description With `http`: headers that are sent too, except `content-*` and `accept-encoding`. They are no secrets, and are returned.
             * @example {
             *       "x-api-version": "2026-01-31"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description A label of your choice.
             * @example Sales, read only
             */
            label?: string;
        };
        DeleteConnectionResult: {
            /**
             * @description The connection’s name, as in `_connections`.
             * @example sales
             */
            slug: string;
        } & {
            [key: string]: unknown;
        };
        ListConnectionsResult: {
            /** @description One page of items. */
            items: components["schemas"]["Connection"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ConnectionTest: {
            /**
             * @description Always true; otherwise the answer is an error.
             * @example true
             */
            ok: boolean;
        } & {
            [key: string]: unknown;
        };
        Account: {
            /**
             * @description The account’s id.
             * @example acc_5f0c…
             */
            id: string;
            /**
             * @description The account’s name.
             * @example Accounting
             */
            name: string;
            /**
             * @description Action quota per calendar month (UTC); null: no quota.
             * @example 10000
             */
            monthly_actions: number | null;
            /**
             * @description Pages of a PDF; null: as `pdf.max_pages` in the settings.
             * @example 500
             */
            max_pages: number | null;
            /**
             * @description Whether the account’s tokens are refused. Its data remains.
             * @example false
             */
            suspended: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        } & {
            [key: string]: unknown;
        };
        AccountInput: {
            /**
             * @description The account’s name.
             * @example Accounting
             */
            name: string;
            /**
             * @description Action quota per calendar month (UTC); null: no quota.
             * @example 10000
             */
            monthly_actions?: number | null;
            /**
             * @description Pages of a PDF; null: as `pdf.max_pages` in the settings.
             * @example 500
             */
            max_pages?: number | null;
        };
        ListAccountsResult: {
            /** @description One page of items. */
            items: components["schemas"]["Account"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        AccountChange: {
            /**
             * @description The account’s name.
             * @example Accounting
             */
            name?: string;
            /**
             * @description Action quota per calendar month (UTC); null: no quota.
             * @example 10000
             */
            monthly_actions?: number | null;
            /**
             * @description Pages of a PDF; null: as `pdf.max_pages` in the settings.
             * @example 500
             */
            max_pages?: number | null;
            /**
             * @description Whether the account’s tokens are refused. Its data remains.
             * @example false
             */
            suspended?: boolean;
        };
        CloseAccountResult: {
            /**
             * @description The account’s id.
             * @example acc_5f0c…
             */
            id: string;
        } & {
            [key: string]: unknown;
        };
        CreatedToken: {
            /**
             * @description The token’s id, not its secret.
             * @example tok_8b1d…
             */
            id: string;
            /**
             * @description What the token is for.
             * @example production
             */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of its last request.
             */
            last_used_at: string | null;
            /**
             * @description The secret. It is shown only once and stored as a hash.
             * @example tp_jH3n…
             */
            token: string;
        } & {
            [key: string]: unknown;
        };
        TokenInput: {
            /**
             * @description What the token is for.
             * @example production
             */
            name?: string;
            /**
             * Format: date-time
             * @description When the token expires; default never.
             */
            expires_at?: string;
        };
        Token: {
            /**
             * @description The token’s id, not its secret.
             * @example tok_8b1d…
             */
            id: string;
            /**
             * @description What the token is for.
             * @example production
             */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of its last request.
             */
            last_used_at: string | null;
        } & {
            [key: string]: unknown;
        };
        ListTokensResult: {
            /** @description One page of items. */
            items: components["schemas"]["Token"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        RevokeTokenResult: {
            /**
             * @description The token’s id, not its secret.
             * @example tok_8b1d…
             */
            id: string;
        } & {
            [key: string]: unknown;
        };
        OwnAccount: {
            /**
             * @description The account’s id.
             * @example acc_5f0c…
             */
            id: string;
            /**
             * @description The account’s name.
             * @example Accounting
             */
            name: string;
            /** @description The token of the request. */
            token: {
                /**
                 * @description The token’s id, not its secret.
                 * @example tok_8b1d…
                 */
                id: string;
                /**
                 * @description What the token is for.
                 * @example production
                 */
                name: string | null;
                /**
                 * Format: date-time
                 * @description When it expires; null: never.
                 */
                expires_at: string | null;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description Action quota per calendar month (UTC); null: no quota.
             * @example 10000
             */
            monthly_actions: number | null;
            /**
             * @description Actions charged in this calendar month (UTC).
             * @example 7
             */
            actions_this_month: number;
            /**
             * @description Actions remaining this month; null: no quota.
             * @example 9993
             */
            actions_left: number | null;
            /**
             * @description Bytes of the account’s files that have not expired.
             * @example 182320
             */
            storage_bytes: number;
            /**
             * @description Bytes of the account’s template variables, with their versions and drafts.
             * @example 48120
             */
            variable_bytes: number;
            /**
             * @description Bytes that the account’s files may take together; null: any number.
             * @example 10737418240
             */
            max_storage_bytes: number | null;
            /** @description Limits of requests and stored data. */
            limits: {
                /** @description Requests that each token may make in a minute; null: any number. */
                requests_per_minute: number | null;
                /**
                 * @description Concurrent requests of the account on each gateway; null: any number.
                 * @example 1000
                 */
                concurrent_requests: number | null;
                /**
                 * @description Size of a request’s body.
                 * @example 10485760
                 */
                request_body_bytes: number;
                /**
                 * @description Pages of a PDF. Each begun 50 pages are charged like a PDF.
                 * @example 50
                 */
                pages_per_document: number;
                /**
                 * @description Number of template variables.
                 * @example 1000
                 */
                variables: number;
                /**
                 * @description Bytes of all template variables, with their versions and drafts.
                 * @example 67108864
                 */
                variable_bytes: number;
                /**
                 * @description Number of stored versions of each template variable.
                 * @example 100
                 */
                variable_versions: number;
                /**
                 * @description Number of fonts.
                 * @example 50
                 */
                fonts: number;
                /**
                 * @description Number of connections.
                 * @example 100
                 */
                connections: number;
                /**
                 * @description Number of webhooks.
                 * @example 10
                 */
                webhooks: number;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        UsageCount: {
            /**
             * @description Actions charged.
             * @example 7
             */
            actions: number;
            /**
             * @description Successful requests.
             * @example 3
             */
            requests: number;
        } & {
            [key: string]: unknown;
        };
        Usage: {
            /**
             * @description Actions charged.
             * @example 7
             */
            actions: number;
            /**
             * @description Successful requests.
             * @example 3
             */
            requests: number;
            /**
             * @description By day (UTC, `YYYY-MM-DD`).
             * @example {
             *       "2026-01-31": {
             *         "actions": 7,
             *         "requests": 3
             *       }
             *     }
             */
            by_day: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /**
             * @description Counts by tool; absent for a period.
             * @example {
             *       "html-to-pdf": {
             *         "actions": 6,
             *         "requests": 2
             *       },
             *       "get-record": {
             *         "actions": 1,
             *         "requests": 1
             *       }
             *     }
             */
            by_tool?: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /**
             * @description Counts by token id, including revoked tokens; absent for a period.
             * @example {
             *       "tok_8b1d…": {
             *         "actions": 7,
             *         "requests": 3
             *       }
             *     }
             */
            by_token?: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /**
             * @description Bytes of the account’s files that have not expired.
             * @example 182320
             */
            storage_bytes?: number;
        } & {
            [key: string]: unknown;
        };
        AccountUsage: {
            /**
             * @description The account’s id.
             * @example acc_5f0c…
             */
            account_id: string;
            /**
             * @description The account’s name.
             * @example Accounting
             */
            name: string;
            /**
             * @description Action quota per calendar month (UTC); null: no quota.
             * @example 10000
             */
            monthly_actions: number | null;
            /**
             * @description Actions charged.
             * @example 7
             */
            actions: number;
            /**
             * @description Successful requests.
             * @example 3
             */
            requests: number;
            /**
             * @description Charged actions, which count against the quota.
             * @example 7
             */
            actions_this_month: number;
        } & {
            [key: string]: unknown;
        };
        ServiceUsage: {
            /**
             * @description Actions charged.
             * @example 7
             */
            actions: number;
            /**
             * @description Successful requests.
             * @example 3
             */
            requests: number;
            /**
             * @description By day (UTC, `YYYY-MM-DD`).
             * @example {
             *       "2026-01-31": {
             *         "actions": 7,
             *         "requests": 3
             *       }
             *     }
             */
            by_day: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /** @description One page of items. */
            items: components["schemas"]["AccountUsage"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
            /**
             * @description Counts by tool; absent for a period.
             * @example {
             *       "html-to-pdf": {
             *         "actions": 6,
             *         "requests": 2
             *       },
             *       "get-record": {
             *         "actions": 1,
             *         "requests": 1
             *       }
             *     }
             */
            by_tool?: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /**
             * @description Counts by token id, including revoked tokens; absent for a period.
             * @example {
             *       "tok_8b1d…": {
             *         "actions": 7,
             *         "requests": 3
             *       }
             *     }
             */
            by_token?: {
                [key: string]: components["schemas"]["UsageCount"];
            };
            /**
             * @description Bytes of the account’s files that have not expired.
             * @example 182320
             */
            storage_bytes?: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "http_request": {
         *         "timeout_ms": 30000,
         *         "max_redirects": 5,
         *         "max_request_bytes": 5242880,
         *         "max_response_bytes": 10485760,
         *         "blocked_hosts": [],
         *         "allowed_hosts": []
         *       },
         *       "get_record": {
         *         "timeout_ms": 60000
         *       },
         *       "rate_limit": {
         *         "requests_per_minute": 0,
         *         "concurrent_requests": 1000
         *       },
         *       "storage": {
         *         "max_bytes_per_account": 10737418240
         *       },
         *       "pdf": {
         *         "embedded_resources": true,
         *         "max_pages": 50
         *       },
         *       "audit": {
         *         "max_entries": 50000,
         *         "max_entries_per_account": 1000,
         *         "retention_days": 365
         *       }
         *     }
         */
        Settings: {
            /** @description The HTTP request tool. */
            http_request: {
                /** @description Timeout of the whole exchange, including redirects and body, in milliseconds. */
                timeout_ms: number;
                /** @description Largest number of redirects; 0 follows none. */
                max_redirects: number;
                /** @description Largest request body, in bytes. */
                max_request_bytes: number;
                /** @description Largest response body after decompression, in bytes. */
                max_response_bytes: number;
                /** @description Refused hosts; `*.example.com` for subdomains. */
                blocked_hosts: string[];
                /** @description If not empty, the only hosts that are allowed. */
                allowed_hosts: string[];
            } & {
                [key: string]: unknown;
            };
            /** @description The get-record tool. */
            get_record: {
                /** @description Timeout of a record, including the wait for the provider’s rate limit, in milliseconds. */
                timeout_ms: number;
            } & {
                [key: string]: unknown;
            };
            /** @description Requests of tokens and accounts. */
            rate_limit: {
                /** @description Requests per token and minute, over all gateways; 0: no limit. */
                requests_per_minute: number;
                /** @description Concurrent requests per account on each gateway; 0: no limit. */
                concurrent_requests: number;
            } & {
                [key: string]: unknown;
            };
            /** @description The files of accounts. */
            storage: {
                /** @description Stored bytes per account; 0: no limit. */
                max_bytes_per_account: number;
            } & {
                [key: string]: unknown;
            };
            /** @description The PDF tools. */
            pdf: {
                /** @description Whether requests may have `embedded_resources`. */
                embedded_resources: boolean;
                /** @description Pages of a PDF, for accounts without `max_pages`. Each begun 50 pages are charged like a PDF. */
                max_pages: number;
            } & {
                [key: string]: unknown;
            };
            /** @description The audit log. */
            audit: {
                /** @description Entries in the audit log; older ones are deleted. One takes about 400 bytes of Redis. */
                max_entries: number;
                /** @description Entries about one account. Above this limit, the account’s oldest entries are deleted. */
                max_entries_per_account: number;
                /** @description Days after which entries are deleted. */
                retention_days: number;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        SettingsChange: {
            /**
             * @description The HTTP request tool.
             * @example {
             *       "timeout_ms": 10000
             *     }
             */
            http_request?: {
                /** @description Timeout of the whole exchange, including redirects and body, in milliseconds. */
                timeout_ms?: number;
                /** @description Largest number of redirects; 0 follows none. */
                max_redirects?: number;
                /** @description Largest request body, in bytes. */
                max_request_bytes?: number;
                /** @description Largest response body after decompression, in bytes. */
                max_response_bytes?: number;
                /** @description Refused hosts; `*.example.com` for subdomains. */
                blocked_hosts?: string[];
                /** @description If not empty, the only hosts that are allowed. */
                allowed_hosts?: string[];
            };
            /** @description The get-record tool. */
            get_record?: {
                /** @description Timeout of a record, including the wait for the provider’s rate limit, in milliseconds. */
                timeout_ms?: number;
            };
            /** @description Requests of tokens and accounts. */
            rate_limit?: {
                /** @description Requests per token and minute, over all gateways; 0: no limit. */
                requests_per_minute?: number;
                /** @description Concurrent requests per account on each gateway; 0: no limit. */
                concurrent_requests?: number;
            };
            /** @description The files of accounts. */
            storage?: {
                /** @description Stored bytes per account; 0: no limit. */
                max_bytes_per_account?: number;
            };
            /** @description The PDF tools. */
            pdf?: {
                /** @description Whether requests may have `embedded_resources`. */
                embedded_resources?: boolean;
                /** @description Pages of a PDF, for accounts without `max_pages`. Each begun 50 pages are charged like a PDF. */
                max_pages?: number;
            };
            /** @description The audit log. */
            audit?: {
                /** @description Entries in the audit log; older ones are deleted. One takes about 400 bytes of Redis. */
                max_entries?: number;
                /** @description Entries about one account. Above this limit, the account’s oldest entries are deleted. */
                max_entries_per_account?: number;
                /** @description Days after which entries are deleted. */
                retention_days?: number;
            };
        };
        AuditEntry: {
            /**
             * @description The entry’s id.
             * @example 1769851800000-0
             */
            id: string;
            /**
             * Format: date-time
             * @description When the change ended.
             */
            at: string;
            /** @description Who changed it. */
            actor: {
                /** @description `admin`: the admin token; `oidc`: a person whom the identity provider signed in; `token`: an API token, or an application with a grant. */
                kind: ("admin" | "oidc" | "token") | string;
                /**
                 * @description The id of the token or grant, or the person’s id at the provider; null: the admin token.
                 * @example tok_8b1d…
                 */
                id: string | null;
                /**
                 * @description The token’s name, or the person’s email or name.
                 * @example production
                 */
                name: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description The change. */
            action: ("account.create" | "account.update" | "account.close" | "token.create" | "token.revoke" | "grant.create" | "grant.revoke" | "settings.update" | "secrets.re_encrypt" | "operator.sign_in" | "studio_link.create" | "variable.save" | "variable.delete" | "variable.publish" | "variable.delete_draft" | "font.save" | "font.delete" | "connection.save" | "connection.delete" | "webhook.save" | "webhook.delete" | "webhook.rotate" | "job.cancel" | "batch.cancel" | "batch.retry" | "template.print") | string;
            /**
             * @description Name or id of what was changed; null: there is only one.
             * @example letterhead
             */
            object: string | null;
            /**
             * @description The account whose data was changed; null: the service’s.
             * @example acc_5f0c…
             */
            account_id: string | null;
            /**
             * @description Names of the given fields, without values.
             * @example [
             *       "kind",
             *       "content"
             *     ]
             */
            fields: string[];
            /** @description `unknown`: the service failed during the change, which may have been made or not. */
            outcome: ("done" | "unknown") | string;
            /**
             * @description `X-Request-Id` of the request.
             * @example 0b5c8f9e-5a5e-4a7e-9d0c-0c6a4f3b2a10
             */
            request_id: string;
            /**
             * @description The caller’s address; for IPv6 its /64 network.
             * @example 203.0.113.7
             */
            address: string;
        } & {
            [key: string]: unknown;
        };
        ListAuditResult: {
            /** @description One page of items. */
            items: components["schemas"]["AuditEntry"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListOwnAuditResult: {
            /** @description One page of items. */
            items: components["schemas"]["AuditEntry"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ReEncryption: {
            /**
             * @description Number of tokens and secrets re-encrypted under the current master key.
             * @example 12
             */
            re_encrypted: number;
            /**
             * @description Number of those already encrypted under the current master key.
             * @example 0
             */
            current: number;
            /**
             * @description Number of those that no master key of this gateway can decrypt; the log names them.
             * @example 0
             */
            failed: number;
        } & {
            [key: string]: unknown;
        };
        GetServiceResult: {
            /**
             * @description Always `Toolpress`.
             * @example Toolpress
             */
            name: string;
            /**
             * @description The version of the service.
             * @example 1.0.0
             */
            version: string;
            /**
             * @description The version of the API, as in the header `API-Version`.
             * @example 1
             */
            api_version: string;
            /** @description Links of the service. */
            links: {
                /**
                 * Format: uri
                 * @description The documentation, for people.
                 * @example https://toolpress.example.com/docs
                 */
                documentation: string;
                /**
                 * Format: uri
                 * @description The OpenAPI document.
                 * @example https://toolpress.example.com/openapi.json
                 */
                openapi: string;
                /**
                 * Format: uri
                 * @description Whether the service is ready for requests.
                 * @example https://toolpress.example.com/readyz
                 */
                health: string;
                /**
                 * Format: uri
                 * @description The operator’s console, for people.
                 * @example https://toolpress.example.com/ops
                 */
                operations: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        GetHealthResult: {
            /**
             * @description Always `ok`.
             * @example ok
             */
            status: string;
        } & {
            [key: string]: unknown;
        };
        GetReadinessResult: {
            /**
             * @description Always `ok`.
             * @example ok
             */
            redis: string;
            /**
             * @description `ok`, `unavailable`, or `unwritable`: full or read-only.
             * @example ok
             */
            storage: string;
        } & {
            [key: string]: unknown;
        };
        SavedWebhook: {
            /**
             * @description The webhook’s name.
             * @example orders
             */
            name: string;
            /**
             * @description URL of the receiver: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description The events to send.
             * @example [
             *       "job.done",
             *       "job.failed"
             *     ]
             */
            events: (("job.done" | "job.failed" | "batch.done" | "batch.failed") | string)[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the receiver answered 410. Nothing is sent until the webhook is saved again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs.
             */
            previous_secret_until: string | null;
            /**
             * @description The secret to verify signatures; shown only once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        } & {
            [key: string]: unknown;
        };
        WebhookInput: {
            /**
             * @description URL of the receiver: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description The events to send; default: all.
             * @example [
             *       "job.done",
             *       "job.failed"
             *     ]
             */
            events?: ("job.done" | "job.failed" | "batch.done" | "batch.failed")[];
        };
        Webhook: {
            /**
             * @description The webhook’s name.
             * @example orders
             */
            name: string;
            /**
             * @description URL of the receiver: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description The events to send.
             * @example [
             *       "job.done",
             *       "job.failed"
             *     ]
             */
            events: (("job.done" | "job.failed" | "batch.done" | "batch.failed") | string)[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the receiver answered 410. Nothing is sent until the webhook is saved again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs.
             */
            previous_secret_until: string | null;
        } & {
            [key: string]: unknown;
        };
        DeleteWebhookResult: {
            /**
             * @description The webhook’s name.
             * @example orders
             */
            name: string;
        } & {
            [key: string]: unknown;
        };
        ListWebhooksResult: {
            /** @description One page of items. */
            items: components["schemas"]["Webhook"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        RotatedWebhook: {
            /**
             * @description The webhook’s name.
             * @example orders
             */
            name: string;
            /**
             * @description URL of the receiver: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description The events to send.
             * @example [
             *       "job.done",
             *       "job.failed"
             *     ]
             */
            events: (("job.done" | "job.failed" | "batch.done" | "batch.failed") | string)[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the receiver answered 410. Nothing is sent until the webhook is saved again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs.
             */
            previous_secret_until: string | null;
            /**
             * @description The secret to verify signatures; shown only once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        } & {
            [key: string]: unknown;
        };
        WebhookDelivery: {
            /**
             * @description The delivery’s id.
             * @example dlv_0c9f8a7b6d5e4f3a2b1c0d9e
             */
            id: string;
            /**
             * @description The event’s id, as in the header `webhook-id`.
             * @example evt_job_5f0c
             */
            event_id: string;
            /** @description The event’s type. */
            type: ("job.done" | "job.failed" | "batch.done" | "batch.failed" | "webhook.test") | string;
            /** @description The state of the delivery. */
            status: ("pending" | "delivered" | "failed") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none.
             */
            next_attempt_at: string | null;
            /** @description The attempts, in order. */
            attempts: ({
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                at: string;
                /**
                 * @description The receiver’s HTTP status; null without an answer.
                 * @example 200
                 */
                status: number | null;
                /**
                 * @description An error code if there was no answer, such as `target_unreachable`.
                 * @example null
                 */
                error: string | null;
                /**
                 * @description Duration in milliseconds.
                 * @example 84
                 */
                duration_ms: number;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        ListWebhookDeliveriesResult: {
            /** @description One page of items. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListAccountWebhooksResult: {
            /** @description One page of items. */
            items: components["schemas"]["Webhook"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListAccountWebhookDeliveriesResult: {
            /** @description One page of items. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        JobRequest: {
            /**
             * @description The tool.
             * @example html-to-pdf
             * @enum {string}
             */
            tool: "html-to-pdf" | "json-to-pdf";
            /**
             * @description The tool’s parameters. `return` has no effect: the result is a link.
             * @example {
             *       "html": "<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: \"EUR\"]]</p>",
             *       "css": "h1 { color: teal }",
             *       "data": {
             *         "number": "2026-0417",
             *         "customer": {
             *           "name": "Ada Lovelace"
             *         },
             *         "total": 1234.5
             *       },
             *       "page_size": "A5",
             *       "locale": "en"
             *     }
             */
            input: components["schemas"]["PdfRequest"];
        };
        ListJobsResult: {
            /** @description One page of items. */
            items: components["schemas"]["Job"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        Batch: {
            /**
             * @description The id returned by the service.
             * @example bat_0mws455o1b04142277aad597c
             */
            id: string;
            /** @description The tool that prints each row. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description `working`: rows are rendered; `assembling`: their files are combined; `done`: all is finished; `cancelled`: no more rows are started. */
            status: ("working" | "assembling" | "done" | "cancelled") | string;
            /**
             * @description The submitted value; a list if it has several.
             * @example zip
             */
            output: (("files" | "zip" | "merged") | string) | (("files" | "zip" | "merged") | string)[];
            /**
             * @description The submitted priority; default 0.
             * @example 0
             */
            priority: number;
            /**
             * @description Number of rows.
             * @example 2
             */
            rows: number;
            /**
             * @description Number of done rows.
             * @example 1
             */
            done: number;
            /**
             * @description Number of failed rows.
             * @example 0
             */
            failed: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the batch ended or was cancelled; absent before.
             */
            finished_at?: string;
            /** @description With `output` `zip` or `merged`: the file of all rows, when the batch is done; with both, the archive. */
            result?: {
                /**
                 * Format: uri
                 * @description Link to the file, valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the file, valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` expires.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file in bytes.
                 * @example 18232
                 */
                size_bytes: number;
                /**
                 * @description Number of files that were deleted or had expired before the archive was created.
                 * @example 0
                 */
                missing: number;
                /**
                 * @description Number of pages, for `merged`.
                 * @example 2
                 */
                page_count?: number;
            } & {
                [key: string]: unknown;
            };
            /** @description The merged PDF, with both `zip` and `merged`. */
            merged?: {
                /**
                 * Format: uri
                 * @description Link to the file, valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the file, valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` expires.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file in bytes.
                 * @example 18232
                 */
                size_bytes: number;
                /**
                 * @description Number of files that were deleted or had expired before the archive was created.
                 * @example 0
                 */
                missing: number;
                /**
                 * @description Number of pages, for `merged`.
                 * @example 2
                 */
                page_count?: number;
            } & {
                [key: string]: unknown;
            };
            /** @description Why there is no `result`. The files of the rows exist. */
            error?: {
                /**
                 * @description An error code.
                 * @example template_invalid
                 */
                code: string;
                /**
                 * @description The problem and its solution.
                 * @example `html` has a section that is not closed.
                 */
                message: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        BatchOutput: "files" | "zip" | "merged";
        BatchRequest: {
            /**
             * @description The tool that prints each row.
             * @example html-to-pdf
             * @enum {string}
             */
            tool: "html-to-pdf" | "json-to-pdf";
            /**
             * @description The tool’s parameters for all rows. Each row is added to `data`; the row’s number is appended to `filename`, unless the row has its own or it has tags.
             * @example {
             *       "html": "<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: \"EUR\"]]</p>",
             *       "css": "h1 { color: teal }",
             *       "data": {
             *         "number": "2026-0417",
             *         "customer": {
             *           "name": "Ada Lovelace"
             *         },
             *         "total": 1234.5
             *       },
             *       "page_size": "A5",
             *       "locale": "en"
             *     }
             */
            input: components["schemas"]["PdfRequest"];
            /**
             * @description Rows of batches of the account with a higher priority are printed first; those of equal priority in order of submission. The default is 0. Other accounts are not affected.
             * @example 5
             */
            priority?: number;
            /**
             * @description `files` (default): one file per row. `zip`: also one archive. `merged`: also one PDF with an outline entry per row; not with `conformance`, `e_invoice` and `attachments`. Or a list of them: rows are printed and charged once.
             * @example zip
             */
            output?: components["schemas"]["BatchOutput"] | components["schemas"]["BatchOutput"][];
            /**
             * @description The data of each document, one object per row; at most 10000 rows. A row with the field `data`, and none but `filename`, `metadata`, `protect`, `e_invoice`, `attachments`, `locale` and `deliver_to` beside it, has these options over those of `input`. An invalid row fails alone.
             * @example [
             *       {
             *         "name": "Ada"
             *       },
             *       {
             *         "data": {
             *           "name": "Grace"
             *         },
             *         "filename": "grace",
             *         "metadata": {
             *           "title": "Payslip of Grace"
             *         }
             *       }
             *     ]
             */
            rows?: unknown[];
            /** @description Passwords and permissions of the merged PDF; required with `merged` if `input` or a row has `protect`. Tags are not filled. */
            protect?: {
                /** @description Opens the merged PDF: 1 to 127 characters of printable ASCII. */
                user_password: string;
                /** @description Grants all rights; default: random. */
                owner_password?: string;
                /** @description Allowed actions; default: all. */
                permissions?: ("print" | "copy" | "edit" | "annotate" | "fill_forms" | "assemble")[];
            };
            /** @description The id of an upload, instead of `rows`. */
            upload?: string;
            /** @description Records instead of `rows`, with the parameters of get-record. Each is read when its row is printed, and charged as get-record. */
            rows_from?: {
                /**
                 * @description Base ID; begins with `app` for `tablebase`.
                 * @example appLkNDICXNqxSDhG
                 */
                base_id: string;
                /**
                 * @description Table ID or table name; an ID begins with `tbl` for `tablebase`.
                 * @example Orders
                 */
                table_id: string;
                /**
                 * @description The connection to use: `tablebase` and its slug.
                 * @example {
                 *       "tablebase": "sales"
                 *     }
                 */
                _connections: {
                    /**
                     * @description Slug of the caller’s connection to the provider.
                     * @example sales
                     */
                    tablebase: string;
                };
                /** @description IDs of the records; at most 10000, one per row. Without it, each record of the list is a row: those of `where`, else all of the table. */
                record_ids?: string[];
                /**
                 * @description Conditions that all must be true.
                 * @example [
                 *       {
                 *         "field": "Status",
                 *         "op": "=",
                 *         "value": "open"
                 *       }
                 *     ]
                 */
                where?: components["schemas"]["RecordCondition"][];
                /**
                 * @description The order: by the first field, then by the next. The default is the order of the keys.
                 * @example [
                 *       {
                 *         "field": "Date",
                 *         "direction": "desc"
                 *       }
                 *     ]
                 */
                sort?: components["schemas"]["RecordSortKey"][];
                /**
                 * @description The largest number of records of the table; without it, all. A list has at most 2000 records and 5 MiB, with children and linked records.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description Only these fields are returned.
                 * @example [
                 *       "Customer",
                 *       "Amount"
                 *     ]
                 */
                fields?: string[];
                /**
                 * @description Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.
                 * @example {
                 *       "Customer": "Customers"
                 *     }
                 */
                expand?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages.
                 * @example {
                 *       "items": {
                 *         "table_id": "order_items",
                 *         "by": "order_id"
                 *       }
                 *     }
                 */
                children?: {
                    [key: string]: components["schemas"]["RecordChildren"];
                };
                /**
                 * @description `string`: values as text, as the provider shows them or as JavaScript prints them; default `json`.
                 * @example string
                 * @enum {string}
                 */
                cell_format?: "json" | "string";
            };
        };
        BatchRow: {
            /**
             * @description The row’s number, from 1.
             * @example 1
             */
            row: number;
            /** @description As in a job. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /** @description The tool’s answer without `pdf_base64`. */
            result?: {
                /**
                 * Format: uri
                 * @description Link to the file, valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the file, valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` expires.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file in bytes.
                 * @example 18232
                 */
                size_bytes: number;
                /**
                 * @description Number of pages in the PDF; 0 with `e_invoice.output` `xml`.
                 * @example 1
                 */
                page_count: number;
                /**
                 * @description The PDF, base64-encoded; absent with `"return": "link"`.
                 * @example JVBERi0xLjcKJdPr6eEK…
                 */
                pdf_base64?: string;
                /**
                 * @description The XML instead of `pdf_base64`, with `e_invoice.output` `xml`.
                 * @example <?xml version="1.0" encoding="UTF-8"?>…
                 */
                xml?: string;
                /** @description The object in the account’s bucket; absent without `deliver_to` and with the warning `not_delivered`. */
                delivered?: {
                    /**
                     * @description Slug of the connection of the provider `s3`.
                     * @example archive
                     */
                    connection: string;
                    /**
                     * @description The bucket.
                     * @example my-invoices
                     */
                    bucket: string;
                    /**
                     * @description The object: the folder, then `filename`, or an unguessable name without it.
                     * @example invoices/2026/invoice-4711.pdf
                     */
                    key: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description Differences from the sent document; absent when there are none. */
                warnings?: components["schemas"]["ContentWarning"][];
                /** @description The version of `template` that was printed; absent without one. */
                template?: {
                    /**
                     * @description The variable’s name, as in `[[var:name]]`.
                     * @example invoice-template
                     */
                    name: string;
                    /**
                     * @description The number of the version, or `draft`.
                     * @example 3
                     */
                    version: number | string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description The error of a failed job, or of a done job without `result`. */
            error?: {
                /**
                 * @description An error code.
                 * @example template_invalid
                 */
                code: string;
                /**
                 * @description The problem and its solution.
                 * @example `html` has a section that is not closed.
                 */
                message: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        ListBatchRowsResult: {
            /** @description One page of items. */
            items: components["schemas"]["BatchRow"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListBatchesResult: {
            /** @description One page of items. */
            items: components["schemas"]["Batch"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        Upload: {
            /**
             * @description The id returned by the service.
             * @example upl_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description Number of rows; invalid ones fail when they are printed.
             * @example 2
             */
            rows: number;
            /**
             * @description Number of bytes, decompressed.
             * @example 34
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When the upload expires.
             */
            expires_at: string;
        } & {
            [key: string]: unknown;
        };
        OperatorJob: {
            /**
             * @description The id returned by the service.
             * @example job_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description The account’s id.
             * @example acc_0mws455o10f3a1c2d4b6e8f01
             */
            account_id: string;
            /** @description The tool. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description The same as in the account’s own list. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended; absent before.
             */
            finished_at?: string;
            /**
             * @description The job’s error code.
             * @example template_invalid
             */
            error_code?: string;
        } & {
            [key: string]: unknown;
        };
        ListJobsOfAccountsResult: {
            /** @description One page of items. */
            items: components["schemas"]["OperatorJob"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        OperatorBatch: {
            /**
             * @description The id returned by the service.
             * @example bat_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description The account’s id.
             * @example acc_0mws455o10f3a1c2d4b6e8f01
             */
            account_id: string;
            /** @description The tool. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description The same as in the account’s own list. */
            status: ("working" | "assembling" | "done" | "cancelled") | string;
            /**
             * @description Number of rows.
             * @example 2
             */
            rows: number;
            /**
             * @description Number of done rows.
             * @example 1
             */
            done: number;
            /**
             * @description Number of failed rows.
             * @example 0
             */
            failed: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended; absent before.
             */
            finished_at?: string;
        } & {
            [key: string]: unknown;
        };
        ListBatchesOfAccountsResult: {
            /** @description One page of items. */
            items: components["schemas"]["OperatorBatch"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        StudioLink: {
            /**
             * Format: uri
             * @description The link. It is shown only once, and works once.
             * @example http://127.0.0.1:8080/studio#sign-in=kV3qJ0aYhX2uVq8rT1wZ5nB7mC4dE6fG9hJ0kL2pQrS
             */
            url: string;
            /**
             * @description The account that it signs in to.
             * @example acc_5f0c…
             */
            account_id: string;
            /**
             * Format: date-time
             * @description When it expires: ten minutes after its creation.
             */
            expires_at: string;
        } & {
            [key: string]: unknown;
        };
        StudioLinkInput: {
            /**
             * @description The API token that the link signs in with.
             * @example tp_3e7a…
             */
            token: string;
        };
        Grant: {
            /**
             * @description The grant’s id.
             * @example gnt_4c2e…
             */
            id: string;
            /**
             * @description The application: the address of its metadata, or the id that it registered.
             * @example https://claude.ai/oauth/mcp-oauth-client-metadata
             */
            client_id: string;
            /**
             * @description The name that the application gives itself.
             * @example Claude
             */
            client_name: string;
            /**
             * @description What it may do.
             * @example [
             *       "pdf",
             *       "templates"
             *     ]
             */
            scopes: (("pdf" | "http" | "records" | "templates") | string)[];
            /**
             * Format: uri
             * @description The address that its access tokens are for, with all below.
             * @example https://pdf.example.com/mcp
             */
            resource: string;
            /**
             * @description The API token that approved it; the grant ends with it.
             * @example tok_8b1d…
             */
            token_id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends, unless the application uses it before.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of its last request.
             */
            last_used_at: string | null;
        } & {
            [key: string]: unknown;
        };
        ListGrantsResult: {
            /** @description One page of items. */
            items: components["schemas"]["Grant"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        RevokeGrantResult: {
            /**
             * @description The grant’s id.
             * @example gnt_4c2e…
             */
            id: string;
        } & {
            [key: string]: unknown;
        };
        ListGrantsOfAccountResult: {
            /** @description One page of items. */
            items: components["schemas"]["Grant"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        RevokeGrantOfAccountResult: {
            /**
             * @description The grant’s id.
             * @example gnt_4c2e…
             */
            id: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    httpRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HttpRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HttpResult"];
                    };
                };
            };
        };
    };
    htmlToPdf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PdfRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PdfResult"];
                    };
                };
            };
            /** @description With `Prefer: respond-async`. Accepted for asynchronous processing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    jsonToPdf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PdfRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PdfResult"];
                    };
                };
            };
            /** @description With `Prefer: respond-async`. Accepted for asynchronous processing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TableRecord"];
                    };
                };
            };
        };
    };
    listRecords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListRecordsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecordList"];
                    };
                };
            };
        };
    };
    checkTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PdfRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TemplateCheck"];
                    };
                };
            };
        };
    };
    getVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                    };
                };
            };
        };
    };
    putVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariableContent"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                    };
                };
            };
        };
    };
    deleteVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteVariableResult"];
                    };
                };
            };
        };
    };
    patchVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariablePatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                    };
                };
            };
        };
    };
    listVariables: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListVariablesResult"];
                    };
                };
            };
        };
    };
    listVariableVersions: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListVariableVersionsResult"];
                    };
                };
            };
        };
    };
    getVariableVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WholeVersion"];
                    };
                };
            };
        };
    };
    publishVariable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                    };
                };
            };
        };
    };
    deleteVariableDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteVariableDraftResult"];
                    };
                };
            };
        };
    };
    compareVariableVersions: {
        parameters: {
            query?: {
                /** @description A version’s number, `published` (default) or `draft`. */
                from?: string;
                /** @description A version’s number, `published` or `draft` (default). */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VersionDifference"];
                    };
                };
            };
        };
    };
    getFont: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Font"];
                    };
                };
            };
        };
    };
    putFont: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FontInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Font"];
                    };
                };
            };
        };
    };
    deleteFont: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteFontResult"];
                    };
                };
            };
        };
    };
    listFonts: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListFontsResult"];
                    };
                };
            };
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteFileResult"];
                    };
                };
            };
        };
    };
    listTemplatesOfAccount: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListTemplatesOfAccountResult"];
                    };
                };
            };
        };
    };
    printTemplateOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestPrintRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestPrint"];
                    };
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
        };
    };
    putConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteConnectionResult"];
                    };
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListConnectionsResult"];
                    };
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionTest"];
                    };
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListAccountsResult"];
                    };
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CloseAccountResult"];
                    };
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListTokensResult"];
                    };
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedToken"];
                    };
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokeTokenResult"];
                    };
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnAccount"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First day of the period (UTC, `YYYY-MM-DD`); default: the first day with usage. */
                from?: string;
                /** @description Last day of the period (UTC, `YYYY-MM-DD`); default: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getUsageOfAccounts: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Id of the account to return. */
                account?: string;
                /** @description First day of the period (UTC, `YYYY-MM-DD`); default: the first day with usage. */
                from?: string;
                /** @description Last day of the period (UTC, `YYYY-MM-DD`); default: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceUsage"];
                    };
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only this action. */
                action?: "account.create" | "account.update" | "account.close" | "token.create" | "token.revoke" | "grant.create" | "grant.revoke" | "settings.update" | "secrets.re_encrypt" | "operator.sign_in" | "studio_link.create" | "variable.save" | "variable.delete" | "variable.publish" | "variable.delete_draft" | "font.save" | "font.delete" | "connection.save" | "connection.delete" | "webhook.save" | "webhook.delete" | "webhook.rotate" | "job.cancel" | "batch.cancel" | "batch.retry" | "template.print";
                /** @description First day (UTC, `YYYY-MM-DD`); default: the oldest entry. */
                from?: string;
                /** @description Last day (UTC, `YYYY-MM-DD`); default: today. */
                to?: string;
                /** @description Id of an account, also a closed one: only entries about it. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListAuditResult"];
                    };
                };
            };
        };
    };
    listOwnAudit: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only this action. */
                action?: "account.create" | "account.update" | "account.close" | "token.create" | "token.revoke" | "grant.create" | "grant.revoke" | "settings.update" | "secrets.re_encrypt" | "operator.sign_in" | "studio_link.create" | "variable.save" | "variable.delete" | "variable.publish" | "variable.delete_draft" | "font.save" | "font.delete" | "connection.save" | "connection.delete" | "webhook.save" | "webhook.delete" | "webhook.rotate" | "job.cancel" | "batch.cancel" | "batch.retry" | "template.print";
                /** @description First day (UTC, `YYYY-MM-DD`); default: the oldest entry. */
                from?: string;
                /** @description Last day (UTC, `YYYY-MM-DD`); default: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListOwnAuditResult"];
                    };
                };
            };
        };
    };
    reEncryptSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReEncryption"];
                    };
                };
            };
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GetServiceResult"];
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GetHealthResult"];
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GetReadinessResult"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedWebhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeleteWebhookResult"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListWebhooksResult"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RotatedWebhook"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListWebhookDeliveriesResult"];
                    };
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listAccountWebhooks: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListAccountWebhooksResult"];
                    };
                };
            };
        };
    };
    listAccountWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListAccountWebhookDeliveriesResult"];
                    };
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only jobs with this status. */
                status?: "queued" | "working" | "done" | "failed" | "cancelled";
                /** @description Only jobs of this tool. */
                tool?: "html-to-pdf" | "json-to-pdf";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListJobsResult"];
                    };
                };
            };
        };
    };
    submitJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description Accepted for asynchronous processing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the end; default 0. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    watchJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListBatchesResult"];
                    };
                };
            };
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Accepted for asynchronous processing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                    };
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted for asynchronous processing */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                    };
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the end; default 0. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                    };
                };
            };
        };
    };
    deleteBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                    };
                };
            };
        };
    };
    watchBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only rows with this status. */
                status?: "queued" | "working" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListBatchRowsResult"];
                    };
                };
            };
        };
    };
    uploadRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Upload"];
                    };
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Upload"];
                    };
                };
            };
        };
    };
    listJobsOfAccounts: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Id of the account whose jobs are listed; default: open ones of all accounts. */
                account?: string;
                /** @description Only jobs with this status. */
                status?: "queued" | "working" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListJobsOfAccountsResult"];
                    };
                };
            };
        };
    };
    cancelJobOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorJob"];
                    };
                };
            };
        };
    };
    listBatchesOfAccounts: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Id of the account whose batches are listed; default: open ones of all accounts. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListBatchesOfAccountsResult"];
                    };
                };
            };
        };
    };
    retryBatchOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorBatch"];
                    };
                };
            };
        };
    };
    cancelBatchOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorBatch"];
                    };
                };
            };
        };
    };
    createStudioLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioLinkInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StudioLink"];
                    };
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListGrantsResult"];
                    };
                };
            };
        };
    };
    revokeGrant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokeGrantResult"];
                    };
                };
            };
        };
    };
    listGrantsOfAccount: {
        parameters: {
            query?: {
                /** @description Largest number of items per page; default 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListGrantsOfAccountResult"];
                    };
                };
            };
        };
    };
    revokeGrantOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokeGrantOfAccountResult"];
                    };
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query?: {
                /** @description The expiry of a signed link in seconds since 1970. */
                expires?: number;
                /** @description The signature of a signed link. */
                signature?: string;
                /** @description If present, a browser shows the PDF instead of saving it. */
                inline?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The part of the PDF that `Range` requests */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
}

/** The codes of errors that operations declare. */
export type DeclaredErrorCode = 'account_suspended' | 'account_unknown' | 'address_forbidden' | 'batch_unknown' | 'body_too_large' | 'concurrency_exceeded' | 'connection_unknown' | 'content_forbidden' | 'deadline_exceeded' | 'delivery_unknown' | 'document_too_complex' | 'e_invoice_invalid' | 'file_expired' | 'file_unknown' | 'font_invalid' | 'font_not_found' | 'grant_unknown' | 'headers_too_large' | 'host_forbidden' | 'idempotency_conflict' | 'idempotency_limit' | 'image_unavailable' | 'internal' | 'invalid_json' | 'invalid_parameter' | 'job_unknown' | 'link_forged' | 'media_type_unsupported' | 'origin_forbidden' | 'overloaded' | 'page_limit' | 'pdf_invalid' | 'pdf_too_large' | 'precondition_failed' | 'provider_cannot' | 'provider_refused' | 'queue_full' | 'quota_exceeded' | 'range_invalid' | 'rate_limited' | 'record_not_found' | 'request_too_large' | 'response_invalid' | 'response_too_large' | 'retry_impossible' | 'storage_quota_exceeded' | 'tag_without_value' | 'target_unreachable' | 'template_invalid' | 'token_invalid' | 'token_missing' | 'token_unknown' | 'too_many_attempts' | 'too_many_records' | 'too_many_redirects' | 'unavailable' | 'upload_unknown' | 'variable_not_found' | 'variable_unknown' | 'version_not_found' | 'webhook_unknown';

export const OPERATIONS = {
  httpRequest: { method: 'POST', path: '/api/utilities/http-request', input: 'body', isKeyed: true, answer: 'json' },
  htmlToPdf: { method: 'POST', path: '/api/utilities/html-to-pdf', input: 'body', isKeyed: true, answer: 'json' },
  jsonToPdf: { method: 'POST', path: '/api/utilities/json-to-pdf', input: 'body', isKeyed: true, answer: 'json' },
  getRecord: { method: 'POST', path: '/api/tablebase/get-record', input: 'body', isKeyed: true, answer: 'json' },
  listRecords: { method: 'POST', path: '/api/tablebase/list-records', input: 'body', isKeyed: true, answer: 'json' },
  checkTemplate: { method: 'POST', path: '/api/utilities/check-template', input: 'body', isKeyed: false, answer: 'json' },
  putVariable: { method: 'PUT', path: '/api/variables/{name}', input: 'body', isKeyed: false, answer: 'json' },
  patchVariable: { method: 'PATCH', path: '/api/variables/{name}', input: 'body', isKeyed: false, answer: 'json' },
  getVariable: { method: 'GET', path: '/api/variables/{name}', input: 'none', isKeyed: false, answer: 'json' },
  deleteVariable: { method: 'DELETE', path: '/api/variables/{name}', input: 'none', isKeyed: false, answer: 'json' },
  listVariables: { method: 'GET', path: '/api/variables', input: 'query', isKeyed: false, answer: 'json' },
  listVariableVersions: { method: 'GET', path: '/api/variables/{name}/versions', input: 'query', isKeyed: false, answer: 'json' },
  getVariableVersion: { method: 'GET', path: '/api/variables/{name}/versions/{version}', input: 'none', isKeyed: false, answer: 'json' },
  publishVariable: { method: 'POST', path: '/api/variables/{name}/publish', input: 'body', isKeyed: false, answer: 'json' },
  deleteVariableDraft: { method: 'DELETE', path: '/api/variables/{name}/draft', input: 'none', isKeyed: false, answer: 'json' },
  compareVariableVersions: { method: 'GET', path: '/api/variables/{name}/diff', input: 'query', isKeyed: false, answer: 'json' },
  putFont: { method: 'PUT', path: '/api/fonts/{name}', input: 'body', isKeyed: false, answer: 'json' },
  getFont: { method: 'GET', path: '/api/fonts/{name}', input: 'none', isKeyed: false, answer: 'json' },
  deleteFont: { method: 'DELETE', path: '/api/fonts/{name}', input: 'none', isKeyed: false, answer: 'json' },
  listFonts: { method: 'GET', path: '/api/fonts', input: 'query', isKeyed: false, answer: 'json' },
  deleteFile: { method: 'DELETE', path: '/api/files/{id}', input: 'none', isKeyed: false, answer: 'json' },
  listTemplatesOfAccount: { method: 'GET', path: '/admin/accounts/{id}/templates', input: 'query', isKeyed: false, answer: 'json' },
  printTemplateOfAccount: { method: 'POST', path: '/admin/accounts/{id}/templates/{name}/print', input: 'body', isKeyed: true, answer: 'json' },
  putConnection: { method: 'PUT', path: '/api/connections/{slug}', input: 'body', isKeyed: false, answer: 'json' },
  getConnection: { method: 'GET', path: '/api/connections/{slug}', input: 'none', isKeyed: false, answer: 'json' },
  deleteConnection: { method: 'DELETE', path: '/api/connections/{slug}', input: 'none', isKeyed: false, answer: 'json' },
  listConnections: { method: 'GET', path: '/api/connections', input: 'query', isKeyed: false, answer: 'json' },
  testConnection: { method: 'POST', path: '/api/connections/{slug}/test', input: 'none', isKeyed: false, answer: 'json' },
  createAccount: { method: 'POST', path: '/admin/accounts', input: 'body', isKeyed: true, answer: 'json' },
  listAccounts: { method: 'GET', path: '/admin/accounts', input: 'query', isKeyed: false, answer: 'json' },
  getAccount: { method: 'GET', path: '/admin/accounts/{id}', input: 'none', isKeyed: false, answer: 'json' },
  updateAccount: { method: 'PATCH', path: '/admin/accounts/{id}', input: 'body', isKeyed: false, answer: 'json' },
  closeAccount: { method: 'DELETE', path: '/admin/accounts/{id}', input: 'none', isKeyed: false, answer: 'json' },
  createToken: { method: 'POST', path: '/admin/accounts/{id}/tokens', input: 'body', isKeyed: true, answer: 'json' },
  listTokens: { method: 'GET', path: '/admin/accounts/{id}/tokens', input: 'query', isKeyed: false, answer: 'json' },
  revokeToken: { method: 'DELETE', path: '/admin/tokens/{id}', input: 'none', isKeyed: false, answer: 'json' },
  getOwnAccount: { method: 'GET', path: '/api/account', input: 'none', isKeyed: false, answer: 'json' },
  getUsage: { method: 'GET', path: '/api/usage', input: 'query', isKeyed: false, answer: 'json' },
  getUsageOfAccounts: { method: 'GET', path: '/admin/usage', input: 'query', isKeyed: false, answer: 'json' },
  getSettings: { method: 'GET', path: '/admin/settings', input: 'none', isKeyed: false, answer: 'json' },
  updateSettings: { method: 'PATCH', path: '/admin/settings', input: 'body', isKeyed: false, answer: 'json' },
  listAudit: { method: 'GET', path: '/admin/audit', input: 'query', isKeyed: false, answer: 'json' },
  listOwnAudit: { method: 'GET', path: '/api/audit', input: 'query', isKeyed: false, answer: 'json' },
  reEncryptSecrets: { method: 'POST', path: '/admin/secrets/re-encrypt', input: 'none', isKeyed: true, answer: 'json' },
  getService: { method: 'GET', path: '/', input: 'none', isKeyed: false, answer: 'json' },
  getHealth: { method: 'GET', path: '/healthz', input: 'none', isKeyed: false, answer: 'json' },
  getReadiness: { method: 'GET', path: '/readyz', input: 'none', isKeyed: false, answer: 'json' },
  putWebhook: { method: 'PUT', path: '/api/webhooks/{name}', input: 'body', isKeyed: false, answer: 'json' },
  getWebhook: { method: 'GET', path: '/api/webhooks/{name}', input: 'none', isKeyed: false, answer: 'json' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{name}', input: 'none', isKeyed: false, answer: 'json' },
  listWebhooks: { method: 'GET', path: '/api/webhooks', input: 'query', isKeyed: false, answer: 'json' },
  rotateWebhookSecret: { method: 'POST', path: '/api/webhooks/{name}/rotate', input: 'none', isKeyed: false, answer: 'json' },
  testWebhook: { method: 'POST', path: '/api/webhooks/{name}/test', input: 'none', isKeyed: false, answer: 'json' },
  listWebhookDeliveries: { method: 'GET', path: '/api/webhooks/{name}/deliveries', input: 'query', isKeyed: false, answer: 'json' },
  replayWebhookDelivery: { method: 'POST', path: '/api/webhooks/{name}/deliveries/{id}/replay', input: 'none', isKeyed: false, answer: 'json' },
  listAccountWebhooks: { method: 'GET', path: '/admin/accounts/{id}/webhooks', input: 'query', isKeyed: false, answer: 'json' },
  listAccountWebhookDeliveries: { method: 'GET', path: '/admin/accounts/{id}/webhooks/{name}/deliveries', input: 'query', isKeyed: false, answer: 'json' },
  submitJob: { method: 'POST', path: '/api/jobs', input: 'body', isKeyed: true, answer: 'json' },
  listJobs: { method: 'GET', path: '/api/jobs', input: 'query', isKeyed: false, answer: 'json' },
  getJob: { method: 'GET', path: '/api/jobs/{id}', input: 'query', isKeyed: false, answer: 'json' },
  deleteJob: { method: 'DELETE', path: '/api/jobs/{id}', input: 'none', isKeyed: false, answer: 'json' },
  watchJob: { method: 'GET', path: '/api/jobs/{id}/events', input: 'none', isKeyed: false, answer: 'events' },
  submitBatch: { method: 'POST', path: '/api/batches', input: 'body', isKeyed: true, answer: 'json' },
  listBatches: { method: 'GET', path: '/api/batches', input: 'query', isKeyed: false, answer: 'json' },
  retryBatch: { method: 'POST', path: '/api/batches/{id}/retry', input: 'none', isKeyed: true, answer: 'json' },
  getBatch: { method: 'GET', path: '/api/batches/{id}', input: 'query', isKeyed: false, answer: 'json' },
  deleteBatch: { method: 'DELETE', path: '/api/batches/{id}', input: 'none', isKeyed: false, answer: 'json' },
  watchBatch: { method: 'GET', path: '/api/batches/{id}/events', input: 'none', isKeyed: false, answer: 'events' },
  listBatchRows: { method: 'GET', path: '/api/batches/{id}/rows', input: 'query', isKeyed: false, answer: 'json' },
  uploadRows: { method: 'PUT', path: '/api/uploads', input: 'stream', type: 'application/x-ndjson', isKeyed: false, answer: 'json' },
  deleteUpload: { method: 'DELETE', path: '/api/uploads/{id}', input: 'none', isKeyed: false, answer: 'json' },
  listJobsOfAccounts: { method: 'GET', path: '/admin/jobs', input: 'query', isKeyed: false, answer: 'json' },
  cancelJobOfAccount: { method: 'DELETE', path: '/admin/jobs/{id}', input: 'none', isKeyed: false, answer: 'json' },
  listBatchesOfAccounts: { method: 'GET', path: '/admin/batches', input: 'query', isKeyed: false, answer: 'json' },
  retryBatchOfAccount: { method: 'POST', path: '/admin/batches/{id}/retry', input: 'none', isKeyed: true, answer: 'json' },
  cancelBatchOfAccount: { method: 'DELETE', path: '/admin/batches/{id}', input: 'none', isKeyed: false, answer: 'json' },
  createStudioLink: { method: 'POST', path: '/admin/studio-links', input: 'body', isKeyed: true, answer: 'json' },
  listGrants: { method: 'GET', path: '/api/account/grants', input: 'query', isKeyed: false, answer: 'json' },
  revokeGrant: { method: 'DELETE', path: '/api/account/grants/{id}', input: 'none', isKeyed: false, answer: 'json' },
  listGrantsOfAccount: { method: 'GET', path: '/admin/accounts/{id}/grants', input: 'query', isKeyed: false, answer: 'json' },
  revokeGrantOfAccount: { method: 'DELETE', path: '/admin/accounts/{id}/grants/{grant}', input: 'none', isKeyed: false, answer: 'json' },
  downloadFile: { method: 'GET', path: '/files/{id}.pdf', input: 'query', isKeyed: false, answer: 'bytes' },
} as const;
