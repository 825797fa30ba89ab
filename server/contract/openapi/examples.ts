import { attribution } from '#server/api/attribution.ts';
import { settingsUrl, upgradeUrl } from '#server/api/errors.ts';
import { ideaUrl, showUrl } from '#server/api/links.ts';
import { scopes } from '#server/api/scopes.ts';
import { webhookExamples } from '#server/contract/openapi/examples/webhooks.ts';
import type { Json } from '#server/contract/openapi/json.ts';

// A fictional show: examples must not put words into a real speaker's mouth.
const IDEA = '6f1c2a1e-5b7d-4c39-9a54-2f6f0d8a1b11';
const EPISODE = '0b9d6c52-8f0e-4f6f-8a4a-7f8f4a1c2d22';
const CONVERSATION = '4d3c2b1a-9e8f-4a7b-8c6d-5e4f3a2b1c33';
const THESIS = '9a8b7c6d-1e2f-4a3b-8c4d-5e6f7a8b9c44';
const show = { id: '2c9e4d70-1a3b-4c5d-8e6f-7a8b9c0d1e55', slug: 'the-long-wire', name: 'The Long Wire' };
const episode = {
  id: EPISODE,
  title: 'Turbines and barrels',
  publishedAt: '2026-09-15T06:00:00.000Z',
  guest: 'Dmitri Vale',
};
const midnight = '2026-09-16T00:00:00.000Z';
const day = (used: number) => ({ used, limit: 3, remaining: 3 - used, resetsAt: midnight });
const total = (used: number, limit: number) => ({ used, limit, remaining: limit - used });

const parameters: Readonly<Record<string, Json>> = {
  q: 'power demand',
  ticker: 'GEV',
  symbol: 'GEV',
  showId: 'the-long-wire',
  theme: 'semiconductors',
  minDepth: 3,
  from: '2026-09-01',
  to: '2026-09-30',
  since: '2026-09-01',
  date: '2026-09-15',
  limit: 10,
  recommended: true,
  ideaId: IDEA,
  thesisId: THESIS,
  show: 'Long Wire',
  window: 28,
  slug: 'the-long-wire',
  id: EPISODE,
};

/** An example of a parameter; undefined for one without (a cursor is opaque). */
export function parameterExample(name: string): Json {
  return parameters[name];
}

/** The card that a refused full read still carries, with its attribution. */
export function exampleCard(webUrl: string): Json {
  return { idea: card(webUrl), attribution: attribution(webUrl, `/ideas/${IDEA}`) };
}

/** An example of an operation's answer, or of its body (`<operationId>.body`); undefined when it has none. */
export function exampleOf(operationId: string, webUrl: string): Json {
  return answers[operationId]?.(webUrl);
}

function card(webUrl: string): Json {
  return {
    id: IDEA,
    headline: 'Turbine makers sell years of output in advance',
    thesis: 'The Long Wire argues that slots, not prices, limit who gets a turbine.',
    discussionDepth: 4,
    stance: 'BULLISH',
    direction: 'bullish',
    tickers: ['GEV'],
    entities: ['ge-vernova'],
    ideaType: 'investment',
    show,
    episode,
    timestampSeconds: 605,
    url: ideaUrl({ webUrl }, IDEA),
    listenUrl: null,
    superseded: false,
    isFull: false,
  };
}

const answers: Readonly<Record<string, (webUrl: string) => Json>> = {
  getProfile: (webUrl) => ({
    plan: 'free',
    isTrialing: false,
    trialDaysRemaining: null,
    quotas: {
      ideaReads: day(1),
      asks: day(0),
      savedIdeas: total(2, 10),
      followedTickers: total(4, 10),
      followedShows: total(3, 15),
    },
    key: {
      name: 'Desk agent',
      keyPrefix: 'emk_live_8fK2aQ',
      scopes: [...scopes],
      env: 'live',
      createdAt: '2026-09-01T09:00:00.000Z',
      lastUsedAt: '2026-09-15T11:59:30.000Z',
      expiresAt: '2027-09-01T09:00:00.000Z',
    },
    upgradeUrl: upgradeUrl(webUrl),
    settingsUrl: settingsUrl(webUrl),
    attribution: attribution(webUrl),
  }),
  getDailyDigest: (webUrl) => ({
    summary: '1 idea of 2026-09-15 from what this account follows.',
    date: '2026-09-15',
    personalized: true,
    followedShowCount: 3,
    followedTickerCount: 4,
    ideaCount: 12,
    incomplete: false,
    ideas: [{ ...card(webUrl), reason: 'followed_podcast' }],
    windowHours: 24,
    hint: null,
    latestIdeaAt: episode.publishedAt,
    attribution: attribution(webUrl, '/digest'),
  }),
  searchIdeas: (webUrl) => ({
    summary: '1 idea on GEV, aired on 2026-09-15.',
    ideas: [card(webUrl)],
    nextCursor: null,
    total: 1,
    attribution: attribution(webUrl, '/search'),
  }),
  getIdea: (webUrl) => ({
    ...card(webUrl),
    isFull: true,
    context: 'Vale walks through the order books of three makers and the wait for a slot.',
    riskFlags: ['Orders may be cancelled'],
    validationSignals: ['Slot reservations'],
    participationEtfs: [],
    participationTheme: null,
    speaker: { name: 'Dmitri Vale', title: null, role: 'guest' },
    hearItYourselfLocked: true,
    quota: { ideaReads: day(1) },
    attribution: attribution(webUrl, `/ideas/${IDEA}`),
  }),
  getIdeaMedia: (webUrl) => ({
    ideaId: IDEA,
    quote: 'You cannot buy a turbine this year; you can buy a place in the queue.',
    startSeconds: 605,
    endSeconds: 613,
    timestamp: '10:05',
    episode,
    show,
    url: ideaUrl({ webUrl }, IDEA),
    audioUrl: null,
    youtubeUrl: null,
    attribution: attribution(webUrl, `/ideas/${IDEA}`),
  }),
  listTickerMentions: (webUrl) => ({
    summary: '1 mention of GEV, aired on 2026-09-15.',
    ticker: 'GEV',
    name: 'GE Vernova',
    mentionCount: 1,
    ideas: [card(webUrl)],
    nextCursor: null,
    total: 1,
    attribution: attribution(webUrl, '/tickers/GEV'),
  }),
  listShows: (webUrl) => ({
    shows: [
      {
        ...show,
        description: 'Power, grids and what they cost.',
        artworkUrl: null,
        episodeCount: 6,
        lastEpisodeAt: episode.publishedAt,
        ideaCount7d: 9,
        url: showUrl({ webUrl }, show.slug),
      },
    ],
    nextCursor: null,
    attribution: attribution(webUrl, '/shows'),
  }),
  listFollows: (webUrl) => ({
    shows: [{ ...show, followedAt: '2026-09-02T08:00:00.000Z' }],
    tickers: [{ symbol: 'GEV', followedAt: '2026-09-02T08:01:00.000Z' }],
    limits: { shows: total(1, 15), tickers: total(1, 10) },
    attribution: attribution(webUrl),
  }),
  'followShow.body': () => ({ showId: show.slug }),
  followShow: () => ({
    type: 'show',
    following: true,
    already: false,
    ...show,
    idempotencyKey: 'b0f2c1f4-follow-1',
  }),
  unfollowShow: () => ({ type: 'show', following: false, already: false, ...show }),
  'followTicker.body': () => ({ symbol: '$BRK.B' }),
  followTicker: () => ({
    type: 'ticker',
    id: 'BRK.B',
    following: true,
    already: false,
    name: 'Berkshire Hathaway',
  }),
  unfollowTicker: () => ({
    type: 'ticker',
    id: 'GEV',
    following: false,
    already: false,
    name: 'GE Vernova',
  }),
  listSaves: (webUrl) => ({
    summary: '1 saved idea.',
    ideas: [{ ...card(webUrl), savedAt: '2026-09-15T12:00:00.000Z' }],
    nextCursor: null,
    total: 1,
    attribution: attribution(webUrl, '/saved'),
  }),
  'saveIdea.body': () => ({ ideaId: IDEA }),
  saveIdea: () => ({ ideaId: IDEA, saved: true, already: false }),
  unsaveIdea: () => ({ ideaId: IDEA, saved: false, already: false }),
  'askService.body': () => ({ question: 'What did shows say about turbine orders?' }),
  askService: (webUrl) => ({
    refused: false,
    coverage: 'low',
    remainingToday: 2,
    disclaimer: attribution(webUrl).rule,
    message: null,
    suggestions: [],
    answer: 'The Long Wire argued on 2026-09-15 that slots, not prices, limit who gets a turbine [1].',
    citations: [
      {
        marker: 1,
        show: show.name,
        episodeId: EPISODE,
        episodeTitle: episode.title,
        publishedAt: episode.publishedAt,
        timestampSeconds: 605,
        url: ideaUrl({ webUrl }, IDEA),
        ideaId: IDEA,
        ideaHeadline: 'Turbine makers sell years of output in advance',
      },
    ],
    conversationId: CONVERSATION,
    attribution: attribution(webUrl),
  }),
  ...webhookExamples,
  deleteAskHistory: () => ({ deleted: { conversations: 2, messages: 6 } }),
  getThesisHistory: (webUrl) => ({
    summary: '1 thesis on GEV; earlier statements need Premium.',
    theses: [
      {
        thesisId: THESIS,
        title: 'GE Vernova: supply',
        state: 'first_heard',
        firstHeardAt: '2026-08-04T06:00:00.000Z',
        lastMentionAt: episode.publishedAt,
        tickers: ['GEV'],
        statements: [
          {
            date: episode.publishedAt,
            show: show.name,
            episodeTitle: episode.title,
            timestamp: '10:05',
            quote: 'The Long Wire argues that slots, not prices, limit who gets a turbine.',
            stance: 'bullish',
            relation: null,
            ideaId: IDEA,
            url: ideaUrl({ webUrl }, IDEA),
          },
        ],
        transitions: [],
        historyLocked: true,
      },
    ],
    historyLock: { message: 'Earlier statements need a Premium plan.', upgradeUrl: upgradeUrl(webUrl) },
    attribution: attribution(webUrl, '/tickers/GEV'),
  }),
  getTickerStanceTimeline: (webUrl) => ({
    summary: '1 idea on GEV in 28 days.',
    ticker: 'GEV',
    windowDays: 28,
    weeks: [
      {
        weekStart: '2026-09-14T00:00:00.000Z',
        bullish: 1,
        bearish: 0,
        neutral: 0,
        notTold: 0,
        byShow: [{ show: show.name, bullish: 1, bearish: 0, neutral: 0, notTold: 0 }],
      },
    ],
    stanceChanges: [],
    stanceChangesLock: { message: 'Stance changes need a Premium plan.', upgradeUrl: upgradeUrl(webUrl) },
    attribution: attribution(webUrl, '/tickers/GEV'),
  }),
  'issueCorpusKey.body': () => ({ email: 'desk@example.org', purpose: 'Weekly stance report' }),
  issueCorpusKey: () => ({
    key: 'emk_free_EXAMPLEexampleEXAMPLEexampleEXAM0000000',
    keyPrefix: 'emk_free_EXAMPL',
    note: 'Store this key now: it is shown once.',
    rateLimitPerMinute: 120,
  }),
};
