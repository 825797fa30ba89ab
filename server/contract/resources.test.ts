import { describe, expect, it } from 'vitest';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { openApiDocument } from '#server/contract/openapi.ts';

const { schemas } = openApiDocument('https://earmark.test').components as { schemas: Record<string, Json> };

const CARD = {
  id: 'uuid!',
  headline: 'string!',
  thesis: 'string!',
  discussionDepth: 'integer 1..5!',
  stance: 'BULLISH/BEARISH/BALANCED/MIXED or null!',
  direction: 'bullish/bearish/neutral/relative or null',
  tickers: '[string]!',
  entities: '[string]',
  ideaType: 'investment/concept or null',
  show: 'ShowRef!',
  episode: 'EpisodeRef!',
  timestampSeconds: 'integer or null!',
  url: 'uri!',
  listenUrl: 'uri or null',
  reason: 'holding/saved_thesis/followed_ticker/followed_podcast/followed_exposure/top_today',
  superseded: 'boolean',
  savedAt: 'date-time',
};
const PAGE = { summary: 'string!', ideas: '[IdeaCard]!', nextCursor: 'string or null!', total: 'integer' };
const STANCE = 'bullish/bearish/neutral!';
const COUNTS = 'bullish: integer!, bearish: integer!, neutral: integer!, notTold: integer!';
const QUOTED = '{date: date-time!, speaker: string or null!, quote: string!, ideaId: uuid!, url: uri!}!';
const THESIS_STATES = 'first_heard/challenged/dormant/revived!';

/**
 * Every field of every resource (docs/contract.md, Resources and their fields): its type, and `!` where the specification
 * requires it. An optional field may always be there; a field that is not named may not. All answers of all tests are validated
 * against these schemas, closed, so this table describes what is served.
 */
const RESOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Attribution: { source: '"Earmark"!', url: 'uri!', rule: `${JSON.stringify(ATTRIBUTION_RULE)}!` },
  QuotaMetric: {
    used: 'integer 0..!',
    limit: 'integer 0.. or null!',
    remaining: 'integer 0.. or null!',
    resetsAt: 'date-time',
  },
  WebhookDelivery: {
    eventId: 'uuid!',
    webhookId: 'uuid!',
    type: 'idea.new/stance.changed/test!',
    createdAt: 'date-time!',
    attempts: 'integer 0..!',
    resends: 'integer 0..!',
    deliveredAt: 'date-time or null!',
    nextAttemptAt: 'date-time or null!',
    lastStatus: 'integer or null!',
    lastError: 'string or null!',
  },
  WebhookDeliveryPage: { deliveries: '[WebhookDelivery]!', nextCursor: 'string or null!' },
  Profile: {
    plan: 'free/premium!',
    isTrialing: 'boolean!',
    trialDaysRemaining: 'integer or null',
    quotas:
      '{ideaReads: QuotaMetric!, asks: QuotaMetric!, savedIdeas: QuotaMetric!, followedTickers: QuotaMetric!, followedShows: QuotaMetric!}!',
    key: '{name: string or null!, keyPrefix: string!, scopes: [Scope]!, env: live/test!, createdAt: date-time!, lastUsedAt: date-time or null!, expiresAt: date-time or null!}!',
    upgradeUrl: 'uri!',
    settingsUrl: 'uri',
    attribution: 'Attribution!',
  },
  Show: {
    id: 'uuid!',
    slug: 'string or null!',
    name: 'string!',
    description: 'string or null',
    artworkUrl: 'uri or null',
    episodeCount: 'integer',
    lastEpisodeAt: 'date-time or null',
    ideaCount7d: 'integer',
    url: 'uri',
  },
  ShowRef: { id: 'uuid!', slug: 'string or null', name: 'string!' },
  EpisodeRef: { id: 'uuid!', title: 'string!', publishedAt: 'date-time!', guest: 'string or null' },
  IdeaCard: { ...CARD, isFull: 'false!' },
  IdeaFull: {
    ...CARD,
    isFull: 'true!',
    context: 'string or null!',
    riskFlags: '[string]!',
    validationSignals: '[string]!',
    participationEtfs: '[{symbol: string!, name: string!}]',
    participationTheme: 'string or null',
    speaker: '{name: string or null!, title: string or null!, role: guest/host/unclear or null!}',
    hearItYourselfLocked: 'boolean',
    attribution: 'Attribution!',
    quota: '{ideaReads: QuotaMetric!}!',
  },
  IdeaMedia: {
    ideaId: 'uuid!',
    quote: 'string!',
    startSeconds: 'integer!',
    endSeconds: 'integer!',
    timestamp: 'string!',
    episode: 'EpisodeRef!',
    show: 'ShowRef!',
    url: 'uri!',
    attribution: 'Attribution!',
    audioUrl: 'uri or null',
    youtubeUrl: 'uri or null',
  },
  IdeaCardPage: { ...PAGE, attribution: 'Attribution!' },
  ShowPage: { shows: '[Show]!', nextCursor: 'string or null!', attribution: 'Attribution!' },
  Digest: {
    summary: 'string!',
    date: 'date!',
    personalized: 'boolean!',
    followedShowCount: 'integer!',
    followedTickerCount: 'integer!',
    ideaCount: 'integer!',
    incomplete: 'boolean!',
    ideas: '[IdeaCard]!',
    attribution: 'Attribution!',
    windowHours: 'integer',
    hint: 'string or null',
    recommendedShows: '[Show]',
    latestIdeaAt: 'date-time or null',
  },
  TickerMentions: {
    ...PAGE,
    attribution: 'Attribution!',
    ticker: 'string!',
    mentionCount: 'integer!',
    name: 'string or null',
  },
  Follows: {
    shows: '[{id: uuid!, slug: string or null!, name: string!, followedAt: date-time!}]!',
    tickers: '[{symbol: string!, followedAt: date-time!}]!',
    attribution: 'Attribution!',
    limits: '{shows: QuotaMetric!, tickers: QuotaMetric!}',
  },
  FollowResult: {
    type: 'show/ticker!',
    id: 'string!',
    following: 'boolean!',
    already: 'boolean!',
    slug: 'string or null',
    name: 'string or null',
    idempotencyKey: 'string or null',
  },
  SaveResult: { ideaId: 'uuid!', saved: 'boolean!', already: 'boolean!', idempotencyKey: 'string or null' },
  Citation: {
    marker: 'integer 1..!',
    show: 'string!',
    episodeId: 'uuid!',
    episodeTitle: 'string!',
    publishedAt: 'date-time!',
    timestampSeconds: 'integer or null!',
    url: 'uri!',
    ideaId: 'uuid or null',
    ideaHeadline: 'string or null',
  },
  AskAnswer: {
    refused: 'boolean!',
    coverage: 'ok/low/none!',
    remainingToday: 'integer or null!',
    disclaimer: 'string!',
    attribution: 'Attribution!',
    message: 'string or null',
    suggestions: '[string]',
    answer: 'string or null',
    citations: '[Citation]',
    conversationId: 'uuid or null',
  },
  ErasedHistory: { deleted: '{conversations: integer!, messages: integer!}!' },
  ThesisHistory: {
    summary: 'string!',
    theses: '[Thesis]!',
    historyLock: 'Lock or null!',
    attribution: 'Attribution!',
  },
  // No weekly edition is published, so no thesis carries the optional `callback`.
  Thesis: {
    thesisId: 'uuid!',
    title: 'string!',
    state: THESIS_STATES,
    firstHeardAt: 'date-time!',
    lastMentionAt: 'date-time!',
    tickers: '[string]!',
    statements: '[ThesisStatement]!',
    transitions: '[ThesisTransition]!',
    historyLocked: 'boolean!',
  },
  ThesisStatement: {
    date: 'date-time!',
    show: 'string!',
    episodeTitle: 'string!',
    timestamp: 'string!',
    quote: 'string!',
    stance: 'bullish/bearish/neutral/not told!',
    relation: 'initiates/reiterates/strengthens/weakens/reverses/disputes or null!',
    ideaId: 'uuid!',
    url: 'uri!',
  },
  ThesisTransition: {
    at: 'date-time!',
    fromState: THESIS_STATES,
    toState: THESIS_STATES,
    ideaId: 'uuid!',
  },
  Lock: { message: 'string!', upgradeUrl: 'uri!' },
  StanceTimeline: {
    summary: 'string!',
    ticker: 'string!',
    windowDays: 'integer!',
    weeks: `[{weekStart: date-time!, ${COUNTS}, byShow: [{show: string!, ${COUNTS}}]!}]!`,
    stanceChanges: `[{show: string!, from: ${STANCE}, to: ${STANCE}, atDate: date-time!, fromStatement: ${QUOTED}, toStatement: ${QUOTED}}]!`,
    stanceChangesLock: 'Lock or null!',
    attribution: 'Attribution!',
  },
  IssuedKey: { key: 'string!', keyPrefix: 'string!', note: 'string!', rateLimitPerMinute: 'integer!' },
  McpHealth: {
    status: '"ok"!',
    server: 'string!',
    version: 'string!',
    enabled: 'boolean!',
    transport: '"streamable-http"!',
    tools: '[string]!',
    toolScopes: '{}!',
  },
  Error: {
    error:
      'unauthorized/forbidden_scope/origin_not_allowed/idea_read_limit/ask_limit/follow_limit/save_limit/premium_required/key_limit/not_found/invalid_request/rate_limited/ask_failed/ask_disabled/agent_api_disabled/timeout/internal_server_error!',
    message: 'string!',
    missingScope: 'string',
    field: 'string',
    retryAfterSeconds: 'integer',
    settingsUrl: 'uri',
    helpUrl: 'uri',
    reason: '"expired"',
  },
  PlanLimitError: {
    error: 'idea_read_limit/ask_limit/follow_limit/save_limit/premium_required!',
    message: 'string!',
    upgradeUrl: 'uri!',
    helpUrl: 'uri',
    settingsUrl: 'uri',
    resetsAt: 'date-time or null',
    limit: 'integer',
    used: 'integer',
    feature: 'string',
  },
};

/** A schema in the notation of the table. */
function worded(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return schema.anyOf.map(worded).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => worded({ ...schema, type })).join(' or ');
  if (schema.type === 'null') return 'null';
  if (schema.enum) return schema.enum.filter((value: unknown) => value !== null).join('/');
  if (schema.type === 'array') return `[${worded(schema.items)}]`;
  if (schema.type === 'object') return `{${fields(schema).join(', ')}}`;
  return schema.format ?? `${schema.type}${range(schema)}`;
}

// The generator bounds every integer by what a double can hold exactly, which is no bound of ours.
function range({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Json): string {
  const [low, high] = [minimum, maximum].map((bound) =>
    Math.abs(bound) === Number.MAX_SAFE_INTEGER ? '' : bound,
  );
  return low === '' && high === '' ? '' : ` ${low}..${high}`;
}

function fields({ properties = {}, required = [] }: Json): string[] {
  return Object.entries<Json>(properties).map(
    ([name, property]) => `${name}: ${worded(property)}${required.includes(name) ? '!' : ''}`,
  );
}

const optional = (type: string) => type.replace(/!$/, '');

describe('the resources', () => {
  it.each(Object.entries(RESOURCES))(
    '%s has the fields of the specification and no other',
    (name, specified) => {
      const { properties, required = [] } = schemas[name]!;
      const served = Object.fromEntries(
        Object.entries<Json>(properties).map(([field, schema]) => [field, worded(schema)]),
      );
      const types = Object.entries(specified).map(([field, type]) => [field, optional(type)]);
      expect(served).toEqual(Object.fromEntries(types));
      const demanded = Object.keys(specified).filter((field) => specified[field]!.endsWith('!'));
      expect(required).toEqual(expect.arrayContaining(demanded));
    },
  );

  it('are all in this table but the embed’s and the protocol’s, which the specification does not show', () => {
    const elsewhere = ['Scope', 'Embed', 'IdeaReadLimitError', 'PremiumRequiredError'];
    const unlisted = Object.keys(schemas).filter(
      (name) => !(name in RESOURCES) && !elsewhere.includes(name) && !name.startsWith('JsonRpc'),
    );
    expect(unlisted).toEqual([]);
  });

  it('name the eight scopes', () => {
    expect([...schemas.Scope!.enum].sort()).toEqual(
      [
        'profile:read',
        'ideas:read',
        'follows:read',
        'follows:write',
        'saves:read',
        'saves:write',
        'ask:write',
        'media:read',
      ].sort(),
    );
  });

  it('are closed, but for errors, which may say more', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      if (schema.type !== 'object' || name.startsWith('JsonRpc')) continue;
      const open = name === 'Error' || name === 'PlanLimitError';
      expect([name, schema.additionalProperties === false], name).toEqual([name, !open]);
    }
  });

  it('name their fields in camel case', () => {
    expect(propertyNames(schemas).length).toBeGreaterThan(100);
    for (const name of propertyNames(schemas)) expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
  });
});

function propertyNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value as object) : []),
    ...propertyNames(value),
  ]);
}
