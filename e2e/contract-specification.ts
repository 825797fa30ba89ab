import { createHash } from 'node:crypto';
import { slugOf } from '#e2e/contract-sections.ts';

/** One statement of the specification: a row of a table, or a sentence of a paragraph or of a list's item. */
export type SpecStatement = {
  /** `<heading>.<place under it>-<start of the text's hash>`: the place finds it, the hash tells when it was reworded. */
  readonly key: string;
  readonly text: string;
};

/** The statements of a specification in Markdown, in order. Headings and the heads of tables are none. */
export function statementsOf(markdown: string): SpecStatement[] {
  const found: SpecStatement[] = [];
  const places = new Map<string, number>();
  let heading = 'introduction';
  for (const block of blocksOf(markdown)) {
    const title = /^(#+)\s+(.+)$/.exec(block);
    if (title) {
      heading = title[1] === '#' ? 'introduction' : slugOf(title[2]!);
      continue;
    }
    for (const text of block.startsWith('|') ? [block] : sentencesOf(block)) {
      const place = (places.get(heading) ?? 0) + 1;
      places.set(heading, place);
      found.push({ key: `${heading}.${place}-${hashOf(text)}`, text });
    }
  }
  return found;
}

/** Headings, rows of tables without their head, items of lists and paragraphs, each on one line. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  const lines = markdown.split('\n').map((line) => line.trim());
  lines.forEach((line, index) => {
    if (line === '' || isRule(line) || isRule(lines[index + 1] ?? '')) return;
    const goesOn = index > 0 && lines[index - 1] !== '' && !startsBlock(line) && blocks.length > 0;
    if (goesOn && !lines[index - 1]!.startsWith('#')) blocks[blocks.length - 1] += ` ${line}`;
    else blocks.push(line.replace(/^([-*]|\d+\.)\s+/, ''));
  });
  return blocks;
}

function startsBlock(line: string): boolean {
  return /^(#|\||[-*]\s|\d+\.\s|\*\*)/.test(line);
}

/** The line of dashes under a table's head. */
function isRule(line: string): boolean {
  return /^\|[\s:|-]+\|$/.test(line);
}

// A full stop ends a sentence when a capital, a code word, a quote or a figure follows.
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?][)`*']*)\s+(?=[A-Z0-9`*'"(])/).filter((sentence) => /\w/.test(sentence));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex').slice(0, 5);
}
