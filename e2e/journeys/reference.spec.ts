import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, object>>;
  readonly allOf?: readonly Schema[];
};
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let page: Page;
let description: Description;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  description = await (await context.request.get('/v1/agent/openapi.json')).json();
  page = await context.newPage();
  await page.goto('/docs/api');
});
test.afterAll(() => page?.context().close());

const namesUnder = (id: string) => page.locator(`[id="${id}"] tbody th code`).allTextContents();

function fieldsOf(schema: Schema): string[] {
  return [schema, ...(schema.allOf ?? [])].flatMap((part) => Object.keys(part.properties ?? {}));
}

test.describe('the API reference, without scripts', () => {
  test('tells every route and every field of every shape that the description has', async () => {
    const routes = Object.values(description.paths).flatMap((operations) => Object.values(operations));
    for (const { operationId } of routes) await expect(page.locator(`article#${operationId}`)).toHaveCount(1);
    const shapes = Object.entries(description.components.schemas).filter(
      ([, schema]) => fieldsOf(schema).length > 0,
    );
    expect(shapes.length).toBeGreaterThan(20);
    for (const [name, schema] of shapes)
      expect([name, await namesUnder(`shape-${name}`)]).toEqual([name, fieldsOf(schema)]);
  });

  test('leads each answer to a shape that is there', async () => {
    const targets = await page
      .locator('.answers a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
    expect(targets.length).toBeGreaterThan(20);
    for (const id of new Set(targets)) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  });

  test('weighs less than 220 kB', async () => {
    const answer = await page.request.get('/docs/api', { headers: { 'accept-encoding': 'identity' } });
    expect((await answer.body()).length).toBeLessThan(220_000);
  });

  test('leads from each route that answers to its call in three languages', async () => {
    const links = await page
      .locator('article a[href^="/docs/api/"]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect([link, (await page.request.get(link)).status()]).toEqual([link, 200]);
    await page.goto('/docs/api/searchIdeas');
    for (const words of [
      "curl '",
      'const earmark = new Earmark(',
      'from earmark import Earmark',
      '"ideas": [',
    ])
      await expect(page.locator('main')).toContainText(words);
  });
});
