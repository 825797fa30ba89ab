import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';

/** The citation of an idea as plain text, in Markdown and as a BibTeX entry. */
export type Citation = { readonly plain: string; readonly markdown: string; readonly bibtex: string };

/** Cites an idea: its episode first, Earmark as the index. */
export function citationOf(card: IdeaCard): Citation {
  const { id, show, episode, url } = card;
  const { headline, at, source } = told(card);
  const date = new Date(episode.publishedAt);
  const fields: readonly (readonly [string, string])[] = [
    ['author', `{{${tex(show.name)}}}`],
    ['title', `{{${tex(episode.title)}}}`],
    ['howpublished', `{Podcast episode${at ? `, ${at}` : ''}}`],
    ['year', `{${date.getUTCFullYear()}}`],
    ['month', `{${date.getUTCMonth() + 1}}`],
    ['day', `{${date.getUTCDate()}}`],
    ['note', `{${tex(headline)}. Indexed by Earmark}`],
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

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** The text with every character escaped that TeX takes for a command. */
function tex(text: string): string {
  return text.replace(/[\\~^{}#$%&_]/g, (letter) => TEX[letter] ?? `\\${letter}`);
}
