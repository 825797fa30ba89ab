import { told } from '#server/features/ideas/telling.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';

/**
 * The facts of an idea for search engines, in the terms of schema.org: our article, made when the idea was written down, and the
 * claim and its words, which are their speaker's, where one is named, and as old as the episode.
 */
export function structured(
  { card, speaker, indexedAt }: Pick<IdeaPage, 'card' | 'speaker' | 'indexedAt'>,
  webUrl: string,
) {
  const episode = { '@id': `${webUrl}/episodes/${card.episode.id}` };
  const show = { name: card.show.name, url: `${webUrl}/shows/${card.show.slug ?? card.show.id}` };
  const earmark = { '@type': 'Organization', name: 'Earmark', url: webUrl };
  const sayer = speaker === null ? null : { '@type': 'Person', name: speaker };
  const [, words] = /["“](.+)["”]/.exec(card.thesis) ?? [];
  return {
    '@type': 'Article',
    headline: told(card).headline,
    abstract: card.thesis,
    url: card.url,
    datePublished: new Date(indexedAt).toISOString(),
    author: earmark,
    publisher: earmark,
    mainEntity: {
      '@type': 'Claim',
      text: card.thesis,
      ...(sayer ? { author: sayer } : {}),
      datePublished: card.episode.publishedAt,
      appearance: episode,
    },
    ...(words === undefined
      ? {}
      : {
          hasPart: {
            '@type': 'Quotation',
            text: words,
            ...(sayer ? { creator: sayer } : {}),
            datePublished: card.episode.publishedAt,
            isPartOf: episode,
          },
        }),
    isBasedOn: {
      '@type': 'PodcastEpisode',
      ...episode,
      name: card.episode.title,
      datePublished: card.episode.publishedAt,
      url: episode['@id'],
      partOfSeries: { '@type': 'PodcastSeries', ...show },
    },
  };
}
