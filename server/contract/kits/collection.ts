import {
  type KitOperation,
  type KitValue,
  kitOperations,
  SUCCESSES,
} from '#server/contract/kits/operations.ts';
import { isShown } from '#server/contract/kits/samples.ts';
import type { Json } from '#server/contract/openapi/json.ts';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The variable that requests for one idea use, since the example's id exists nowhere. A search sets it to the first idea found. */
const IDEA = 'ideaId';
const VARIABLE = `{{${IDEA}}}`;
const FIND_IDEA = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      'const [idea] = pm.response.code === 200 ? pm.response.json().ideas : [];',
      `if (idea) pm.collectionVariables.set('${IDEA}', idea.id);`,
    ],
  },
};

/**
 * Every operation of a description as a collection for Postman, Bruno, Insomnia and others: a folder for each tag, requests
 * filled in as in the samples, and an example answer each. `baseUrl`, `key` and `ideaId` are variables.
 */
export function collectionOf(document: Json, webUrl: string): Json {
  const operations = kitOperations(document);
  const groups = [...new Set(operations.map(({ group }) => group))];
  return {
    info: { name: document.info.title, description: document.info.description, schema: FORMAT },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: webUrl },
      { key: 'key', value: '' },
      { key: IDEA, value: '' },
    ],
    item: groups.map((group) => ({
      name: group,
      item: operations.filter((operation) => operation.group === group).map(itemOf),
    })),
  };
}

function itemOf(operation: KitOperation): Json {
  const request = requestOf(operation);
  const finds = operation.id === 'searchIdeas' ? { event: [FIND_IDEA] } : {};
  return { name: operation.id, ...finds, request, response: answersOf(operation, request) };
}

function requestOf(operation: KitOperation): Json {
  const { method, summary, about, takesKey, bodyExample } = operation;
  const body =
    bodyExample === undefined ? null : JSON.stringify(withVariable(bodyExample as object), null, 2);
  return {
    method,
    description: about || summary,
    url: urlOf(operation),
    header: body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(takesKey ? {} : { auth: { type: 'noauth' } }),
    ...(body === null ? {} : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
  };
}

/** The URL of a request; optional parameters are there, switched off. Bruno reads `raw` alone, Postman the parts. */
function urlOf({ path, inPath, inQuery }: KitOperation): Json {
  const segments = path
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  const query: Json[] = inQuery.map((value) => ({ ...filled(value), disabled: !isShown(value) }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query,
    variable: inPath.map(filled),
  };
}

function filled({ name, about, example }: KitValue): Json {
  const value = name === IDEA ? VARIABLE : example;
  return { key: name, value: value === undefined ? '' : String(value), description: about };
}

function withVariable(body: object): object {
  return IDEA in body ? { ...body, [IDEA]: VARIABLE } : body;
}

function answersOf({ status, answerExample }: KitOperation, request: Json): Json[] {
  if (status === null || answerExample === undefined) return [];
  return [
    {
      name: 'Example',
      originalRequest: request,
      status: SUCCESSES[status],
      code: status,
      _postman_previewlanguage: 'json',
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: JSON.stringify(answerExample, null, 2),
    },
  ];
}
