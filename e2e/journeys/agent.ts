import type { APIRequestContext, Page } from '@playwright/test';

export type Agent = ReturnType<typeof agent>;

/** Makes a key with every scope on the settings page; returns its text. */
export async function makeKey(page: Page, name: string, { onThisPage = false } = {}): Promise<string> {
  if (!onThisPage) await page.goto('/settings/connectors');
  await page.locator('#name').fill(name);
  await page.locator('input[name="preset"][value="everything"]').check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  return (await page.locator('pre.snippet').first().textContent())!.trim();
}

/** Calls of the API and of MCP tools with a key. */
export function agent(request: APIRequestContext, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    get: (path: string) => request.get(path, { headers }),
    post: (path: string, data: object = {}) => request.post(path, { headers, data }),
    tool: async (name: string, args: object = {}) => {
      const answer = await request.post('/v1/mcp', {
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
      return { status: answer.status(), text: await answer.text() };
    },
  };
}
