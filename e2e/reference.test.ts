import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '#e2e/browser.ts';

const base = inject('baseUrl');

type Schema = {
  readonly properties?: Readonly<Record<string, object>>;
  readonly allOf?: readonly Schema[];
};
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let browser: Browser;
let page: Page;
let description: Description;
beforeAll(async () => {
  browser = await openBrowser();
  const context = await browser.newContext({ baseURL: base, javaScriptEnabled: false });
  description = await (await context.request.get('/v1/agent/openapi.json')).json();
  page = await context.newPage();
  await page.goto('/docs/api');
}, 60_000);
afterAll(() => browser.close());

const namesUnder = (id: string) => page.locator(`[id="${id}"] tbody th code`).allTextContents();

function fieldsOf(schema: Schema): string[] {
  return [schema, ...(schema.allOf ?? [])].flatMap((part) => Object.keys(part.properties ?? {}));
}

describe('the API reference, without scripts', () => {
  it('tells every route and every field of every shape that the description has', async () => {
    const routes = Object.values(description.paths).flatMap((operations) => Object.values(operations));
    for (const { operationId } of routes)
      expect(await page.locator(`article#${operationId}`).count()).toBe(1);
    const shapes = Object.entries(description.components.schemas).filter(
      ([, schema]) => fieldsOf(schema).length > 0,
    );
    expect(shapes.length).toBeGreaterThan(20);
    for (const [name, schema] of shapes)
      expect([name, await namesUnder(`shape-${name}`)]).toEqual([name, fieldsOf(schema)]);
  });

  it('leads each answer to a shape that is there', async () => {
    const targets = await page
      .locator('.answers a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
    expect(targets.length).toBeGreaterThan(20);
    for (const id of new Set(targets)) expect(await page.locator(`[id="${id}"]`).count()).toBe(1);
  });

  it('weighs less than 200 kB', async () => {
    const answer = await page.request.get('/docs/api', { headers: { 'accept-encoding': 'identity' } });
    expect((await answer.body()).length).toBeLessThan(200_000);
  });
});
