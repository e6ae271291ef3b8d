/** Generated from the OpenAPI document by `npm run docs`. */
export interface paths {
    "/api/utilities/http-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Performs an outbound HTTP request with custom headers and body, and returns the result
         * @description Performs an outbound HTTP request with custom headers and body, and returns the result.
         */
        post: operations["httpRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utilities/html-to-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders an HTML template with CSS and JSON data into a PDF
         * @description Renders an HTML template with CSS and JSON data into a PDF. With the header `Prefer: respond-async` it is answered with 202 and a job, as `POST /api/jobs` is: nobody waits for the PDF then.
         */
        post: operations["htmlToPdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utilities/json-to-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips)
         * @description Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips). With the header `Prefer: respond-async` it is answered with 202 and a job, as `POST /api/jobs` is: nobody waits for the PDF then.
         */
        post: operations["jsonToPdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tablebase/get-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retrieves one record from a table in a base of the connected provider
         * @description Retrieves one record from a table in a base of the connected provider.
         */
        post: operations["getRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/variables/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One template variable with its content
         * @description One template variable with its content.
         */
        get: operations["getVariable"];
        /**
         * Saves a template variable, or replaces it
         * @description Saves a template variable, or replaces it.
         */
        put: operations["putVariable"];
        post?: never;
        /**
         * Deletes a template variable
         * @description Deletes a template variable.
         */
        delete: operations["deleteVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All template variables of the account, without their contents
         * @description All template variables of the account, without their contents.
         */
        get: operations["listVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fonts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One font, without its file
         * @description One font, without its file.
         */
        get: operations["getFont"];
        /**
         * Saves a font, or replaces it
         * @description Saves a font, or replaces it.
         */
        put: operations["putFont"];
        post?: never;
        /**
         * Deletes a font
         * @description Deletes a font.
         */
        delete: operations["deleteFont"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fonts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All fonts of the account, without their files
         * @description All fonts of the account, without their files.
         */
        get: operations["listFonts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a stored file of the account; its links end at once
         * @description Deletes a stored file of the account; its links end at once.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The jobs of the account, in the order in which they were submitted
         * @description The jobs of the account, in the order in which they were submitted.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Submits a PDF that nobody waits for; it is charged when it is done
         * @description Submits a PDF that nobody waits for; it is charged when it is done.
         */
        post: operations["submitJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One job, with its result when it is done
         * @description One job, with its result when it is done.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Cancels a job that is not over; deletes one that is, with its file
         * @description Cancels a job that is not over; deletes one that is, with its file.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One job as server-sent events: `progress` when its status changes, `end` when it is over
         * @description One job as server-sent events: `progress` when its status changes, `end` when it is over.
         */
        get: operations["watchJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The batches of the account, in the order in which they were submitted
         * @description The batches of the account, in the order in which they were submitted.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Submits a PDF for each row of data; each is charged when it is done
         * @description Submits a PDF for each row of data; each is charged when it is done.
         */
        post: operations["submitBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is
         * @description Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is.
         */
        post: operations["retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch: how many of its rows are over
         * @description One batch: how many of its rows are over.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        /**
         * Cancels a batch that is not over: what is done stays done; deletes one that is, with all of its files, if it was not cancelled within the last minute
         * @description Cancels a batch that is not over: what is done stays done; deletes one that is, with all of its files, if it was not cancelled within the last minute.
         */
        delete: operations["deleteBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch as server-sent events: `progress` when its counts change, `end` when it is over
         * @description One batch as server-sent events: `progress` when its counts change, `end` when it is over.
         */
        get: operations["watchBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a batch, each with its result or its error
         * @description The rows of a batch, each with its result or its error.
         */
        get: operations["listBatchRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Uploads rows for a batch, as JSON lines
         * @description Uploads rows for a batch, as JSON lines. JSON lines in UTF-8: an object a line; at most 10000 rows in 200 MiB, a line at most 2 MiB. A line that is none fails by itself, when it is printed.
         */
        put: operations["uploadRows"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes an upload that no batch has taken over
         * @description Deletes an upload that no batch has taken over.
         */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The jobs of an account, or those of all accounts that are not over; nothing of what is in them
         * @description The jobs of an account, or those of all accounts that are not over; nothing of what is in them.
         */
        get: operations["listJobsOfAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancels a job that is not over; one that is stays as it is
         * @description Cancels a job that is not over; one that is stays as it is.
         */
        delete: operations["cancelJobOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The batches of an account, or those of all accounts that are not over; nothing of what is in them
         * @description The batches of an account, or those of all accounts that are not over; nothing of what is in them.
         */
        get: operations["listBatchesOfAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is
         * @description Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is.
         */
        post: operations["retryBatchOfAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancels a batch that is not over, what is done stays done; one that is over stays as it is
         * @description Cancels a batch that is not over, what is done stays done; one that is over stays as it is.
         */
        delete: operations["cancelBatchOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One connection, without its token
         * @description One connection, without its token.
         */
        get: operations["getConnection"];
        /**
         * Saves a connection to the provider, or replaces it
         * @description Saves a connection to the provider, or replaces it.
         */
        put: operations["putConnection"];
        post?: never;
        /**
         * Deletes a connection and its token
         * @description Deletes a connection and its token.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All connections of the account, without their tokens
         * @description All connections of the account, without their tokens.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{slug}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the provider whether it takes the connection’s token
         * @description Asks the provider whether it takes the connection’s token.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook, without its secret
         * @description One webhook, without its secret.
         */
        get: operations["getWebhook"];
        /**
         * Saves a webhook, or replaces it; the answer to the first one has its secret
         * @description Saves a webhook, or replaces it; the answer to the first one has its secret.
         */
        put: operations["putWebhook"];
        post?: never;
        /**
         * Deletes a webhook; what waits for it is not sent
         * @description Deletes a webhook; what waits for it is not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All webhooks of the account, without their secrets
         * @description All webhooks of the account, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{name}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook another secret; for 24 hours the one before signs as well
         * @description Gives a webhook another secret; for 24 hours the one before signs as well.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a webhook the event `webhook.test`
         * @description Sends a webhook the event `webhook.test`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook, the newest first, without what was in it
         * @description What was sent to a webhook, the newest first, without what was in it.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{name}/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a delivery once more, under the same id
         * @description Sends a delivery once more, under the same id.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of an account, without their secrets
         * @description The webhooks of an account, without their secrets.
         */
        get: operations["listAccountWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/webhooks/{name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook of an account, the newest first, without what was in it
         * @description What was sent to a webhook of an account, the newest first, without what was in it.
         */
        get: operations["listAccountWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts, the oldest first
         * @description All accounts, the oldest first.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Creates an account
         * @description Creates an account.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account
         * @description One account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Closes an account: its tokens at once, then all that it keeps; its usage stays
         * @description Closes an account: its tokens at once, then all that it keeps; its usage stays.
         */
        delete: operations["closeAccount"];
        options?: never;
        head?: never;
        /**
         * Renames an account, sets its monthly quota of actions, suspends or resumes it
         * @description Renames an account, sets its monthly quota of actions, suspends or resumes it.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/admin/accounts/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tokens of an account, the oldest first
         * @description The tokens of an account, the oldest first.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Makes an API token; its secret is shown this once
         * @description Makes an API token; its secret is shown this once.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes a token, effective at once
         * @description Revokes a token, effective at once.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account of the token: who it is, what is left of its quotas, its limits
         * @description The account of the token: who it is, what is left of its quotas, its limits.
         */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Actions and successful requests of the account, in all or of a period
         * @description Actions and successful requests of the account, in all or of a period.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Actions and successful requests of all accounts together and of each; or of one account; in all or of a period
         * @description Actions and successful requests of all accounts together and of each; or of one account; in all or of a period.
         */
        get: operations["getUsageOfAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings in force
         * @description The settings in force.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the settings that are named, effective on every gateway within two seconds
         * @description Changes the settings that are named, effective on every gateway within two seconds.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/admin/secrets/re-encrypt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Brings all stored tokens of connections and secrets of webhooks under the current master key
         * @description Brings all stored tokens of connections and secrets of webhooks under the current master key.
         */
        post: operations["reEncryptSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service is, and where its parts are; a browser gets a page
         * @description What this service is, and where its parts are; a browser gets a page.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process lives
         * @description The process lives.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests are served: Redis answers, and the process is not stopping. Documents need the file store, too
         * @description Requests are served: Redis answers, and the process is not stopping. Documents need the file store, too.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads a stored PDF; the link itself is the permission
         * @description The links of an answer lead here; those of XML and ZIP files end with `.xml` and `.zip`. `Range` and conditional requests are taken.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ErrorEnvelope: {
            /** @description Always false. */
            success: boolean;
            /** @description What is wrong, and what to do. */
            error: string;
        } & {
            [key: string]: unknown;
        };
        HttpResult: {
            /**
             * @description Status that the target answered, whatever it is.
             * @example 200
             */
            status: number;
            /**
             * @description Headers of the answer; repeated ones joined, `set-cookie` a list.
             * @example {
             *       "content-type": "application/json"
             *     }
             */
            headers: {
                [key: string]: unknown;
            };
            /**
             * @description Parsed when the answer is JSON; else its text; base64 when it is neither; null when there is none.
             * @example {
             *       "id": 4711,
             *       "state": "shipped"
             *     }
             */
            body: unknown;
            /** @description There when `body` is base64. */
            body_encoding?: "base64" | string;
        } & {
            [key: string]: unknown;
        };
        HttpRequest: {
            /**
             * @description HTTP method to use.
             * @example GET
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /**
             * @description Full URL to request, `https://` or `http://`; public addresses only.
             * @example https://example.com/
             */
            url: string;
            /**
             * @description Headers to send, name to value; all but those that frame the connection.
             * @example {
             *       "accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string | number | boolean;
            };
            /** @description An object or a list, sent as JSON; not with GET. */
            body?: unknown;
        };
        ContentWarning: {
            /** @description What kind of warning it is. */
            code: ("content_blocked" | "style_blocked" | "font_unavailable" | "font_replaced" | "css_ignored" | "script_not_run" | "markup_ignored" | "tag_without_value" | "outer_value" | "nothing_printed" | "language_unknown" | "not_accessible" | "foreign_template_tag") | string;
            /** @description What it is about, where it stands, and what to do. Of several places it has the count and the first three. */
            message: string;
            /** @description Of the first place in the text that was sent, where it is known. */
            line?: number;
            /** @description Likewise. */
            column?: number;
        } & {
            [key: string]: unknown;
        };
        PdfResult: {
            /**
             * Format: uri
             * @description Service-hosted link; valid until `expires_at`.
             * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
             */
            download_url: string;
            /**
             * Format: uri
             * @description Signed link to the stored file; valid until `signed_url_expires_at`.
             * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
             */
            signed_url: string;
            /**
             * Format: date-time
             * @description When `signed_url` stops working.
             * @example 2026-11-22T17:30:56.000Z
             */
            signed_url_expires_at: string;
            /**
             * Format: date-time
             * @description When the stored file is deleted.
             * @example 2026-11-29T16:30:56.881Z
             */
            expires_at: string;
            /**
             * @description Size of the file.
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
             * @description With `e_invoice.output` `xml`: the XML, in the place of `pdf_base64`.
             * @example <?xml version="1.0" encoding="UTF-8"?>…
             */
            xml?: string;
            /** @description What is printed otherwise than it was sent; absent when there is nothing. */
            warnings?: components["schemas"]["ContentWarning"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * Conformance
         * @enum {string}
         */
        Conformance: "pdf/a-2b" | "pdf/a-3b" | "pdf/a-3a" | "pdf/ua-1";
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
             * @description HTML given directly, or `[[var:name]]` for a saved template, `[[> name item=line]]` for one with arguments; tags in `[[ ]]` are filled from `data`, see docs/tools/templates.md. It may be left out with `e_invoice.output` `xml`, which prints nothing.
             * @example <h1>[[who]]</h1>
             */
            html: string;
            /**
             * @description CSS given directly, or `[[var:name]]` for a saved template, `[[> name size=a]]` for one with arguments.
             * @example h1 { color: teal }
             */
            css?: string;
            /**
             * @description Style sheets and images, by the paths under which `html` and `css` name them; at most 200. Each is a text, `[[var:name]]` for a saved one, or `{"base64": "…"}`.
             * @example {
             *       "images/logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"9\" height=\"9\"/></svg>"
             *     }
             */
            files?: {
                [key: string]: string | {
                    base64: string;
                };
            };
            /**
             * @description Data that fills the tags in `[[ ]]`.
             * @example {
             *       "who": "World"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /** @description Paper size: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger, in any case, or `{"width": "80mm", "height": "auto"}` with lengths of 10 mm to 200 in; a height of `auto` is that of the content, on one page. Absent, the document’s own `@page { size }` counts, else A4. */
            page_size?: ("A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger") | {
                /** @description Such as `80mm`. */
                width: string;
                /** @description A length, or `auto`. */
                height: string | "auto";
            } | "";
            /**
             * @description Page orientation; portrait unless given. Landscape turns the document’s own size too.
             * @enum {string}
             */
            orientation?: "portrait" | "landscape";
            /** @description Margins of all pages but those with an `@page` rule of their own (`:first`, a name): a CSS length for all sides, up to four as in CSS (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Absent, the document’s own `@page { margin }` counts, else 10 mm. A header or footer has to fit into `margin`; the document’s own grow for it. */
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
            /** @description HTML in the top margin of every page, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages: `[[page]]` and `[[pages]]` are its numbers, other tags are filled from `data`, the document’s CSS applies. */
            header_html?: string | {
                /** @description HTML for all pages that no other kind counts for; an empty text: none there. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text: none there. */
                first?: string;
                /** @description HTML for the last page; an empty text: none there. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text: none there. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text: none there. */
                odd?: string;
            };
            /** @description As `header_html`, in the bottom margin. */
            footer_html?: string | {
                /** @description HTML for all pages that no other kind counts for; an empty text: none there. */
                default?: string;
                /** @description HTML for the first page, also if it is the only one; an empty text: none there. */
                first?: string;
                /** @description HTML for the last page; an empty text: none there. */
                last?: string;
                /** @description HTML for the second page, the fourth and so on; an empty text: none there. */
                even?: string;
                /** @description HTML for the first page, the third and so on; an empty text: none there. */
                odd?: string;
            };
            /** @description A PDF, as base64, at most 5 MiB, that is printed under the pages, such as a letterhead: its page n under page n, its last page under all after. Or `{"first": "…", "default": "…"}`: one under the first page, one under the others. A page of another size is scaled to fit. */
            background_pdf?: string | {
                /** @description Under the first page. */
                first?: string;
                /** @description Under the pages after the first; without `first` under all. */
                default?: string;
            } | "";
            /** @description HTML in the middle of every page, over what the document prints, or `{"html": "…", "layer": "under"}`; filled as a header is. */
            watermark_html?: string | {
                /** @description The HTML. */
                html: string;
                /**
                 * @description Over the page, which it is unless given, or under it.
                 * @enum {string}
                 */
                layer?: "over" | "under";
            };
            /**
             * @description The number that `[[page]]` has on the first page, 1 unless given; `[[pages]]` is the number of the last page then.
             * @example 11
             */
            first_page_number?: number;
            /** @description The name under which the PDF is downloaded; `.pdf` is added where it is missing. */
            filename?: string;
            /** @description Whether the PDF is tagged, for screen readers; false unless given: a tagged PDF is larger and takes longer. */
            tagged?: boolean;
            /** @description Whether the PDF has an outline (bookmarks) of the headings `h1` to `h6`, nested by their levels; false unless given. */
            outline?: boolean;
            /**
             * @description The language in which filters of the template write numbers, amounts, dates, lists and translations; absent, that of the document (`<html lang>`), else `en`.
             * @example de-AT
             */
            locale?: string;
            /**
             * @description The time zone in which filters of the template write points in time; `UTC` unless given.
             * @example Europe/Vienna
             */
            time_zone?: string;
            /**
             * @description An object by language of objects: what the `t` filter writes in the place of each text.
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
            /** @description Whether a tag without a value, or with that of a section around its list, is an error that lists them; false unless given. */
            strict?: boolean;
            /**
             * @description `link` leaves `pdf_base64` out of the answer; `all` unless given. With the header `Accept: application/pdf` the answer is the PDF itself.
             * @enum {string}
             */
            return?: "all" | "link";
            /**
             * @description How long the file is kept, seconds: 60 or more, up to what the service keeps files for (`FILE_TTL`, a week unless the operator set it), which it is unless given. `DELETE /api/files/{id}` deletes it earlier.
             * @example 3600
             */
            expires_in?: number;
            /**
             * @description What is done about what may not be loaded. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.
             * @enum {string}
             */
            on_blocked?: "error" | "warn";
            /**
             * @description Standards that the PDF keeps: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that can’t keep them is an error that says why.
             * @example [
             *       "pdf/a-3a",
             *       "pdf/ua-1"
             *     ]
             */
            conformance?: components["schemas"]["Conformance"] | components["schemas"]["Conformance"][] | "";
            /**
             * @description Title, author and the like, as readers show them.
             * @example {
             *       "author": "Example Ltd"
             *     }
             */
            metadata?: {
                /** @description The title; absent, that of the document (`<title>`), else the `filename`. */
                title?: string;
                /** @description Who wrote it. */
                author?: string;
                /** @description What it is about. */
                subject?: string;
                /** @description A text, or a list of at most 100. */
                keywords?: string | string[] | "";
                /**
                 * @description When it was made: a point in time with its offset, or a day; the moment of printing unless given. With it, the same request makes the same bytes.
                 * @example 2026-01-31T09:30:00+01:00
                 */
                created_at?: string;
            };
            /**
             * @description Files inside of the PDF, at most 50.
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
                 * @description Under which a reader saves it; folders and control characters are left out, and a second one of a name is numbered.
                 * @example invoice.xml
                 */
                name: string;
                /**
                 * @description Its content.
                 * @example PGEvPg==
                 */
                data_base64: string;
                /** @description Such as `text/xml`; `application/octet-stream` unless given. */
                mime_type?: string;
                /** @description What readers show beside its name. */
                description?: string;
                /**
                 * @description How it has to do with the document, as PDF 2.0 has it: `Source` it was made of, `Data` that it shows, an `Alternative` to it, a `Supplement`; `Unspecified` unless given.
                 * @enum {string}
                 */
                relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
            }[];
            /**
             * @description An invoice that machines can book: Factur-X, ZUGFeRD, XRechnung or Peppol BIS Billing, as XML inside of a PDF/A-3 or alone; see docs/tools/e-invoices.md.
             * @example {
             *       "profile": "en16931",
             *       "invoice": {
             *         "number": "2026-0417",
             *         "currency": "EUR"
             *       }
             *     }
             */
            e_invoice?: {
                /**
                 * @description How much the XML holds and by which rules: Factur-X (ZUGFeRD) from `minimum` to `extended`, the German `xrechnung`, or `peppol_bis_3` (Peppol BIS Billing 3.0).
                 * @enum {string}
                 */
                profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "xrechnung" | "peppol_bis_3";
                /**
                 * @description `cii` (unless given) or `ubl`. The profiles `en16931` and `xrechnung` have both, `peppol_bis_3` is `ubl`, all others are `cii`. UBL goes with `output` `xml` only.
                 * @enum {string}
                 */
                syntax?: "cii" | "ubl";
                /** @description An invoice in `syntax` (`rsm:CrossIndustryInvoice`, or `Invoice` or `CreditNote` of UBL 2.1) that is taken as it is. Its guideline (BT-24) has to be that of `profile`; its sums are checked. */
                xml?: string;
                /** @description The invoice as data: the service computes what is left out of its totals, checks it by the rules of EN 16931 and of the profile, and makes the XML; templates read the same data as `[[invoice.number]]`, `[[invoice.totals.grand_total]]` …. */
                invoice?: {
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
                    /** @description BT-3: What it is, of UNTDID 1001: `380` an invoice (unless given), `381` a credit note, `384` a corrected invoice, `326` a partial one, `389` a self-billed one. */
                    type_code?: string;
                    /**
                     * @description BT-5: Currency of all amounts, of ISO 4217.
                     * @example EUR
                     */
                    currency?: string;
                    /** @description BT-6: Currency in which the seller books VAT, if it is another; then `totals.vat_total_in_vat_currency` is given too. */
                    vat_currency?: string;
                    /**
                     * Format: date
                     * @description BT-7: When VAT becomes due.
                     * @example 2026-01-31
                     */
                    vat_point_date?: string;
                    /** @description BT-8: When VAT becomes due: `3` with the invoice, `35` with the delivery, `432` with the payment. */
                    vat_point_date_code?: string;
                    /**
                     * Format: date
                     * @description BT-9: Until when it is to be paid.
                     * @example 2026-01-31
                     */
                    due_date?: string;
                    /**
                     * @description BT-10: What the buyer asked to see on it; in Germany the Leitweg-ID.
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
                    /** @description BT-18: What the invoice is about, such as a subscription. */
                    invoiced_object?: {
                        /** @description BT-18: The identifier. */
                        id: string;
                        /** @description BT-18-1: Its scheme, of UNTDID 1153. */
                        scheme?: string;
                    };
                    /** @description BT-19: Where the buyer books it. */
                    buyer_accounting_reference?: string;
                    /**
                     * @description BT-20: When and how it is to be paid, in words.
                     * @example 30 days net
                     */
                    payment_terms?: string;
                    /** @description BG-X-44: Discounts for early payment, as machines read them. `extended` only; for `xrechnung` write them in `payment_terms`. */
                    cash_discounts?: {
                        /**
                         * @description BT-X-283: Within how many days it is to be paid.
                         * @example 14
                         */
                        days: number | string | "";
                        /**
                         * @description BT-X-286: What is taken off, per cent.
                         * @example 2
                         */
                        percentage: number | string | "";
                        /** @description BT-X-285: The amount of which it is a percentage. */
                        base_amount?: number | string | "";
                    }[];
                    /** @description BG-1: Notes. */
                    notes?: {
                        /** @description BT-22: The note. */
                        text: string;
                        /** @description BT-21: What it is about, of UNTDID 4451. */
                        subject_code?: string;
                    }[];
                    /** @description BT-23: The process that the invoice belongs to; `urn:fdc:peppol.eu:2017:poacc:billing:01:1.0` for XRechnung unless given. */
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
                    /** @description BG-4: Who sells, and issues the invoice. */
                    seller?: {
                        /**
                         * @description BT-27: Its full name, as registered.
                         * @example Example GmbH
                         */
                        name?: string;
                        /** @description BT-28: The name that it is known by. */
                        trading_name?: string;
                        /** @description BT-29: Identifiers of the seller. */
                        ids?: {
                            /** @description BT-29: The identifier. */
                            id: string;
                            /** @description BT-29-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                            scheme?: string;
                        }[];
                        /** @description BT-30: Its entry in an official register. */
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
                        /** @description BT-32: Its number at the local tax office. */
                        tax_number?: string;
                        /** @description BT-33: More of its legal form, such as capital and management. */
                        legal_information?: string;
                        /** @description BT-34: Where answers to the invoice are sent. */
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
                            /** @description BT-36: More of the address. */
                            line_2?: string;
                            /** @description BT-162: More of the address. */
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
                    /** @description BG-7: Who buys. */
                    buyer?: {
                        /**
                         * @description BT-44: Its full name.
                         * @example Customer SA
                         */
                        name?: string;
                        /** @description BT-45: The name that it is known by. */
                        trading_name?: string;
                        /** @description BT-46: An identifier of the buyer, such as the customer number. */
                        id?: {
                            /** @description BT-46: The identifier. */
                            id: string;
                            /** @description BT-46-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                            scheme?: string;
                        };
                        /** @description BT-47: Its entry in an official register. */
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
                        /** @description BT-49: Where the invoice is sent. */
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
                            /** @description BT-51: More of the address. */
                            line_2?: string;
                            /** @description BT-163: More of the address. */
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
                    /** @description BG-10: Who is paid, if not the seller. */
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
                        /** @description BT-61: Its entry in an official register. */
                        legal_registration?: {
                            /** @description BT-61: The identifier. */
                            id: string;
                            /** @description BT-61-1: Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET). */
                            scheme?: string;
                        };
                    };
                    /** @description BG-11: Who represents the seller before the tax office. */
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
                            /** @description BT-65: More of the address. */
                            line_2?: string;
                            /** @description BT-164: More of the address. */
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
                    /** @description BG-13: Where and when it was delivered. */
                    delivery?: {
                        /** @description BT-70: Who receives it. */
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
                         * @description BT-72: When it was delivered.
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
                            /** @description BT-76: More of the address. */
                            line_2?: string;
                            /** @description BT-165: More of the address. */
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
                    /** @description BG-X-27: Who receives it in the end. `extended` only. */
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
                            /** @description BT-X-174: More of the address. */
                            line_2?: string;
                            /** @description BT-X-175: More of the address. */
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
                    /** @description BG-X-30: Where it was sent from. `extended` only. */
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
                            /** @description BT-X-193: More of the address. */
                            line_2?: string;
                            /** @description BT-X-194: More of the address. */
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
                    /** @description BG-X-36: Who gets the invoice, if not the buyer. `extended` only. */
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
                            /** @description BT-X-236: More of the address. */
                            line_2?: string;
                            /** @description BT-X-237: More of the address. */
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
                    /** @description BG-16: How it is paid. */
                    payment?: {
                        /**
                         * @description BT-81: How, of UNTDID 4461: `58` is SEPA credit transfer, `30` credit transfer, `59` SEPA direct debit, `48` card.
                         * @example 58
                         */
                        means_code?: string;
                        /** @description BT-82: How, in words. */
                        means_text?: string;
                        /** @description BT-83: What the payer writes, such as the number of the invoice. */
                        remittance_information?: string;
                        /** @description BG-17: Accounts that may be paid to. */
                        credit_transfers?: {
                            /**
                             * @description BT-84: IBAN, or another number of the account.
                             * @example DE75512108001245126199
                             */
                            account_id?: string;
                            /** @description BT-85: Whose account it is. */
                            account_name?: string;
                            /** @description BT-86: BIC of its bank. */
                            bic?: string;
                        }[];
                        /** @description BG-18: The card that it was paid with. */
                        card?: {
                            /** @description BT-87: The last four to six digits of the card. */
                            number?: string;
                            /** @description BT-88: Whose card it is. */
                            holder?: string;
                        };
                        /** @description BG-19: A direct debit. */
                        direct_debit?: {
                            /** @description BT-89: The mandate. */
                            mandate_reference?: string;
                            /** @description BT-90: The seller’s creditor identifier. */
                            creditor_id?: string;
                            /** @description BT-91: IBAN of the account that is debited. */
                            debited_account?: string;
                        };
                    };
                    /** @description BG-20: What is taken off the whole invoice. */
                    allowances?: {
                        /**
                         * @description BT-92: The amount without VAT; `base_amount` × `percentage` unless given.
                         * @example 10
                         */
                        amount?: number | string | "";
                        /** @description BT-93: The amount of which it is a percentage. */
                        base_amount?: number | string | "";
                        /**
                         * @description BT-94: The percentage.
                         * @example 5
                         */
                        percentage?: number | string | "";
                        /**
                         * @description BT-97: Why.
                         * @example Discount
                         */
                        reason?: string;
                        /** @description BT-98: Why, of UNTDID 5189. */
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
                    /** @description BG-21: What is added to the whole invoice. */
                    charges?: {
                        /**
                         * @description BT-99: The amount without VAT; `base_amount` × `percentage` unless given.
                         * @example 10
                         */
                        amount?: number | string | "";
                        /** @description BT-100: The amount of which it is a percentage. */
                        base_amount?: number | string | "";
                        /**
                         * @description BT-101: The percentage.
                         * @example 5
                         */
                        percentage?: number | string | "";
                        /**
                         * @description BT-104: Why.
                         * @example Freight
                         */
                        reason?: string;
                        /** @description BT-105: Why, of UNTDID 7161. */
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
                        /** @description BG-X-42: Whether it is a charge for logistics: `extended` has an element of its own for them, with `reason` as its description. */
                        is_logistics?: boolean;
                    }[];
                    /** @description BG-22: Totals; each is computed unless given, and checked if it is. */
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
                        /** @description BT-113: What has been paid already. */
                        prepaid?: number | string | "";
                        /** @description BT-114: What the amount due is rounded by. */
                        rounding?: number | string | "";
                        /** @description BT-115: What is to be paid: `grand_total` − `prepaid` + `rounding`. */
                        amount_due?: number | string | "";
                    };
                    /** @description BG-23: VAT by category and rate; computed where no amounts are given, so that reasons of exemption can stand here alone. */
                    vat_breakdown?: {
                        /** @description BT-116: Sum of what has this category and rate; computed unless given. */
                        taxable_amount?: number | string | "";
                        /** @description BT-117: Its VAT; computed unless given. */
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
                        /** @description BT-120: Why there is no VAT, in words. */
                        exemption_reason?: string;
                        /** @description BT-121: Why there is no VAT, of the list VATEX; for `AE`, `K`, `G` and `O` the usual one unless given. */
                        exemption_reason_code?: string;
                    }[];
                    /** @description BG-24: Documents that belong to the invoice. */
                    supporting_documents?: {
                        /** @description BT-122: Its number or name. */
                        reference?: string;
                        /** @description BT-123: What it is. */
                        description?: string;
                        /** @description BT-124: Where it can be had. */
                        url?: string;
                        /** @description BT-125: A file that lies in the XML itself. */
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
                    lines?: {
                        /** @description BT-126: Number of the line; 1, 2, 3 … unless given. */
                        id?: string;
                        /** @description BT-127: A remark. */
                        note?: string;
                        /** @description BT-128: What the line is about, such as a meter. */
                        object?: {
                            /** @description BT-128: The identifier. */
                            id: string;
                            /** @description BT-128-1: Its scheme, of UNTDID 1153. */
                            scheme?: string;
                        };
                        /**
                         * @description BT-129: How many.
                         * @example 3
                         */
                        quantity?: number | string | "";
                        /**
                         * @description BT-130: Of what, of UN/ECE Recommendation 20: `C62` is pieces, `HUR` hours, `DAY`, `KGM`, `MTR`, `LTR`.
                         * @example C62
                         */
                        unit?: string;
                        /** @description BT-131: `quantity` × `net_price` / `price_quantity` − allowances + charges, which it is unless given. */
                        net_amount?: number | string | "";
                        /** @description BT-132: The line of the order. */
                        order_line_reference?: string;
                        /** @description BT-X-21: The order, if it is another than that of the invoice. `extended` only. */
                        purchase_order_reference?: string;
                        /** @description BT-X-92: The despatch advice. `extended` only. */
                        despatch_advice_reference?: string;
                        /**
                         * Format: date
                         * @description BT-X-85: When it was delivered. `extended` only.
                         * @example 2026-01-31
                         */
                        delivery_date?: string;
                        /** @description BT-133: Where the buyer books it. */
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
                        /** @description BG-27: What is taken off the line. */
                        allowances?: {
                            /**
                             * @description BT-136: The amount without VAT; `base_amount` × `percentage` unless given.
                             * @example 10
                             */
                            amount?: number | string | "";
                            /** @description BT-137: The amount of which it is a percentage. */
                            base_amount?: number | string | "";
                            /**
                             * @description BT-138: The percentage.
                             * @example 5
                             */
                            percentage?: number | string | "";
                            /**
                             * @description BT-139: Why.
                             * @example Discount
                             */
                            reason?: string;
                            /** @description BT-140: Why, of UNTDID 5189. */
                            reason_code?: string;
                        }[];
                        /** @description BG-28: What is added to the line. */
                        charges?: {
                            /**
                             * @description BT-141: The amount without VAT; `base_amount` × `percentage` unless given.
                             * @example 10
                             */
                            amount?: number | string | "";
                            /** @description BT-142: The amount of which it is a percentage. */
                            base_amount?: number | string | "";
                            /**
                             * @description BT-143: The percentage.
                             * @example 5
                             */
                            percentage?: number | string | "";
                            /**
                             * @description BT-144: Why.
                             * @example Freight
                             */
                            reason?: string;
                            /** @description BT-145: Why, of UNTDID 7161. */
                            reason_code?: string;
                        }[];
                        /**
                         * @description BT-146: Price without VAT, after the discount; `gross_price` − `price_discount` unless given.
                         * @example 100
                         */
                        net_price?: number | string | "";
                        /** @description BT-147: Discount that is in the net price. */
                        price_discount?: number | string | "";
                        /** @description BT-148: Price without VAT, before the discount. */
                        gross_price?: number | string | "";
                        /** @description BT-149: For how many units the price is; 1 unless given. */
                        price_quantity?: number | string | "";
                        /** @description BT-150: Their unit: that of the line. */
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
                         * @description BT-153: What it is.
                         * @example Consulting
                         */
                        name?: string;
                        /** @description BT-154: More about it. */
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
                            /** @description BT-158-1: Of UNTDID 7143: `STI` is CPV, `TST` UNSPSC. */
                            scheme?: string;
                            /** @description BT-158-2: Its version. */
                            scheme_version?: string;
                        }[];
                        /** @description BT-159: Where it is from, of ISO 3166-1. */
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
                        /** @description BG-X-84: The pieces that were sold. `extended` only. */
                        instances?: {
                            /** @description BT-X-306: Number of the batch. */
                            batch_id?: string;
                            /** @description BT-X-307: Serial number. */
                            serial_id?: string;
                        }[];
                    }[];
                };
                /**
                 * @description `pdf` (unless given): a PDF/A-3 with the XML in it. `xml`: the XML alone, without a PDF.
                 * @enum {string}
                 */
                output?: "pdf" | "xml";
            };
            /**
             * @description Passwords, and what readers allow; not with `conformance`. AES-256.
             * @example {
             *       "permissions": [
             *         "print"
             *       ]
             *     }
             */
            protect?: {
                /** @description Wanted to open the PDF; anybody opens it unless given. 127 bytes of UTF-8 at most. */
                user_password?: string;
                /** @description Wanted to do more than `permissions` allow; random unless given. */
                owner_password?: string;
                /** @description What readers allow; all of it unless given. Assistive technology may always read the text. */
                permissions?: ("print" | "copy" | "edit" | "annotate" | "fill_forms" | "assemble")[];
            };
        };
        Job: {
            /**
             * @description As the service gave it.
             * @example job_0mws455o1b04142277aad597c
             */
            id: string;
            /** @description The tool that does it. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description `queued`: it waits for a worker; `working`: it is being printed; `done`: `result` has the file; `failed`: `error` says why; `cancelled`: it was cancelled before it was done. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was done, failed or was cancelled; absent before, and where `error` says that it can’t be read any more.
             */
            finished_at?: string;
            /** @description What the tool answers, without `pdf_base64`; the signed link is a fresh one each time. */
            result?: {
                /**
                 * Format: uri
                 * @description Service-hosted link; valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the stored file; valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` stops working.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the stored file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file.
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
                 * @description With `e_invoice.output` `xml`: the XML, in the place of `pdf_base64`.
                 * @example <?xml version="1.0" encoding="UTF-8"?>…
                 */
                xml?: string;
                /** @description What is printed otherwise than it was sent; absent when there is nothing. */
                warnings?: components["schemas"]["ContentWarning"][];
            } & {
                [key: string]: unknown;
            };
            /** @description Why it failed; or why it has no `result`, though it is done. */
            error?: {
                /**
                 * @description One of the codes of errors.
                 * @example content_forbidden
                 */
                code: string;
                /**
                 * @description What is wrong, and what to do.
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
             * @description Field names to values; empty fields are left out, as the provider does.
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
             * @description When the record was created.
             */
            createdTime: string;
        } & {
            [key: string]: unknown;
        };
        RecordRequest: {
            /**
             * @description Base ID; begins with `app`.
             * @example appLkNDICXNqxSDhG
             */
            base_id: string;
            /**
             * @description Table ID or table name; an ID begins with `tbl`.
             * @example Orders
             */
            table_id: string;
            /**
             * @description ID of the record; begins with `rec`.
             * @example rec4711abcdEFGH12
             */
            record_id: string;
            /**
             * @description Which connections to use: `tablebase`, a slug.
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
        } & {
            [key: string]: unknown;
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
        } & {
            [key: string]: unknown;
        };
        ListVariablesResult: {
            /** @description One page of them. */
            items: components["schemas"]["VariableSummary"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
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
             * @description Documents name it in `font-family`; upper and lower case are the same.
             * @example Brand Sans
             */
            family: string;
            /**
             * @description 100 to 900, or a range such as `"100 900"` for a variable font; 400 unless given.
             * @example 700
             */
            weight: number | string;
            /** @description Upright or slanted. */
            style: ("normal" | "italic") | string;
            /** @description What kind of file it is. */
            format: ("woff2" | "woff" | "ttf" | "otf") | string;
            /**
             * @description Of the file.
             * @example 48120
             */
            size_bytes: number;
            /**
             * @description Of the file, in hexadecimal digits.
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
             * @description Documents name it in `font-family`; upper and lower case are the same.
             * @example Brand Sans
             */
            family: string;
            /**
             * @description The font file, WOFF2, WOFF, TTF or OTF, at most 2 MiB.
             * @example d09GMgABAAAAAAEIAAoAAAAAAkAAAAC/AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAANAoYNgE2AiQDBgsGAAQgBToHIBujAQCeBTnZZaqdXCj4qZnCHhF9P6Z7//2QSgoayLiysNVAEshW2RhR46pkx7NKDkDy9oYMzq4E/vrXyfGJDnhACBCfQPMAS+COYyMSiWj2UeUrGejEAIdrcOy4NhZRGz4AABugobCqBKu6DXRdcLw4UxMADXQEhSGgA1K5OPO/c0AQ5vLedO97rD7hbXcujXy1URoIHypfQANEky8QNCWgARiaNSV9IlZR22nGVp14ceXBrQ2nPP/qxKM7t0oBAAAA
             */
            data_base64: string;
            /**
             * @description 100 to 900, or a range such as `"100 900"` for a variable font; 400 unless given.
             * @example 700
             */
            weight?: number | string;
            /**
             * @description `normal` unless given.
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
            /** @description One page of them. */
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
        JobRequest: {
            /**
             * @description The tool that does it.
             * @example html-to-pdf
             * @enum {string}
             */
            tool: "html-to-pdf" | "json-to-pdf";
            /**
             * @description What the tool takes. `return` has no effect: the result is a link.
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
            /** @description One page of them. */
            items: components["schemas"]["Job"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        Batch: {
            /**
             * @description As the service gave it.
             * @example bat_0mws455o1b04142277aad597c
             */
            id: string;
            /** @description The tool that prints each row. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description `assembling`: each row is over, and their files are being put together; `done`: that is over, too; `cancelled`: no further rows are begun with. */
            status: ("working" | "assembling" | "done" | "cancelled") | string;
            /** @description As it was submitted. */
            output: ("files" | "zip" | "merged") | string;
            /**
             * @description How many rows it has.
             * @example 2
             */
            rows: number;
            /**
             * @description How many of them are done.
             * @example 1
             */
            done: number;
            /**
             * @description How many of them have failed.
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
             * @description When all of it was over, or it was cancelled; absent before.
             */
            finished_at?: string;
            /** @description With `output` `zip` or `merged`, when it is done: the file of all rows. */
            result?: {
                /**
                 * Format: uri
                 * @description Service-hosted link; valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the stored file; valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` stops working.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the stored file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file.
                 * @example 18232
                 */
                size_bytes: number;
                /**
                 * @description How many files of rows that are done are not in it, as they were deleted or had expired before.
                 * @example 0
                 */
                missing: number;
                /**
                 * @description Of `merged`: the number of its pages.
                 * @example 2
                 */
                page_count?: number;
            } & {
                [key: string]: unknown;
            };
            /** @description In the place of `result`: why there is no such file. The rows have theirs. */
            error?: {
                /**
                 * @description One of the codes of errors.
                 * @example template_invalid
                 */
                code: string;
                /**
                 * @description What is wrong, and what to do.
                 * @example `html` has a section that is not closed.
                 */
                message: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        BatchRequest: {
            /**
             * @description The tool that prints each row.
             * @example html-to-pdf
             * @enum {string}
             */
            tool: "html-to-pdf" | "json-to-pdf";
            /**
             * @description What the tool takes, for all rows. What a row holds is added to its `data`; `filename` gets the row’s number behind it.
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
             * @description `zip`: when the rows are over, their files are in one archive as well; `merged`: in one PDF, an entry of its outline for each; `files` unless given. `merged` goes with none of `conformance`, `protect`, `e_invoice` and `attachments`.
             * @example zip
             * @enum {string}
             */
            output?: "files" | "zip" | "merged";
            /**
             * @description The data of each document, an object a row; at most 10000 rows. A row that is none fails by itself.
             * @example [
             *       {
             *         "name": "Ada"
             *       },
             *       {
             *         "name": "Grace"
             *       }
             *     ]
             */
            rows?: unknown[];
            /** @description In place of `rows`: the id of an upload, which the batch takes over. */
            upload?: string;
        };
        BatchRow: {
            /**
             * @description Its place among the rows, from 1.
             * @example 1
             */
            row: number;
            /** @description As of a job. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /** @description What the tool answers, without `pdf_base64`. */
            result?: {
                /**
                 * Format: uri
                 * @description Service-hosted link; valid until `expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2eeD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf
                 */
                download_url: string;
                /**
                 * Format: uri
                 * @description Signed link to the stored file; valid until `signed_url_expires_at`.
                 * @example https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw
                 */
                signed_url: string;
                /**
                 * Format: date-time
                 * @description When `signed_url` stops working.
                 * @example 2026-11-22T17:30:56.000Z
                 */
                signed_url_expires_at: string;
                /**
                 * Format: date-time
                 * @description When the stored file is deleted.
                 * @example 2026-11-29T16:30:56.881Z
                 */
                expires_at: string;
                /**
                 * @description Size of the file.
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
                 * @description With `e_invoice.output` `xml`: the XML, in the place of `pdf_base64`.
                 * @example <?xml version="1.0" encoding="UTF-8"?>…
                 */
                xml?: string;
                /** @description What is printed otherwise than it was sent; absent when there is nothing. */
                warnings?: components["schemas"]["ContentWarning"][];
            } & {
                [key: string]: unknown;
            };
            /** @description Why it failed; or why it has no `result`, though it is done. */
            error?: {
                /**
                 * @description One of the codes of errors.
                 * @example template_invalid
                 */
                code: string;
                /**
                 * @description What is wrong, and what to do.
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
            /** @description One page of them. */
            items: components["schemas"]["BatchRow"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListBatchesResult: {
            /** @description One page of them. */
            items: components["schemas"]["Batch"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        Upload: {
            /**
             * @description As the service gave it.
             * @example upl_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description How many rows it has; what is wrong with one is said when it is printed.
             * @example 2
             */
            rows: number;
            /**
             * @description How many bytes came, decompressed.
             * @example 34
             */
            bytes: number;
            /**
             * Format: date-time
             * @description Until when a batch can take it over.
             */
            expires_at: string;
        } & {
            [key: string]: unknown;
        };
        OperatorJob: {
            /**
             * @description As the service gave it.
             * @example job_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description The id of the account that it is of.
             * @example acc_0mws455o10f3a1c2d4b6e8f01
             */
            account_id: string;
            /** @description The tool that does it. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description As its account sees it. */
            status: ("queued" | "working" | "done" | "failed" | "cancelled") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was over; absent before.
             */
            finished_at?: string;
            /**
             * @description The code of the error with which it ended.
             * @example template_invalid
             */
            error_code?: string;
        } & {
            [key: string]: unknown;
        };
        ListJobsOfAccountsResult: {
            /** @description One page of them. */
            items: components["schemas"]["OperatorJob"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        OperatorBatch: {
            /**
             * @description As the service gave it.
             * @example bat_0mws455o1b04142277aad597c
             */
            id: string;
            /**
             * @description The id of the account that it is of.
             * @example acc_0mws455o10f3a1c2d4b6e8f01
             */
            account_id: string;
            /** @description The tool that does it. */
            tool: ("html-to-pdf" | "json-to-pdf") | string;
            /** @description As its account sees it. */
            status: ("working" | "assembling" | "done" | "cancelled") | string;
            /**
             * @description How many rows it has.
             * @example 2
             */
            rows: number;
            /**
             * @description How many of them are done.
             * @example 1
             */
            done: number;
            /**
             * @description How many of them have failed.
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
             * @description When it was over; absent before.
             */
            finished_at?: string;
        } & {
            [key: string]: unknown;
        };
        ListBatchesOfAccountsResult: {
            /** @description One page of them. */
            items: components["schemas"]["OperatorBatch"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        Connection: {
            /**
             * @description The connection’s name, as in `_connections`.
             * @example sales
             */
            slug: string;
            /** @description Whom the connection leads to. */
            provider: "tablebase" | string;
            /**
             * @description What the connection is for, in the owner’s words.
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
             * @description When its token was last sent to the provider, to the minute.
             */
            last_used_at: string | null;
        } & {
            [key: string]: unknown;
        };
        ConnectionInput: {
            /**
             * @description Whom the connection leads to.
             * @example tablebase
             * @enum {string}
             */
            provider: "tablebase";
            /**
             * @description Personal access token of the provider; kept encrypted, never shown again.
             * @example patXXXXXXXXXXXXXX.0123456789abcdef
             */
            token: string;
            /**
             * @description What the connection is for, in the owner’s words.
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
            /** @description One page of them. */
            items: components["schemas"]["Connection"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ConnectionTest: {
            /**
             * @description Always true: otherwise it is an error.
             * @example true
             */
            ok: boolean;
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
             * @description Where events are sent: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description Which events are sent.
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
             * @description When the receiver answered 410, after which nothing is sent; saving the webhook enables it again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last one signs as well.
             */
            previous_secret_until: string | null;
            /**
             * @description What signatures are verified with; shown this one time.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        } & {
            [key: string]: unknown;
        };
        WebhookInput: {
            /**
             * @description Where events are sent: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description Which events are sent; all of them unless given.
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
             * @description Where events are sent: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description Which events are sent.
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
             * @description When the receiver answered 410, after which nothing is sent; saving the webhook enables it again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last one signs as well.
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
            /** @description One page of them. */
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
             * @description Where events are sent: `https:` or `http:`, at a public address.
             * @example https://shop.example/hooks/toolpress
             */
            url: string;
            /**
             * @description Which events are sent.
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
             * @description When the receiver answered 410, after which nothing is sent; saving the webhook enables it again.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last one signs as well.
             */
            previous_secret_until: string | null;
            /**
             * @description What signatures are verified with; shown this one time.
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
             * @description The event’s id, as `webhook-id` says it to the receiver.
             * @example evt_job_5f0c
             */
            event_id: string;
            /** @description What happened. */
            type: ("job.done" | "job.failed" | "batch.done" | "batch.failed" | "webhook.test") | string;
            /** @description Whether the receiver has taken it. */
            status: ("pending" | "delivered" | "failed") | string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is sent next; null when it is not.
             */
            next_attempt_at: string | null;
            /** @description How often it was sent, the last time last. */
            attempts: ({
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                at: string;
                /**
                 * @description The receiver’s HTTP status; null when there was no answer.
                 * @example 200
                 */
                status: number | null;
                /**
                 * @description Without an answer: the code of an error, such as `target_unreachable`.
                 * @example null
                 */
                error: string | null;
                /**
                 * @description How long it took.
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
            /** @description One page of them. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListAccountWebhooksResult: {
            /** @description One page of them. */
            items: components["schemas"]["Webhook"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        ListAccountWebhookDeliveriesResult: {
            /** @description One page of them. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
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
             * @description Whose account it is.
             * @example Accounting
             */
            name: string;
            /**
             * @description Actions that a calendar month (UTC) may use; null: no quota.
             * @example 10000
             */
            monthly_actions: number | null;
            /**
             * @description Whether the account’s tokens are refused; what it keeps stays.
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
             * @description Whose account it is.
             * @example Accounting
             */
            name: string;
            /**
             * @description Actions that a calendar month (UTC) may use; null: no quota.
             * @example 10000
             */
            monthly_actions?: number | null;
        };
        ListAccountsResult: {
            /** @description One page of them. */
            items: components["schemas"]["Account"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        AccountChange: {
            /**
             * @description Whose account it is.
             * @example Accounting
             */
            name?: string;
            /**
             * @description Actions that a calendar month (UTC) may use; null: no quota.
             * @example 10000
             */
            monthly_actions?: number | null;
            /**
             * @description Whether the account’s tokens are refused; what it keeps stays.
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
             * @description The token’s id; not the secret.
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
             * @description When it stops working; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When a request last came with it.
             */
            last_used_at: string | null;
            /**
             * @description The secret itself: shown this once, kept only as a hash.
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
             * @description When the token stops working; never unless given.
             */
            expires_at?: string;
        };
        Token: {
            /**
             * @description The token’s id; not the secret.
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
             * @description When it stops working; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When a request last came with it.
             */
            last_used_at: string | null;
        } & {
            [key: string]: unknown;
        };
        ListTokensResult: {
            /** @description One page of them. */
            items: components["schemas"]["Token"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
        } & {
            [key: string]: unknown;
        };
        RevokeTokenResult: {
            /**
             * @description The token’s id; not the secret.
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
             * @description Whose account it is.
             * @example Accounting
             */
            name: string;
            /** @description The token that the request came with. */
            token: {
                /**
                 * @description The token’s id; not the secret.
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
                 * @description When it stops working; null: never.
                 */
                expires_at: string | null;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description Actions that a calendar month (UTC) may use; null: no quota.
             * @example 10000
             */
            monthly_actions: number | null;
            /**
             * @description Actions charged in this calendar month (UTC).
             * @example 7
             */
            actions_this_month: number;
            /**
             * @description Actions left of this month; null: no quota.
             * @example 9993
             */
            actions_left: number | null;
            /**
             * @description Bytes of the account’s files that have not expired.
             * @example 182320
             */
            storage_bytes: number;
            /**
             * @description Bytes that the account’s files may take together; null: any number.
             * @example 10737418240
             */
            max_storage_bytes: number | null;
            /** @description What requests, and what the account keeps, are limited to. */
            limits: {
                /** @description Requests that each token may make in a minute; null: any number. */
                requests_per_minute: number | null;
                /**
                 * @description Requests that the account may have at work at a time on each gateway; null: any number.
                 * @example 1000
                 */
                concurrent_requests: number | null;
                /**
                 * @description Size of a request’s body.
                 * @example 10485760
                 */
                request_body_bytes: number;
                /**
                 * @description Pages of a PDF.
                 * @example 50
                 */
                pages_per_document: number;
                /**
                 * @description Template variables that the account may keep.
                 * @example 1000
                 */
                variables: number;
                /**
                 * @description Fonts that the account may keep.
                 * @example 50
                 */
                fonts: number;
                /**
                 * @description Connections that the account may keep.
                 * @example 100
                 */
                connections: number;
                /**
                 * @description Webhooks that the account may keep.
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
             * @description The same, for each day (UTC, `YYYY-MM-DD`).
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
             * @description The same, for each tool by name; absent for a period.
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
             * @description The same, for each token by id; revoked ones stay. Absent for a period.
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
             * @description Whose account it is.
             * @example Accounting
             */
            name: string;
            /**
             * @description Actions that a calendar month (UTC) may use; null: no quota.
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
             * @description What counts against the quota.
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
             * @description The same, for each day (UTC, `YYYY-MM-DD`).
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
            /** @description One page of them. */
            items: components["schemas"]["AccountUsage"][];
            /** @description `cursor` of the next page; null on the last one. */
            next_cursor: string | null;
            /**
             * @description The same, for each tool by name; absent for a period.
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
             * @description The same, for each token by id; revoked ones stay. Absent for a period.
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
         *       }
         *     }
         */
        Settings: {
            /** @description The HTTP request tool. */
            http_request: {
                /** @description Whole exchange, redirects and body included, milliseconds. */
                timeout_ms: number;
                /** @description Redirects followed; 0 follows none. */
                max_redirects: number;
                /** @description Size of the body sent. */
                max_request_bytes: number;
                /** @description Size of the answer’s body after decompression. */
                max_response_bytes: number;
                /** @description Hosts that are refused; `*.example.com` for subdomains. */
                blocked_hosts: string[];
                /** @description If not empty, the only hosts that are allowed. */
                allowed_hosts: string[];
            } & {
                [key: string]: unknown;
            };
            /** @description The get-record tool. */
            get_record: {
                /** @description Looking up a record, all waiting for the provider’s rate limit included, milliseconds. */
                timeout_ms: number;
            } & {
                [key: string]: unknown;
            };
            /** @description Requests of tokens and accounts. */
            rate_limit: {
                /** @description Requests that each token may make in a minute, over all gateways; 0: any number. */
                requests_per_minute: number;
                /** @description Requests that each account may have at work at a time on each gateway; 0: any number. */
                concurrent_requests: number;
            } & {
                [key: string]: unknown;
            };
            /** @description The files of accounts. */
            storage: {
                /** @description Bytes that the files of each account may take together until they expire; 0: any number. */
                max_bytes_per_account: number;
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
                /** @description Whole exchange, redirects and body included, milliseconds. */
                timeout_ms?: number;
                /** @description Redirects followed; 0 follows none. */
                max_redirects?: number;
                /** @description Size of the body sent. */
                max_request_bytes?: number;
                /** @description Size of the answer’s body after decompression. */
                max_response_bytes?: number;
                /** @description Hosts that are refused; `*.example.com` for subdomains. */
                blocked_hosts?: string[];
                /** @description If not empty, the only hosts that are allowed. */
                allowed_hosts?: string[];
            };
            /** @description The get-record tool. */
            get_record?: {
                /** @description Looking up a record, all waiting for the provider’s rate limit included, milliseconds. */
                timeout_ms?: number;
            };
            /** @description Requests of tokens and accounts. */
            rate_limit?: {
                /** @description Requests that each token may make in a minute, over all gateways; 0: any number. */
                requests_per_minute?: number;
                /** @description Requests that each account may have at work at a time on each gateway; 0: any number. */
                concurrent_requests?: number;
            };
            /** @description The files of accounts. */
            storage?: {
                /** @description Bytes that the files of each account may take together until they expire; 0: any number. */
                max_bytes_per_account?: number;
            };
        };
        ReEncryption: {
            /**
             * @description Tokens and secrets that are under the current master key now.
             * @example 12
             */
            re_encrypted: number;
            /**
             * @description Those that were before.
             * @example 0
             */
            current: number;
            /**
             * @description Those that no master key of this gateway opens; the log names them.
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
            /** @description Where to go from here. */
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
                 * @description Whether requests are served.
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
             * @description `ok` or `unavailable`.
             * @example ok
             */
            storage: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description `token_missing`: The request carries no API token. `token_invalid`: The API token is unknown, expired or revoked. */
        TokenInvalidOrTokenMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "token_missing" | "token_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `overloaded`: The gateway that was asked has no memory left for the request, or its account takes too much of it; `Retry-After` says when to try again. `unavailable`: A part of the service (Redis, the file store, the renderer) is unavailable, or the provider’s rate limit leaves no room; try again when `Retry-After` says. */
        OverloadedOrUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "overloaded" | "unavailable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `address_forbidden`: The target of the request, or one that it redirects to, is a private, local or otherwise forbidden address. `host_forbidden`: The settings of the service exclude the host of the target. `account_suspended`: The operator has suspended the account: its tokens are refused until it is resumed; what it keeps stays. */
        AccountSuspendedOrAddressForbiddenOrHostForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "address_forbidden" | "host_forbidden" | "account_suspended";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `request_too_large`: The body to be sent to the target is over the limit. `response_too_large`: The body of the target’s response is over the limit. `body_too_large`: The request body, or a part of the document in it, is over the limit. */
        BodyTooLargeOrRequestTooLargeOrResponseTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "request_too_large" | "response_too_large" | "body_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `target_unreachable`: The target can’t be reached: its name is unknown, it refuses the connection, its certificate is not valid. `response_invalid`: The target broke HTTP, or redirected to something that is no usable URL; the provider failed, or its answer is no record. `too_many_redirects`: The target redirects more often than is followed. */
        ResponseInvalidOrTargetUnreachableOrTooManyRedirects: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "target_unreachable" | "response_invalid" | "too_many_redirects";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `deadline_exceeded`: The work took longer than its deadline. */
        DeadlineExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "deadline_exceeded";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `internal`: A fault of the service itself; the log has the cause under the request id. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "internal";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `headers_too_large`: The request’s headers are over the limit of 16 KiB. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "headers_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `rate_limited`: The token has made its requests of this minute; `Retry-After` says when the next is taken. `concurrency_exceeded`: The account has as many requests at work as it may have at a time, or they hold what is left of its actions; `Retry-After` says when to try again. `idempotency_limit`: As much is kept for the account under idempotency keys as may be; `Retry-After` says when the first of it ends. */
        ConcurrencyExceededOrIdempotencyLimitOrRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "rate_limited" | "concurrency_exceeded" | "idempotency_limit";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `quota_exceeded`: The account has used up its actions of this month. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "quota_exceeded";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `storage_quota_exceeded`: The files of the account take as many bytes as it may store. */
        StorageQuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "storage_quota_exceeded";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `idempotency_conflict`: The `Idempotency-Key` was used for another request, or its answer can no longer be had. */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "idempotency_conflict";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `invalid_parameter`: A parameter is missing, unknown, or of a wrong type or value. `invalid_json`: The request body is not JSON in UTF-8, has a name twice in an object, or a number that would lose digits. */
        InvalidJsonOrInvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "invalid_parameter" | "invalid_json";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `media_type_unsupported`: The request body is of another media type, charset or content coding than the path takes. */
        MediaTypeUnsupported: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "media_type_unsupported";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `body_too_large`: The request body, or a part of the document in it, is over the limit. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "body_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `variable_unknown`: A `[[var:name]]` or `[[> name]]` names no template variable of the account, or variables form a cycle. `template_invalid`: A template tag is broken (an unclosed section, an unknown filter, an input that a filter can’t use), or filling takes more than its limits. `content_forbidden`: The document loads something that documents may not load. `document_too_complex`: The document is larger, nested deeper, or takes more memory than can be printed. `tag_without_value`: With `strict`, a template tag has no value in `data`. `image_unavailable`: An image of the document can’t be fetched or is none. `page_limit`: The PDF would have more than 50 pages. `storage_quota_exceeded`: The files of the account take as many bytes as it may store. `pdf_too_large`: The PDF would be larger than the worker’s `RENDER_MAX_PDF_MB` (50 MiB). `pdf_invalid`: A PDF that was sent is broken, needs a password, takes more to be read than it may, or can’t stand in one of the `conformance` asked for. `e_invoice_invalid`: The e-invoice breaks rules of EN 16931 or of its profile, or its XML is no invoice of the profile, or does not add up. */
        ContentForbiddenOrDocumentTooComplexOrEInvoiceInvalidOrImageUnavailableOrPageLimitOrPdfInvalidOrPdfTooLargeOrStorageQuotaExceededOrTagWithoutValueOrTemplateInvalidOrVariableUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "variable_unknown" | "template_invalid" | "content_forbidden" | "document_too_complex" | "tag_without_value" | "image_unavailable" | "page_limit" | "storage_quota_exceeded" | "pdf_too_large" | "pdf_invalid" | "e_invoice_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `queue_full`: The queue of documents is full, or the wait in it would be longer than the deadline; `Retry-After` says when to try again. `overloaded`: The gateway that was asked has no memory left for the request, or its account takes too much of it; `Retry-After` says when to try again. `unavailable`: A part of the service (Redis, the file store, the renderer) is unavailable, or the provider’s rate limit leaves no room; try again when `Retry-After` says. */
        OverloadedOrQueueFullOrUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "queue_full" | "overloaded" | "unavailable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `account_suspended`: The operator has suspended the account: its tokens are refused until it is resumed; what it keeps stays. */
        AccountSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "account_suspended";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `connection_unknown`: The account has no connection of this slug. `record_not_found`: The provider has no such record. */
        ConnectionUnknownOrRecordNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "connection_unknown" | "record_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `provider_refused`: The provider refuses the connection’s token, or the token may not read what was asked for, or its plan’s quota is used up. `account_suspended`: The operator has suspended the account: its tokens are refused until it is resumed; what it keeps stays. */
        AccountSuspendedOrProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "provider_refused" | "account_suspended";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `response_too_large`: The body of the target’s response is over the limit. `body_too_large`: The request body, or a part of the document in it, is over the limit. */
        BodyTooLargeOrResponseTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "response_too_large" | "body_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `target_unreachable`: The target can’t be reached: its name is unknown, it refuses the connection, its certificate is not valid. `response_invalid`: The target broke HTTP, or redirected to something that is no usable URL; the provider failed, or its answer is no record. */
        ResponseInvalidOrTargetUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "target_unreachable" | "response_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `unavailable`: A part of the service (Redis, the file store, the renderer) is unavailable, or the provider’s rate limit leaves no room; try again when `Retry-After` says. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "unavailable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `rate_limited`: The token has made its requests of this minute; `Retry-After` says when the next is taken. `concurrency_exceeded`: The account has as many requests at work as it may have at a time, or they hold what is left of its actions; `Retry-After` says when to try again. */
        ConcurrencyExceededOrRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "rate_limited" | "concurrency_exceeded";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `variable_not_found`: The account has no template variable of this name. */
        VariableNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "variable_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `invalid_parameter`: A parameter is missing, unknown, or of a wrong type or value. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "invalid_parameter";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `font_invalid`: What was sent is no font that can be printed with. */
        FontInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "font_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `font_not_found`: The account has no font of this name. */
        FontNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "font_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `file_unknown`: There is no file of this id. */
        FileUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "file_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `file_expired`: The file, or the link to it, has expired. */
        FileExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "file_expired";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `queue_full`: The queue of documents is full, or the wait in it would be longer than the deadline; `Retry-After` says when to try again. `unavailable`: A part of the service (Redis, the file store, the renderer) is unavailable, or the provider’s rate limit leaves no room; try again when `Retry-After` says. */
        QueueFullOrUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "queue_full" | "unavailable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `job_unknown`: The account has no job of this id, or it has expired with its file. */
        JobUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "job_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `batch_unknown`: The account has no batch of this id, or it has expired. */
        BatchUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "batch_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `retry_impossible`: The batch was cancelled, or what was sent for it is not kept any more: submit it again. `idempotency_conflict`: The `Idempotency-Key` was used for another request, or its answer can no longer be had. */
        IdempotencyConflictOrRetryImpossible: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "retry_impossible" | "idempotency_conflict";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `upload_unknown`: The account has no upload of this id: it has expired, was deleted, or a batch has taken it over already. */
        UploadUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "upload_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `account_unknown`: There is no account of this id. */
        AccountUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "account_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `too_many_attempts`: Too many wrong admin tokens came from this address; `Retry-After` says when to try again. */
        TooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "too_many_attempts";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `too_many_attempts`: Too many wrong admin tokens came from this address; `Retry-After` says when to try again. `idempotency_limit`: As much is kept for the account under idempotency keys as may be; `Retry-After` says when the first of it ends. */
        IdempotencyLimitOrTooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description The code of the error. */
                "X-Error-Code"?: "too_many_attempts" | "idempotency_limit";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `connection_unknown`: The account has no connection of this slug. */
        ConnectionUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "connection_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `response_too_large`: The body of the target’s response is over the limit. */
        ResponseTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "response_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `webhook_unknown`: The account has no webhook of this name. */
        WebhookUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "webhook_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `webhook_unknown`: The account has no webhook of this name. `delivery_unknown`: The webhook has no delivery of this id, or what it sent is not kept any more. */
        DeliveryUnknownOrWebhookUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "webhook_unknown" | "delivery_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `account_unknown`: There is no account of this id. `webhook_unknown`: The account has no webhook of this name. */
        AccountUnknownOrWebhookUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "account_unknown" | "webhook_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `token_unknown`: There is no token of this id. */
        TokenUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "token_unknown";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `link_forged`: The link to the file is not one that was issued: something in it is missing or was altered. */
        LinkForged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "link_forged";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `range_invalid`: The `Range` header asks for bytes that the file does not have. */
        RangeInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "API-Version": components["headers"]["API-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description The code of the error. */
                "X-Error-Code"?: "range_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request’s id, as the log has it; the caller’s own when it sent one. */
        "X-Request-Id": string;
        /** @description The version of the API: what may change within one is in docs/versions.md. */
        "API-Version": string;
        /** @description What is left of the rate limit, where there is one: `"minute";r=<requests>;t=<seconds>`. */
        RateLimit: string;
        /** @description The rate limit, where there is one: `"minute";q=<requests>;w=60`. */
        "RateLimit-Policy": string;
        /** @description Seconds until the request may be sent again. */
        "Retry-After": number;
        /** @description `true`: the result of an earlier request under the same key, not charged again. */
        "Idempotent-Replayed": string;
        /** @description The path of what was begun. */
        Location: string;
        /** @description `respond-async`: what was preferred is done. */
        "Preference-Applied": string;
        /** @description The number of pages of the PDF. */
        "X-Page-Count": number;
        /** @description The link to the PDF. */
        "X-Download-Url": string;
        /** @description When the stored file is deleted. */
        "X-Expires-At": string;
        /** @description The actions that were charged. */
        "X-Actions-Consumed": number;
        /** @description The codes of the warnings, when there are any. */
        "X-Warnings": string;
    };
    pathItems: never;
}
export interface operations {
    httpRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["HttpResult"];
                        /** @description About the call. */
                        metadata: {
                            /** @description Actions charged for this request. */
                            actions_consumed: number;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["AccountSuspendedOrAddressForbiddenOrHostForbidden"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLargeOrRequestTooLargeOrResponseTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["StorageQuotaExceeded"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ResponseInvalidOrTargetUnreachableOrTooManyRedirects"];
            503: components["responses"]["OverloadedOrUnavailable"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    htmlToPdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answered with 202 and a job, as `POST /api/jobs` is. Other preferences may stand beside it. */
                Prefer?: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Page-Count": components["headers"]["X-Page-Count"];
                    "X-Download-Url": components["headers"]["X-Download-Url"];
                    "X-Expires-At": components["headers"]["X-Expires-At"];
                    "X-Actions-Consumed": components["headers"]["X-Actions-Consumed"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["PdfResult"];
                        /** @description About the call. */
                        metadata: {
                            /** @description Actions charged for this request. */
                            actions_consumed: number;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                };
            };
            /** @description With `Prefer: respond-async`. Accepted: it is done later */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Job"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["AccountSuspended"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["ContentForbiddenOrDocumentTooComplexOrEInvoiceInvalidOrImageUnavailableOrPageLimitOrPdfInvalidOrPdfTooLargeOrStorageQuotaExceededOrTagWithoutValueOrTemplateInvalidOrVariableUnknown"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OverloadedOrQueueFullOrUnavailable"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    jsonToPdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answered with 202 and a job, as `POST /api/jobs` is. Other preferences may stand beside it. */
                Prefer?: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Page-Count": components["headers"]["X-Page-Count"];
                    "X-Download-Url": components["headers"]["X-Download-Url"];
                    "X-Expires-At": components["headers"]["X-Expires-At"];
                    "X-Actions-Consumed": components["headers"]["X-Actions-Consumed"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["PdfResult"];
                        /** @description About the call. */
                        metadata: {
                            /** @description Actions charged for this request. */
                            actions_consumed: number;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                };
            };
            /** @description With `Prefer: respond-async`. Accepted: it is done later */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Job"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["AccountSuspended"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["ContentForbiddenOrDocumentTooComplexOrEInvoiceInvalidOrImageUnavailableOrPageLimitOrPdfInvalidOrPdfTooLargeOrStorageQuotaExceededOrTagWithoutValueOrTemplateInvalidOrVariableUnknown"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OverloadedOrQueueFullOrUnavailable"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["TableRecord"];
                        /** @description About the call. */
                        metadata: {
                            /** @description Actions charged for this request. */
                            actions_consumed: number;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["AccountSuspendedOrProviderRefused"];
            404: components["responses"]["ConnectionUnknownOrRecordNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLargeOrResponseTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["StorageQuotaExceeded"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ResponseInvalidOrTargetUnreachable"];
            503: components["responses"]["OverloadedOrUnavailable"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    getVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The variable’s name, as in `[[var:name]]`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Variable"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["VariableNotFound"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The variable’s name, as in `[[var:name]]`. */
                name: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Variable"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The variable’s name, as in `[[var:name]]`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["DeleteVariableResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["VariableNotFound"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVariables: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListVariablesResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFont: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The font’s name; documents name its family. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Font"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["FontNotFound"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putFont: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The font’s name; documents name its family. */
                name: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Font"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["FontInvalid"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFont: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The font’s name; documents name its family. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["DeleteFontResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["FontNotFound"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFonts: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListFontsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The file: the last part of its `download_url`, or the first 41 letters of that. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["DeleteFileResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["FileUnknown"];
            410: components["responses"]["FileExpired"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Jobs of this status only. */
                status?: "queued" | "working" | "done" | "failed" | "cancelled";
                /** @description Jobs of this tool only. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListJobsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description Accepted: it is done later */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Job"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["QueueFullOrUnavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description How long the answer may wait for the end of the job, seconds; 0 unless given. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Job"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["JobUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Job"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["JobUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    watchJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["JobUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OverloadedOrUnavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListBatchesResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Accepted: it is done later */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Batch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["QueueFullOrUnavailable"];
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: it is done later */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Batch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["BatchUnknown"];
            409: components["responses"]["IdempotencyConflictOrRetryImpossible"];
            429: components["responses"]["ConcurrencyExceededOrIdempotencyLimitOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["QueueFullOrUnavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description How long the answer may wait for the end of the job, seconds; 0 unless given. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Batch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["BatchUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Batch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["BatchUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    watchBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["BatchUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OverloadedOrUnavailable"];
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Rows of this status only. */
                status?: "queued" | "working" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListBatchRowsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["BatchUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Upload"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            422: components["responses"]["StorageQuotaExceeded"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OverloadedOrUnavailable"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Upload"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["UploadUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobsOfAccounts: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Id of the account whose jobs are asked for; without it, those of all that are not over. */
                account?: string;
                /** @description Jobs of this status only. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListJobsOfAccountsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelJobOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["OperatorJob"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["JobUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatchesOfAccounts: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Id of the account whose batches are asked for; without it, those of all that are not over. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListBatchesOfAccountsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryBatchOfAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["OperatorBatch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["BatchUnknown"];
            409: components["responses"]["IdempotencyConflictOrRetryImpossible"];
            429: components["responses"]["IdempotencyLimitOrTooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["QueueFullOrUnavailable"];
        };
    };
    cancelBatchOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["OperatorBatch"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["BatchUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection’s name, as in `_connections`. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Connection"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["ConnectionUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection’s name, as in `_connections`. */
                slug: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Connection"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection’s name, as in `_connections`. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["DeleteConnectionResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["ConnectionUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListConnectionsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection’s name, as in `_connections`. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ConnectionTest"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspendedOrProviderRefused"];
            404: components["responses"]["ConnectionUnknown"];
            413: components["responses"]["ResponseTooLarge"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ResponseInvalidOrTargetUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Webhook"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["WebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["SavedWebhook"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspendedOrAddressForbiddenOrHostForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["DeleteWebhookResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["WebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListWebhooksResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["RotatedWebhook"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["WebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["WebhookDelivery"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["WebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListWebhookDeliveriesResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["WebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s name. */
                name: string;
                /** @description The delivery’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["WebhookDelivery"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["DeliveryUnknownOrWebhookUnknown"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountWebhooks: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListAccountWebhooksResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListAccountWebhookDeliveriesResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknownOrWebhookUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListAccountsResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Account"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["IdempotencyLimitOrTooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Account"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["CloseAccountResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Account"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ListTokensResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description As the service gave it. */
                id: string;
            };
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["CreatedToken"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["IdempotencyLimitOrTooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the service gave it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["RevokeTokenResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["TokenUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["OwnAccount"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First day of the period (UTC, `YYYY-MM-DD`); absent: from the first that there is. */
                from?: string;
                /** @description Last day of the period (UTC, `YYYY-MM-DD`); absent: to today. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Usage"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            403: components["responses"]["AccountSuspended"];
            429: components["responses"]["ConcurrencyExceededOrRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsageOfAccounts: {
        parameters: {
            query?: {
                /** @description How many items a page holds at most; 100 unless given. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Id of the one account that is asked for. */
                account?: string;
                /** @description First day of the period (UTC, `YYYY-MM-DD`); absent: from the first that there is. */
                from?: string;
                /** @description Last day of the period (UTC, `YYYY-MM-DD`); absent: to today. */
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ServiceUsage"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            404: components["responses"]["AccountUnknown"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Settings"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["Settings"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidJsonOrInvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["MediaTypeUnsupported"];
            429: components["responses"]["TooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reEncryptSecrets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is done and charged once within 24 hours, and answered the same. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["ReEncryption"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["TokenInvalidOrTokenMissing"];
            409: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["IdempotencyLimitOrTooManyAttempts"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["GetServiceResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            431: components["responses"]["HeadersTooLarge"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["GetHealthResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            431: components["responses"]["HeadersTooLarge"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "API-Version": components["headers"]["API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                        data: components["schemas"]["GetReadinessResult"];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadFile: {
        parameters: {
            query?: {
                /** @description Of a signed link: when it ends, seconds since 1970. */
                expires?: number;
                /** @description Of a signed link. */
                signature?: string;
                /** @description Present: a browser shows the PDF instead of saving it. */
                inline?: string;
            };
            header?: never;
            path: {
                /** @description As it stands in the link: in `download_url` with a secret of its own. */
                id: string;
            };
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
            /** @description The part of the PDF that `Range` asks for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The caller has the file already */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["LinkForged"];
            404: components["responses"]["FileUnknown"];
            410: components["responses"]["FileExpired"];
            416: components["responses"]["RangeInvalid"];
            503: components["responses"]["Unavailable"];
        };
    };
}

export const OPERATIONS = {
  httpRequest: { method: 'POST', path: '/api/utilities/http-request', input: 'body', isKeyed: true, answer: 'json' },
  htmlToPdf: { method: 'POST', path: '/api/utilities/html-to-pdf', input: 'body', isKeyed: true, answer: 'json' },
  jsonToPdf: { method: 'POST', path: '/api/utilities/json-to-pdf', input: 'body', isKeyed: true, answer: 'json' },
  getRecord: { method: 'POST', path: '/api/tablebase/get-record', input: 'body', isKeyed: true, answer: 'json' },
  putVariable: { method: 'PUT', path: '/api/variables/{name}', input: 'body', isKeyed: false, answer: 'json' },
  getVariable: { method: 'GET', path: '/api/variables/{name}', input: 'none', isKeyed: false, answer: 'json' },
  deleteVariable: { method: 'DELETE', path: '/api/variables/{name}', input: 'none', isKeyed: false, answer: 'json' },
  listVariables: { method: 'GET', path: '/api/variables', input: 'query', isKeyed: false, answer: 'json' },
  putFont: { method: 'PUT', path: '/api/fonts/{name}', input: 'body', isKeyed: false, answer: 'json' },
  getFont: { method: 'GET', path: '/api/fonts/{name}', input: 'none', isKeyed: false, answer: 'json' },
  deleteFont: { method: 'DELETE', path: '/api/fonts/{name}', input: 'none', isKeyed: false, answer: 'json' },
  listFonts: { method: 'GET', path: '/api/fonts', input: 'query', isKeyed: false, answer: 'json' },
  deleteFile: { method: 'DELETE', path: '/api/files/{id}', input: 'none', isKeyed: false, answer: 'json' },
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
  putConnection: { method: 'PUT', path: '/api/connections/{slug}', input: 'body', isKeyed: false, answer: 'json' },
  getConnection: { method: 'GET', path: '/api/connections/{slug}', input: 'none', isKeyed: false, answer: 'json' },
  deleteConnection: { method: 'DELETE', path: '/api/connections/{slug}', input: 'none', isKeyed: false, answer: 'json' },
  listConnections: { method: 'GET', path: '/api/connections', input: 'query', isKeyed: false, answer: 'json' },
  testConnection: { method: 'POST', path: '/api/connections/{slug}/test', input: 'none', isKeyed: false, answer: 'json' },
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
  reEncryptSecrets: { method: 'POST', path: '/admin/secrets/re-encrypt', input: 'none', isKeyed: true, answer: 'json' },
  getService: { method: 'GET', path: '/', input: 'none', isKeyed: false, answer: 'json' },
  getHealth: { method: 'GET', path: '/healthz', input: 'none', isKeyed: false, answer: 'json' },
  getReadiness: { method: 'GET', path: '/readyz', input: 'none', isKeyed: false, answer: 'json' },
  downloadFile: { method: 'GET', path: '/files/{id}.pdf', input: 'query', isKeyed: false, answer: 'bytes' },
} as const;
