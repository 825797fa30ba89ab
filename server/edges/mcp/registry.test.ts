import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { registryEntry } from '#server/edges/registry.ts';
import { productVersion, projectRoot } from '#server/platform/env.ts';

/** The registry's schema of 2025-12-11 for an entry with remotes alone; strict, so nothing else is allowed. */
const input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
});
const entry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  websiteUrl: z.url().optional(),
  icons: z
    .array(
      z.strictObject({
        src: z.url(),
        mimeType: z.enum(['image/svg+xml', 'image/png']),
        sizes: z.array(z.string()),
      }),
    )
    .optional(),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string(),
        variables: z.record(z.string(), input).optional(),
        headers: z.array(input.extend({ name: z.string() })).optional(),
      }),
    )
    .min(1),
});

it('server.json is an entry that the registry takes, of this very version, at the address that is served', () => {
  const given = entry.parse(JSON.parse(readFileSync(join(projectRoot, 'server.json'), 'utf8')));
  expect(given.version).toBe(productVersion);
  for (const { url, variables = {} } of given.remotes) {
    const named = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    expect(named.sort()).toEqual(Object.keys(variables).sort());
    expect(new URL(url.replaceAll('{host}', 'earmark.example')).href).toBe('https://earmark.example/v1/mcp');
  }
});

it('a deployment publishes the same under its own name and addresses, first the one that needs no key', () => {
  const made = entry.parse(
    JSON.parse(JSON.stringify(registryEntry({ webUrl: 'https://earmark.example.org' }))),
  );
  expect(made.name).toBe('org.example.earmark/earmark');
  expect(made.remotes.map(({ url }) => url)).toEqual([
    'https://earmark.example.org/v1/mcp/connect',
    'https://earmark.example.org/v1/mcp',
  ]);
});
