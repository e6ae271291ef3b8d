import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class ToolpressApi implements ICredentialType {
  name = 'toolpressApi';

  displayName = 'Toolpress API';

  icon: Icon = { light: 'file:../nodes/Toolpress/toolpress.svg', dark: 'file:../nodes/Toolpress/toolpress.dark.svg' };

  documentationUrl = 'https://github.com/toolpress/toolpress/blob/main/docs/n8n.md';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://toolpress.example.com',
      description: 'The address of the service',
    },
    {
      displayName: 'API Token',
      name: 'apiToken',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'An API token of an account',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiToken}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/api/usage' },
  };
}
