import { newsIds } from '#server/features/alerts/matches/store.ts';
import { listSpeakerNames } from '#server/features/ask/find/names/store.ts';
import { digestWindow } from '#server/features/digest/rules.ts';
import { readDay } from '#server/features/digest/store.ts';
import { widgetIdeas } from '#server/features/embeds/store.ts';
import type { IdeaFilter } from '#server/features/ideas/search/matches/store.ts';
import { countIdeas, newestIdeas, searchIdeas } from '#server/features/ideas/search/store.ts';
import { findIdea } from '#server/features/ideas/store.ts';
import { unencodedIdeas } from '#server/features/meaning/store.ts';
import { showsOfPerson } from '#server/features/pages/people/store.ts';
import { listShowFacts } from '#server/features/pages/shows/store.ts';
import {
  busiestTickers,
  listedCounts,
  listThemeFacts,
  sitemapRows,
  tickerFacts,
} from '#server/features/pages/store.ts';
import { disagreement, ideasBySide } from '#server/features/pages/subjects/store.ts';
import { ideaCounts, namesContaining } from '#server/features/pages/suggest/store.ts';
import { busiestShowIds, listShows } from '#server/features/shows/store.ts';
import { readHistory } from '#server/features/theses/history/store.ts';
import { changedIdeas, sideChanges } from '#server/features/theses/timeline/rules.ts';
import { readSaid, readTimelineIdeas, readWithFormer } from '#server/features/theses/timeline/store.ts';
import { countMentions, listMentions } from '#server/features/tickers/store.ts';
import type { Db } from '#server/platform/db.ts';
import { type Known, NOW, SAVER } from './corpus.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const none: IdeaFilter = {
  text: null,
  symbol: null,
  showId: null,
  theme: null,
  person: null,
  stance: null,
  minDepth: 1,
  from: null,
  until: null,
};
const oneDay = { from: new Date('2026-03-03T00:00:00Z'), until: new Date('2026-03-04T00:00:00Z') };
const text = (query: string) => ({ query, full: true, symbols: [], otherNames: [], alike: [] });

export type Statement = (db: Db, known: Known) => Promise<unknown>;

const history = { filter: { show: null, since: null }, view: { kind: 'latest' }, limit: 10 } as const;

/** Every list, and pages that read several. */
export const statements: Record<string, Statement> = {
  'search, no filter': (db) => searchIdeas(db, none, null, 21),
  'search, one old day': (db) => searchIdeas(db, { ...none, ...oneDay }, null, 21),
  'search, page deep inside': (db, { ideaId }) =>
    searchIdeas(db, none, { depth: 3, publishedAt: oneDay.from, id: ideaId }, 21),
  'search, ticker in 1 of 20 ideas': (db) => searchIdeas(db, { ...none, symbol: 'T1' }, null, 21),
  'search, ticker and one old day': (db) => searchIdeas(db, { ...none, symbol: 'T1', ...oneDay }, null, 21),
  'search, show and word in 1 of 1000 ideas': (db, { showId }) =>
    searchIdeas(db, { ...none, showId, text: text('rare7') }, null, 21),
  'search, show': (db, { showId }) => searchIdeas(db, { ...none, showId }, null, 21),
  'search, show and rare ticker': (db, { showId }) =>
    searchIdeas(db, { ...none, showId, symbol: 'T900' }, null, 21),
  'search, theme': (db) => searchIdeas(db, { ...none, theme: 'theme-3' }, null, 21),
  'search, word in 1 of 3 ideas': (db) => searchIdeas(db, { ...none, text: text('alphaword') }, null, 21),
  'search, word in 1 of 1000 ideas': (db) => searchIdeas(db, { ...none, text: text('rare7') }, null, 21),
  'search, ticker and rare word': (db) =>
    searchIdeas(db, { ...none, symbol: 'T1', text: text('rare7') }, null, 21),
  'search, rare word on one old day': (db) =>
    searchIdeas(db, { ...none, text: text('rare7'), ...oneDay }, null, 21),
  'search, common word on one old day': (db) =>
    searchIdeas(db, { ...none, text: text('alphaword'), ...oneDay }, null, 21),
  'search, all but a common word': (db) =>
    searchIdeas(db, { ...none, text: text('NOT alphaword') }, null, 21),
  'search, a side that nobody took': (db) => searchIdeas(db, { ...none, stance: 'MIXED' }, null, 21),
  'search, a speaker': (db) => searchIdeas(db, { ...none, person: 'speaker 77' }, null, 21),
  'search, a word that every name has': (db) => searchIdeas(db, { ...none, person: 'speaker' }, null, 21),
  'search, a word that every name has, one old day': (db) =>
    searchIdeas(db, { ...none, person: 'speaker', ...oneDay }, null, 21),
  'search, a word that every name has, newest first': (db) =>
    newestIdeas(db, { ...none, person: 'speaker' }, null, 21),
  'search, a word that every name has, counted': (db) =>
    countIdeas(db, { ...none, person: 'speaker' }, 1_001),
  'search, a word that every name has, a side that nobody took': (db) =>
    searchIdeas(db, { ...none, person: 'speaker', stance: 'MIXED' }, null, 21),
  'search box, a name': (db) => namesContaining(db, 'speaker 77', 8),
  'search box, letters that every name has': (db) => namesContaining(db, 'e', 8),
  'search box, counts of sixty tickers': (db) =>
    ideaCounts(
      db,
      Array.from({ length: 60 }, (_, n) => `T${n + 1}`),
      [],
    ),
  'names that Ask knows': (db) => listSpeakerNames(db),
  'mentions, ticker in 1 of 20 ideas': (db) =>
    listMentions(db, { symbol: 'T1', minDepth: 1, from: null, until: null }, null, 21),
  'mentions, their count': (db) => countMentions(db, { symbol: 'T1', minDepth: 1, from: null, until: null }),
  'one idea': (db, { ideaId }) => findIdea(db, ideaId),
  'shows, a page of 50': (db) => listShows(db, { q: '', after: null, limit: 51, now: NOW }),
  'digest, the day of an account': (db) => readDay(db, NOBODY, digestWindow('2026-09-14', NOW, 24)),
  'digest, three days of an account with 200 saved ideas': (db) =>
    readDay(db, SAVER, digestWindow('2026-09-14', NOW, 72)),
  'timeline of a ticker, 90 days': (db) =>
    readTimelineIdeas(db, 'T40', new Date(NOW.getTime() - 90 * 86_400_000), NOW),
  'thesis history, latest, a middling ticker': (db) =>
    readHistory(db, { ...history, scope: { symbol: 'T40', thesisId: null } }),
  'thesis history, latest, ticker in 1 of 20 ideas': (db) =>
    readHistory(db, { ...history, scope: { symbol: 'T1', thesisId: null } }),
  'thesis history, all, ticker in 1 of 20 ideas': (db) =>
    readHistory(db, {
      ...history,
      view: { kind: 'all', statements: 50 },
      scope: { symbol: 'T1', thesisId: null },
    }),
  'thesis history, latest, of a show': (db) =>
    readHistory(db, {
      ...history,
      scope: { symbol: null, thesisId: null },
      filter: { show: 'Show 7', since: null },
    }),
  'changes of stance on a ticker in 1 of 20 ideas, 90 days': async (db) => {
    const from = new Date(NOW.getTime() - 90 * 86_400_000);
    const changes = sideChanges(await readWithFormer(db, 'T1', from, NOW), from);
    return readSaid(db, changedIdeas(changes));
  },
  'widget of a ticker': (db) => widgetIdeas(db, 'ticker', 'T1'),
  'home page, counts of the corpus': (db) => listedCounts(db),
  'home page, busiest tickers of a month': (db) =>
    busiestTickers(db, new Date(NOW.getTime() - 30 * 86_400_000), 10, [NOBODY]),
  'home page, who disagrees of a month': (db) =>
    disagreement(db, new Date(NOW.getTime() - 30 * 86_400_000), NOW, [NOBODY]),
  'page of shows': (db) => listShowFacts(db, '', null, 51),
  'page of a ticker': (db) => tickerFacts(db, 'T1'),
  'page of both sides of a ticker in 1 of 20 ideas': (db) =>
    ideasBySide(db, { on: { symbol: 'T1' }, order: 'newest', from: null, until: null, limit: 20 }),
  'page of a speaker': (db) => showsOfPerson(db, 'Speaker 77'),
  sitemap: (db) => sitemapRows(db, 5_000),
  'page of themes': (db) => listThemeFacts(db),
  'starter shows': (db) => busiestShowIds(db, 64),
  'sweep of the encoder after an episode': (db) =>
    unencodedIdeas(db, { ideasFrom: new Date(NOW.getTime() - 3_600_000), passagesAfter: 0 }, 64),
  'sweep of alerts, news': (db) => newsIds(db, NOW),
};
