import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { sectionsIn, wrongCitations } from '#e2e/contract-sections.ts';
import { register } from '#server/commands.ts';
import { projectRoot, readEnv } from '#server/platform/env.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const FOLDERS = 'app|bench|clients|docs|e2e|ops|prisma|public|server';
/** A file or folder of the project as a page names it, in code style: `server/api/errors.ts`, `server/feeds/`. */
const NAMED = new RegExp(`\`((?:${FOLDERS})/[\\w()[\\]./-]*)\``, 'g');
/** A block of commands to copy, and a file that one of them names. */
const COMMANDS = /^```sh\n([\s\S]*?)```/gm;
const RUN = new RegExp(`(?<=\\s)((?:${FOLDERS})/[\\w./-]+\\.\\w+)`, 'g');
/** A link of Markdown to something beside the page, and to a heading of it or of the page itself. */
const LINKED = /\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)/g;

function linksOf(page: string, text: string): { path: string; anchor: string | undefined }[] {
  return [...text.matchAll(LINKED)].map(([, path, anchor]) => ({
    path: path ? join(dirname(page), path) : page,
    anchor,
  }));
}

/** The headings of a page as GitHub's addresses name them. */
function anchorsIn(page: string): string[] {
  const headings = readFileSync(join(projectRoot, page), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(projectRoot, page), 'utf8');

  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(NAMED)].map((match) => match[1]!);
    const commands = [...text.matchAll(COMMANDS)].map((match) => match[1]!).join('\n');
    const run = [...commands.matchAll(RUN)].map((match) => match[1]!);
    const linked = linksOf(page, text).map(({ path }) => path);
    expect([...named, ...run, ...linked].filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const wrong = linksOf(page, text).filter(
      ({ path, anchor }) => anchor !== undefined && !anchorsIn(path).includes(anchor),
    );
    expect(wrong).toEqual([]);
  });
});

describe('README.md', () => {
  const text = readFileSync(join(projectRoot, 'README.md'), 'utf8');

  it('lists every command of the operator, and no other', async () => {
    const program = new Command();
    await register(program, undefined);
    const real = program.commands.flatMap((command) => [
      ...(command.commands.length === 0 ? [command.name()] : []),
      ...command.commands.map((sub) => `${command.name()} ${sub.name()}`),
    ]);
    expect([...new Set(commandsIn(text))].sort()).toEqual(real.sort());
  });

  it('lists every setting, and no other', () => {
    const source = readFileSync(join(projectRoot, 'server/platform/env.ts'), 'utf8');
    const real = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!);
    const rows = text.slice(text.indexOf('| Setting |')).matchAll(/^\| (`[A-Z].*?) \|/gm);
    const listed = [...rows].flatMap(([, names]) =>
      [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    );
    // Not for operators: every way to start the service sets it.
    expect(listed.sort()).toEqual(real.filter((name) => name !== 'NODE_ENV').sort());
  });
});

/** The commands of README's table: `show rights|claims` stands for two. */
function commandsIn(text: string): string[] {
  const cells = [...text.replaceAll('\\|', '/').matchAll(/^\| (`[a-z][^|]*) \| [^|]+ \|$/gm)].map(
    ([, cell]) => cell!,
  );
  const spans = cells.flatMap((cell) =>
    [...cell.matchAll(/`([a-z/ -]+?)(?: \[.*?\])?`/g)].map(([, span]) => span!),
  );
  return spans.flatMap((span) => {
    const [firsts = '', seconds = ''] = span.split(' ');
    return firsts
      .split('/')
      .flatMap((first) => seconds.split('/').map((second) => `${first} ${second}`.trim()));
  });
}

it('docs/operations.md holds settings to copy, of a hosted model and two local ones, that the service takes', () => {
  const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(EARMARK_[\s\S]+?)```/gm)].map(([, block]) =>
    block!.replaceAll('<dollars>', '1'),
  );
  const taken = blocks.map((block) => readEnv(parseEnv(block)));
  expect(taken.map((env) => [env.EARMARK_MODEL_PROVIDER, env.EARMARK_MODEL_BASE_URL])).toEqual([
    ['anthropic', undefined],
    ['openai-compatible', 'http://localhost:11434/v1'],
    ['openai-compatible', 'http://localhost:8080/v1'],
  ]);
});

describe('a citation of the contract', () => {
  const sections = sectionsIn(readFileSync(join(projectRoot, 'docs/contract.md'), 'utf8'));
  const sources = ['app', 'bench', 'e2e', 'prisma', 'server'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|prisma)$/.test(name) && !name.startsWith('generated'))
      .map((name) => join(folder, name)),
  );

  it('is of a section and a number that there are', () => {
    const wrong = wrongCitations(
      '/** docs/contract.md, Limits 3. `docs/contract.md`, Show. docs/contract.md, Limits 1 to\n * 99. docs/contract.md, Shower 1. */',
      sections,
    );
    expect(wrong.map((words) => words.slice(0, 9))).toEqual(['Limits 1 ', 'Shower 1.']);
  });

  it('is right wherever a page or a source makes one', () => {
    const wrong = [...PAGES, ...sources]
      .filter((path) => path !== 'e2e/documents.test.ts' && path !== 'e2e/contract-sections.ts')
      .map(
        (path) => [path, wrongCitations(readFileSync(join(projectRoot, path), 'utf8'), sections)] as const,
      );
    expect(wrong.filter(([, words]) => words.length > 0)).toEqual([]);
  });
});
