import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as modern from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ways } from '#e2e/contract-ways.ts';
import { running } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';

const run = promisify(execFile);
const base = ways[0][1];
const key = running().firstKey;

const hasCurl = await run('sh', ['-c', 'command -v curl']).then(
  () => true,
  () => false,
);
if (!hasCurl) console.warn('There is no curl here: its snippets are not run.');

type Entry = { url: string; headers: Record<string, string> };

/** How many tools the official clients of both protocol eras list with an entry of a client's settings. */
async function toolsThrough({ url, headers }: Entry): Promise<number[]> {
  const info = { name: 'snippet', version: '1' };
  const requestInit = { headers: { ...headers, 'x-forwarded-for': '10.77.0.1' } };
  const older = new Client(info);
  await older.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const newer = new modern.Client(info);
  await newer.connect(new modern.StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const counts = [(await older.listTools()).tools.length, (await newer.listTools()).tools.length];
  await older.close();
  await newer.close();
  return counts;
}

/** The arguments that a shell passes to `claude`, without running it. */
async function shellWords(command: string): Promise<string[]> {
  const { stdout } = await run('sh', ['-c', `claude() { printf '%s\\n' "$@"; }; ${command}`]);
  return stdout.trim().split('\n');
}

async function addedByClaude(command: string): Promise<Entry> {
  const words = await shellWords(command);
  expect(words.slice(0, 5)).toEqual(['mcp', 'add', '--transport', 'http', 'earmark']);
  const [name, value] = words[words.indexOf('--header') + 1]!.split(': ') as [string, string];
  return { url: words[5]!, headers: { [name]: value } };
}

async function curled(command: string): Promise<unknown> {
  const { stdout } = await run('sh', ['-c', command.replace(/^curl /, 'curl -sS --max-time 20 ')]);
  return JSON.parse(stdout);
}

describe('the snippets of the connection page', () => {
  let texts: string[];
  let links: URL[];
  beforeAll(async () => {
    const html = await (await fetch(new URL('/docs/mcp', base))).text();
    links = [...html.matchAll(/href="([^"]+)"/g)].map(
      (match) => new URL(match[1]!.replaceAll('&amp;', '&'), base),
    );
    texts = [...html.matchAll(/<pre[^>]*class="[^"]*snippet[^"]*"[^>]*>([\s\S]*?)<\/pre>/g)].map((match) =>
      match[1]!
        .replace(/<[^>]+>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&')
        .replaceAll('YOUR_KEY', key),
    );
  });
  const snippet = (sign: RegExp) => {
    const found = texts.filter((text) => sign.test(text));
    expect(found).toHaveLength(1);
    return found[0]!;
  };

  it.skipIf(!hasCurl)('call the API from a shell', async () => {
    expect(await curled(snippet(/^curl /))).toMatchObject({ plan: 'free' });
  });

  it('connect Claude Code, Cursor and VS Code, as both official clients see it', async () => {
    const entries = [
      await addedByClaude(snippet(/^claude .*--header/)),
      JSON.parse(snippet(/"mcpServers"/)).mcpServers.earmark,
      JSON.parse(snippet(/"servers"/)).servers.earmark,
    ];
    for (const entry of entries) {
      expect(entry.url).toBe(`${base}/v1/mcp`);
      expect(await toolsThrough(entry)).toEqual([12, 12]);
    }
  });

  it('give Claude, Cursor and VS Code the address at which they are asked to sign in, by a button each', () => {
    const link = (sign: string) => links.find(({ href }) => href.startsWith(sign))!;
    const claude = link('https://claude.ai/').searchParams;
    const cursor = link('cursor:').searchParams.get('config')!;
    const given = [
      claude.get('connectorUrl'),
      JSON.parse(Buffer.from(cursor, 'base64').toString()).url,
      JSON.parse(decodeURIComponent(link('vscode:').search.slice(1))).url,
    ];
    expect(given).toEqual(Array(3).fill(`${base}/v1/mcp/connect`));
    expect(claude.get('modal')).toBe('add-custom-connector');
  });
});

describe('the snippets of docs/mcp.md', () => {
  const markdown = readFileSync(join(projectRoot, 'docs/mcp.md'), 'utf8');
  const blocks = [...markdown.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    kind,
    text: text!.trim().replaceAll('https://earmark.example', base).replaceAll('emk_live_...', key),
  }));
  const block = (sign: RegExp) => blocks.find(({ text }) => sign.test(text))!.text;

  it('are JSON or a command each', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    for (const { kind, text } of blocks) {
      if (kind === 'json') expect(() => JSON.parse(text)).not.toThrow();
      else expect(text).toMatch(/^(curl|claude|npm|npx|node) /);
    }
  });

  it('connect clients', async () => {
    expect(await toolsThrough(await addedByClaude(block(/^claude /)))).toEqual([12, 12]);
    expect(await toolsThrough(JSON.parse(block(/"mcpServers"/)).mcpServers.earmark)).toEqual([12, 12]);
    const { servers, inputs } = JSON.parse(block(/"servers"/));
    const asked = /\$\{input:([\w-]+)\}/.exec(servers.earmark.headers.Authorization)![1];
    expect(inputs.map(({ id }: { id: string }) => id)).toEqual([asked]);
    const headers = { Authorization: `Bearer ${key}` };
    expect(await toolsThrough({ ...servers.earmark, headers })).toEqual([12, 12]);
  });

  it.skipIf(!hasCurl)('call a tool by hand', async () => {
    expect(await curled(block(/^curl /))).toMatchObject({
      result: { structuredContent: { ticker: 'NVDA' } },
    });
  });
});
