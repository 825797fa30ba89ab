import { askingPrompt, askingTools } from '#e2e/conformance/asking.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Handler, Surface } from '#server/edges/mcp/surface.ts';

// The tools, resources and prompts that the public conformance suite asks for, on our transport. Tests only.

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const ASKING_PROMPT = 'test_input_required_result_prompt';

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const noArguments = { type: 'object', properties: {} };

const toolResults: Readonly<Record<string, object>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  },
};

const schemaTool = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
};

const resources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
];

const prompts = [
  { name: 'test_simple_prompt', description: 'A simple prompt' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image' },
  { name: ASKING_PROMPT, description: 'A prompt that asks for its context first' },
];

type Given = { name?: string; uri?: string; arguments?: Record<string, string> };

const handlers: Readonly<Record<string, Handler>> = {
  'tools/list': () => ({
    tools: [
      ...Object.keys({ ...toolResults, ...askingTools }).map((name) => ({
        name,
        description: name,
        inputSchema: noArguments,
      })),
      schemaTool,
    ],
  }),
  'tools/call': (params, brought) => {
    const name = String((params as Given).name);
    const result = toolResults[name] ?? askingTools[name]?.(brought);
    if (!result) throw new RpcError(INVALID_PARAMS, 'Unknown tool');
    return result;
  },
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }),
  'resources/read': (params) => ({ contents: [contentOf((params as Given).uri ?? '')] }),
  'prompts/list': () => ({ prompts }),
  'prompts/get': (params, brought) =>
    (params as Given).name === ASKING_PROMPT
      ? askingPrompt(brought)
      : { messages: messagesOf(params as Given) },
  'completion/complete': () => ({ completion: { values: [], total: 0, hasMore: false } }),
};

function contentOf(uri: string): object {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new RpcError(INVALID_PARAMS, 'Resource not found', { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

function messagesOf({ name, arguments: given = {} }: Given): object[] {
  const user = (content: object) => ({ role: 'user', content });
  if (name === 'test_simple_prompt') return [user(text('This is a simple prompt for testing.'))];
  if (name === 'test_prompt_with_arguments')
    return [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))];
  if (name === 'test_prompt_with_image') return [user(image), user(text('Please analyze the image above.'))];
  if (name !== 'test_prompt_with_embedded_resource') throw new RpcError(INVALID_PARAMS, 'Unknown prompt');
  const resource = {
    uri: given.resourceUri,
    mimeType: 'text/plain',
    text: 'Embedded resource content for testing.',
  };
  return [user({ type: 'resource', resource }), user(text('Please process the embedded resource above.'))];
}

export const fixtureSurface: Surface = {
  info: { name: 'earmark-conformance', title: 'Earmark conformance fixtures', version: '1.0.0' },
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
  handlers: new Map(Object.entries(handlers)),
};
