import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';

/** The citation of an idea as plain text, in Markdown and as a BibTeX entry. */
export type Citation = { readonly plain: string; readonly markdown: string; readonly bibtex: string };

/** Cites an idea: who said it where that is known, its episode, and Earmark as the index. */
export function citationOf(card: IdeaCard, speaker: string | null): Citation {
  const { id, show, episode, url } = card;
  const { headline, at } = told(card);
  const source = sourceOf(card, speaker);
  const date = new Date(episode.publishedAt);
  const fields: readonly (readonly [string, string])[] = [
    ['author', `{{${tex(show.name)}}}`],
    ['title', `{{${tex(episode.title)}}}`],
    ['howpublished', `{Podcast episode${at ? `, ${at}` : ''}}`],
    ['year', `{${date.getUTCFullYear()}}`],
    ['month', `{${date.getUTCMonth() + 1}}`],
    ['day', `{${date.getUTCDate()}}`],
    ['note', `{${speaker === null ? '' : `${tex(speaker)}: `}${tex(headline)}. Indexed by Earmark}`],
    ['url', `{${url}}`],
  ];
  return {
    plain: `${source}. Indexed by Earmark, ${url}`,
    markdown: `[${headline.replace(/[[\]\\]/g, '\\$&')}](${url}): ${source} (indexed by Earmark)`,
    bibtex: [
      `@misc{earmark-${id.slice(0, 8)},`,
      ...fields.map(([name, value]) => `  ${name} = ${value},`),
      '}',
    ].join('\n'),
  };
}

/** Where it was said. The speaker stands for the guests, of whom another may have said it. */
function sourceOf(card: IdeaCard, speaker: string | null): string {
  const { show, episode, aired, at, source } = told(card);
  if (speaker === null) return source;
  return [`${speaker} on ${show}`, episode, `aired ${aired}`, ...(at === null ? [] : [at])].join(', ');
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** The text with every character escaped that TeX takes for a command. */
function tex(text: string): string {
  return text.replace(/[\\~^{}#$%&_]/g, (letter) => TEX[letter] ?? `\\${letter}`);
}
