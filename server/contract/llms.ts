import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import type { ProcedureMeta } from '#server/api/meta.ts';
import { sampledCalls } from '#server/contract/kits/samples.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { procedures } from '#server/contract/routes.ts';

/** The service for language models in the form of llmstxt.org: what it is, and links. Made from the procedures, like the API description. */
export function llmsText(webUrl: string): string {
  return [
    ...head(webUrl),
    '## Read first',
    '',
    `- [MCP guide](${webUrl}/docs/mcp): connect an agent, with one address or with a key`,
    `- [API reference](${webUrl}/docs/api): every route, its parameters and answers`,
    `- [Test keys](${webUrl}/docs/test-keys): sample shows alone, nothing spent, every refusal on demand`,
    `- [OpenAPI description](${webUrl}/v1/agent/openapi.json): the same for machines`,
    `- [Methodology](${webUrl}/methodology): what depth, stance and theses mean`,
    `- [Everything in one text](${webUrl}/llms-full.txt): routes, tools and shapes`,
    '',
    '## Tools',
    '',
    ...tools().map(({ name, needs, meta }) => `- ${name} (${needs}): ${meta.tool!.title}`),
    '',
    '## Optional',
    '',
    `- [Versions](${webUrl}/docs/versions) and [changelog](${webUrl}/changelog): what may change, what did`,
    `- [Help](${webUrl}/help): what each refusal means`,
    `- [Privacy](${webUrl}/privacy), [terms](${webUrl}/terms), [support](${webUrl}/support)`,
    '',
  ].join('\n');
}

/** The same with every route, its sample call and answer, every tool and every schema. */
export function llmsFullText(webUrl: string): string {
  const document = openApiDocument(webUrl);
  const calls = sampledCalls(document, webUrl);
  return [
    ...head(webUrl),
    '## Routes',
    '',
    ...procedures().flatMap(({ meta }) => (meta.route ? route(meta, calls) : [])),
    '## Tools',
    '',
    ...tools().flatMap(({ name, needs, meta }) => [
      `### ${name}`,
      '',
      `Needs: ${needs}. ${meta.tool!.description}`,
      '',
    ]),
    '## Shapes (JSON Schema)',
    '',
    '```json',
    JSON.stringify(document.components.schemas, null, 1),
    '```',
    '',
  ].join('\n');
}

function head(webUrl: string): string[] {
  return [
    '# Earmark',
    '',
    `> The attributed record of what finance podcasts said: show, episode, date, speaker, second and quote. Not investment advice. ${ATTRIBUTION_RULE}`,
    '',
    `REST under ${webUrl}/v1 with a connector key or an OAuth access token as Bearer; MCP (Streamable HTTP) at ${webUrl}/v1/mcp, and at ${webUrl}/v1/mcp/connect for clients that connect by OAuth.`,
    '',
  ];
}

function route({ route, access }: ProcedureMeta, calls: ReturnType<typeof sampledCalls>): string[] {
  const { method, path, summary, description, operationId } = route!;
  const call = calls.get(operationId);
  return [
    `### ${method} ${path}`,
    '',
    `${summary}. Needs: ${needsOf(access)}.`,
    ...(description ? [description] : []),
    '',
    ...(call
      ? [
          ...call.samples.flatMap(({ language, text }) => fenced(language, text)),
          ...fenced('json', call.answer),
        ]
      : []),
  ];
}

function fenced(language: string, text: string): string[] {
  return [`\`\`\`${language.toLowerCase().replace('curl', 'sh')}`, text, '```', ''];
}

function tools() {
  return procedures().flatMap(({ meta }) =>
    meta.tool ? [{ name: meta.tool.name, needs: needsOf(meta.access), meta }] : [],
  );
}

function needsOf(access: ProcedureMeta['access']): string {
  return access.kind === 'scope' ? `scope ${access.scope}` : 'no key';
}
