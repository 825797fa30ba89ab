import { expect, it } from 'vitest';
import { llmsFullText, llmsText } from '#server/contract/llms.ts';
import { procedures } from '#server/contract/routes.ts';

const URL = 'https://earmark.example';

it('leads a model to every tool, by links of this service', () => {
  const text = llmsText(URL);
  expect(text).toMatch(/^# Earmark\n\n> /);
  for (const { meta } of procedures()) if (meta.tool) expect(text).toContain(`- ${meta.tool.name} (`);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
  expect(links.filter((link) => !link.startsWith(`${URL}/`))).toEqual([]);
});

it('tells every route and tool with what it needs, in the full text', () => {
  const text = llmsFullText(URL);
  for (const { meta } of procedures()) {
    if (meta.route) expect(text).toContain(`### ${meta.route.method} ${meta.route.path}`);
    if (meta.tool) expect(text).toContain(meta.tool.description);
  }
  expect(text).toContain('scope saves:write');
});

it('shows how each route is called, and an answer, in the full text', () => {
  const text = llmsFullText(URL);
  expect(text).toContain(`curl '${URL}/v1/agent/ideas?ticker=GEV&minDepth=3&limit=10'`);
  expect(text).toContain("await earmark.searchIdeas({ ticker: 'GEV', minDepth: 3, limit: 10 })");
  expect(text).toContain('earmark.search_ideas(ticker="GEV", min_depth=3, limit=10)');
  expect(text).toContain('"headline": "Turbine makers sell years of output in advance"');
});
