/** The part of n8n that the node uses. n8n provides the module; a long test compiles the node with its own types. */
declare module 'n8n-workflow' {
  export type JsonValue = string | number | boolean | null | undefined | object;
  export type IDataObject = Record<string, unknown>;
  export type JsonObject = Record<string, JsonValue>;
  type Displayed = Record<string, (string | number | boolean)[]>;

  export interface INodePropertyOptions {
    name: string;
    value: string | number | boolean;
    action?: string;
    description?: string;
  }
  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'json' | 'collection';
    default: string | number | boolean | string[] | IDataObject;
    description?: string;
    hint?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    options?: INodePropertyOptions[] | INodeProperties[];
    typeOptions?: {
      rows?: number;
      password?: boolean;
      minValue?: number;
      maxValue?: number;
      loadOptionsMethod?: string;
    };
    displayOptions?: { show?: Displayed; hide?: Displayed };
  }
  export type Icon = { light: `file:${string}.svg`; dark: `file:${string}.svg` };
  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: Icon;
    group: ('transform' | 'output' | 'input')[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    usableAsTool: true;
    inputs: 'main'[];
    outputs: 'main'[];
    credentials: { name: string; required: boolean }[];
    properties: INodeProperties[];
  }
  export const NodeConnectionTypes: { readonly Main: 'main' };

  export interface INode {
    id: string;
    name: string;
  }
  export interface IBinaryData {
    mimeType: string;
    data: string;
  }
  export interface INodeExecutionData {
    json: IDataObject;
    binary?: Record<string, IBinaryData>;
    pairedItem?: { item: number } | { item: number }[];
  }
  export interface IHttpRequestOptions {
    url: string;
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    headers?: IDataObject;
    body?: string | Buffer;
    encoding?: 'arraybuffer';
    returnFullResponse?: boolean;
    ignoreHttpStatusErrors?: boolean;
    timeout?: number;
  }
  interface Functions {
    getNode(): INode;
    getCredentials<Credentials extends object>(type: string): Promise<Credentials>;
  }
  interface Requests {
    // biome-ignore lint/suspicious/noExplicitAny: n8n’s own type
    httpRequest(options: IHttpRequestOptions): Promise<any>;
    httpRequestWithAuthentication(
      this: IExecuteFunctions | ILoadOptionsFunctions,
      credential: string,
      options: IHttpRequestOptions,
      // biome-ignore lint/suspicious/noExplicitAny: n8n’s own type
    ): Promise<any>;
  }
  export interface ILoadOptionsFunctions extends Functions {
    helpers: Requests;
  }
  export interface IExecuteFunctions extends Functions {
    helpers: Requests & { prepareBinaryData(data: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData> };
    getExecutionId(): string;
    getInstanceId(): string;
    getInputData(): INodeExecutionData[];
    // biome-ignore lint/suspicious/noExplicitAny: n8n’s own type
    getNodeParameter(name: string, item: number, fallback?: any): any;
    getWorkflowDataProxy(item: number): { $runIndex: number };
    continueOnFail(): boolean;
  }
  export interface INodeType {
    description: INodeTypeDescription;
    methods?: { loadOptions: Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>> };
    execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
  }

  export interface IAuthenticateGeneric {
    type: 'generic';
    properties: { headers: IDataObject };
  }
  export interface ICredentialTestRequest {
    request: { baseURL: string; url: string };
  }
  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: Icon;
    documentationUrl?: string;
    properties: INodeProperties[];
    authenticate?: IAuthenticateGeneric;
    test?: ICredentialTestRequest;
  }

  interface ErrorOptions {
    message?: string;
    description?: string;
    httpCode?: string;
    itemIndex?: number;
  }
  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: ErrorOptions);
  }
  export class NodeApiError extends Error {
    constructor(node: INode, error: JsonObject, options?: ErrorOptions);
    httpCode: string | null;
    description: string | null | undefined;
  }
  export function sleep(ms: number): Promise<void>;
}
