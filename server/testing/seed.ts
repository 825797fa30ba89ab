import type { Services } from '#server/platform/services.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  addTicker,
  type EpisodeFixture,
  hoursBefore,
} from '#server/testing/corpus.ts';

/**
 * A small known corpus, dated back from the services' clock. Shows: `alpha` (The Alpha Hour) and `beta` (Beta Notes).
 * Ideas, newest first:
 * `nvdaToday` (alpha, 2 h ago, NVDA bullish, depth 4, theme `semiconductors`, guest), `msftToday` (beta, 5 h ago, MSFT bearish,
 * depth 2), `berkshire` (alpha, 30 h ago, BRK.B bullish, depth 5), `nvdaDoubt` (beta, 3 days ago, NVDA bearish, depth 3),
 * `privateCompany` (alpha, 8 days ago, no ticker, entity `anthropic`, ETF AIQ, depth 1, untimed and unquoted).
 */
export async function seedCorpus(services: Services) {
  const alpha = await addShow(services, { slug: 'alpha', name: 'The Alpha Hour', recommendedRank: 1 });
  const beta = await addShow(services, { slug: 'beta', name: 'Beta Notes' });
  const episode = (showId: string, title: string, hours: number, rest: Partial<EpisodeFixture> = {}) =>
    addEpisode(services, { showId, title, publishedAt: hoursBefore(services, hours), ...rest });
  const alphaToday = await episode(alpha.id, 'Chips and power', 2, { guest: 'Dana Reyes' });
  const betaToday = await episode(beta.id, 'Software at the margin', 5, {
    youtubeUrl: 'https://www.youtube.com/watch?v=abc123',
  });
  const alphaYesterday = await episode(alpha.id, 'The float', 30);
  const betaEarlier = await episode(beta.id, 'Second thoughts', 72);
  const alphaLastWeek = await episode(alpha.id, 'Private matters', 192);
  await addTicker(services, 'NVDA', 'NVIDIA');
  await addTicker(services, 'MSFT', 'Microsoft');
  await addTicker(services, 'BRK.B', 'Berkshire Hathaway');
  await addTicker(services, 'KO', 'Coca-Cola');
  const nvdaToday = await addIdea(services, {
    episodeId: alphaToday.id,
    headline: 'NVIDIA sells every accelerator it can package',
    thesis: 'The Alpha Hour argues that packaging, not demand, limits NVIDIA.',
    context: 'Reyes walks through interposer capacity and lead times.',
    discussionDepth: 4,
    entities: ['nvidia'],
    themes: ['semiconductors'],
    speakerName: 'Dana Reyes',
    speakerTitle: 'Portfolio manager',
    speakerRole: 'guest',
  });
  const msftToday = await addIdea(services, {
    episodeId: betaToday.id,
    headline: 'Microsoft pays for growth with margin',
    thesis: 'Beta Notes argues that capital spending eats the cloud margin.',
    stance: 'BEARISH',
    direction: 'bearish',
    discussionDepth: 2,
    tickers: ['MSFT'],
    entities: ['microsoft'],
  });
  const berkshire = await addIdea(services, {
    episodeId: alphaYesterday.id,
    headline: 'Berkshire is paid to wait',
    thesis: 'The Alpha Hour argues that the float funds patience.',
    discussionDepth: 5,
    tickers: ['BRK.B'],
    entities: ['berkshire-hathaway'],
  });
  const nvdaDoubt = await addIdea(services, {
    episodeId: betaEarlier.id,
    headline: 'NVIDIA faces its own customers',
    thesis: 'Beta Notes argues that custom chips take share.',
    stance: 'BEARISH',
    direction: 'bearish',
    discussionDepth: 3,
    entities: ['nvidia'],
  });
  const privateCompany = await addIdea(services, {
    episodeId: alphaLastWeek.id,
    headline: 'Anthropic grows into its compute bill',
    thesis: 'The Alpha Hour argues that revenue follows compute.',
    discussionDepth: 1,
    tickers: [],
    subjectKind: 'company',
    subjectKey: 'anthropic',
    subjectName: 'Anthropic',
    entities: ['anthropic'],
    participationEtfs: [{ symbol: 'AIQ', name: 'Global X Artificial Intelligence & Technology ETF' }],
    participationTheme: 'Artificial intelligence',
    timestampSeconds: null,
    endSeconds: null,
    quote: null,
    quoteStartSeconds: null,
    quoteEndSeconds: null,
  });
  return {
    shows: { alpha, beta },
    episodes: { alphaToday, betaToday, alphaYesterday, betaEarlier, alphaLastWeek },
    ideas: { nvdaToday, msftToday, berkshire, nvdaDoubt, privateCompany },
  };
}
