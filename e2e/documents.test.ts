import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A file or folder of the project as a page names it, in code style: `server/api/errors.ts`, `server/feeds/`. */
const NAMED = /`((?:app|bench|docs|e2e|prisma|public|server)\/[\w()[\]./-]*)`/g;
/** A link of Markdown to something beside the page. */
const LINKED = /\]\((?!https?:)([\w./-]+)\)/g;

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(projectRoot, page), 'utf8');

  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(NAMED)].map((match) => match[1]!);
    const linked = [...text.matchAll(LINKED)].map((match) => join(dirname(page), match[1]!));
    expect([...named, ...linked].filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });
});
