# Written by `npm run kits` from the OpenAPI description. Do not edit.

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class ProfileQuotas(TypedDict):
    ideaReads: QuotaMetric
    asks: QuotaMetric
    savedIdeas: QuotaMetric
    followedTickers: QuotaMetric
    followedShows: QuotaMetric


class ProfileKey(TypedDict):
    name: Optional[str]
    keyPrefix: str
    scopes: List[Scope]
    env: Literal["live", "test"]
    createdAt: str
    lastUsedAt: Optional[str]
    expiresAt: Optional[str]


class Profile(TypedDict):
    plan: Literal["free", "premium"]
    isTrialing: bool
    trialDaysRemaining: Optional[int]
    quotas: ProfileQuotas
    key: ProfileKey
    upgradeUrl: str
    settingsUrl: str
    attribution: Attribution


class _QuotaMetric(TypedDict):
    used: int
    limit: Optional[int]
    remaining: Optional[int]


class QuotaMetric(_QuotaMetric, total=False):
    resetsAt: str


class Attribution(TypedDict):
    # The service that indexes the shows.
    source: Literal["Earmark"]
    # A page of the service to verify against.
    url: str
    # How to attribute, and what this record is not.
    rule: Literal["Attribute each statement to the named show and episode and cite Earmark as the index. This is a descriptive record of podcast discussion, not advice, and never a rating, forecast or recommendation."]


class WebhookDeliveryPage(TypedDict):
    deliveries: List[WebhookDelivery]
    nextCursor: Optional[str]


class WebhookDelivery(TypedDict):
    # The webhook-id that every try carries.
    eventId: str
    webhookId: str
    type: Literal["idea.new", "stance.changed", "test"]
    createdAt: str
    # Tries that were made by themselves.
    attempts: int
    # Tries that the account asked for.
    resends: int
    deliveredAt: Optional[str]
    # Null: it is not tried again by itself.
    nextAttemptAt: Optional[str]
    # HTTP status of the last answer; null when there was none.
    lastStatus: Optional[int]
    lastError: Optional[str]


class AskAnswer(TypedDict):
    # True for a trade-decision question.
    refused: bool
    # `low` means thin coverage and must be said when relayed.
    coverage: Literal["ok", "low", "none"]
    remainingToday: Optional[int]
    disclaimer: str
    message: Optional[str]
    suggestions: List[str]
    # Plain text with [n] markers into `citations`.
    answer: Optional[str]
    citations: List[Citation]
    conversationId: Optional[str]
    attribution: Attribution


class Citation(TypedDict):
    # The [n] used in the answer text.
    marker: int
    show: str
    episodeId: str
    episodeTitle: str
    publishedAt: str
    timestampSeconds: Optional[int]
    url: str
    ideaId: Optional[str]
    ideaHeadline: Optional[str]


class ErasedHistoryDeleted(TypedDict):
    conversations: int
    messages: int


class ErasedHistory(TypedDict):
    deleted: ErasedHistoryDeleted


class _Digest(TypedDict):
    summary: str
    date: str
    personalized: bool
    followedShowCount: int
    followedTickerCount: int
    # Ideas extracted in the window before ranking.
    ideaCount: int
    # Processing is still running: call again later.
    incomplete: bool
    ideas: List[IdeaCard]
    windowHours: int
    hint: Optional[str]
    latestIdeaAt: Optional[str]
    attribution: Attribution


class Digest(_Digest, total=False):
    recommendedShows: List[Show]


class _IdeaCard(TypedDict):
    id: str
    headline: str
    # The extracted thesis line: the show's own argument, attributed.
    thesis: str
    # Depth of argument in the episode, never a rating of a security.
    discussionDepth: int
    stance: Optional[Literal["BULLISH", "BEARISH", "BALANCED", "MIXED"]]
    direction: Optional[Literal["bullish", "bearish", "neutral", "relative"]]
    tickers: List[str]
    # Company slugs, listed or not.
    entities: List[str]
    ideaType: Optional[Literal["investment", "concept"]]
    show: ShowRef
    episode: EpisodeRef
    # Seconds into the episode; null when unknown, never inferred.
    timestampSeconds: Optional[int]
    url: str
    listenUrl: Optional[str]
    superseded: bool
    isFull: Literal[False]


class IdeaCard(_IdeaCard, total=False):
    # Digest only: why the card is here.
    reason: Literal["holding", "saved_thesis", "followed_ticker", "followed_podcast", "followed_exposure", "top_today"]
    # Saves list only.
    savedAt: str


class ShowRef(TypedDict):
    id: str
    slug: Optional[str]
    name: str


class EpisodeRef(TypedDict):
    id: str
    title: str
    publishedAt: str
    guest: Optional[str]


class Show(TypedDict):
    id: str
    slug: Optional[str]
    name: str
    description: Optional[str]
    artworkUrl: Optional[str]
    episodeCount: int
    lastEpisodeAt: Optional[str]
    ideaCount7d: int
    url: str


class FollowsShow(TypedDict):
    id: str
    slug: Optional[str]
    name: str
    followedAt: str


class FollowsTicker(TypedDict):
    symbol: str
    followedAt: str


class FollowsLimits(TypedDict):
    shows: QuotaMetric
    tickers: QuotaMetric


class Follows(TypedDict):
    shows: List[FollowsShow]
    tickers: List[FollowsTicker]
    limits: FollowsLimits
    attribution: Attribution


class _FollowResult(TypedDict):
    type: Literal["show", "ticker"]
    # Show id or canonical symbol.
    id: str
    following: bool
    # The call changed nothing.
    already: bool


class FollowResult(_FollowResult, total=False):
    # Shows only.
    slug: Optional[str]
    name: Optional[str]
    idempotencyKey: Optional[str]


class _IdeaCardPage(TypedDict):
    # One quotable sentence; the no-discussion sentence when empty.
    summary: str
    ideas: List[IdeaCard]
    nextCursor: Optional[str]
    attribution: Attribution


class IdeaCardPage(_IdeaCardPage, total=False):
    total: int


class IdeaFullParticipationEtf(TypedDict):
    symbol: str
    name: str


class IdeaFullSpeaker(TypedDict):
    name: Optional[str]
    title: Optional[str]
    role: Optional[Literal["guest", "host", "unclear"]]


class IdeaFullQuota(TypedDict):
    ideaReads: QuotaMetric


class _IdeaFull(TypedDict):
    id: str
    headline: str
    # The extracted thesis line: the show's own argument, attributed.
    thesis: str
    # Depth of argument in the episode, never a rating of a security.
    discussionDepth: int
    stance: Optional[Literal["BULLISH", "BEARISH", "BALANCED", "MIXED"]]
    direction: Optional[Literal["bullish", "bearish", "neutral", "relative"]]
    tickers: List[str]
    # Company slugs, listed or not.
    entities: List[str]
    ideaType: Optional[Literal["investment", "concept"]]
    show: ShowRef
    episode: EpisodeRef
    # Seconds into the episode; null when unknown, never inferred.
    timestampSeconds: Optional[int]
    url: str
    listenUrl: Optional[str]
    superseded: bool
    isFull: Literal[True]
    context: Optional[str]
    riskFlags: List[str]
    validationSignals: List[str]
    participationEtfs: List[IdeaFullParticipationEtf]
    participationTheme: Optional[str]
    hearItYourselfLocked: bool
    quota: IdeaFullQuota
    attribution: Attribution


class IdeaFull(_IdeaFull, total=False):
    # Digest only: why the card is here.
    reason: Literal["holding", "saved_thesis", "followed_ticker", "followed_podcast", "followed_exposure", "top_today"]
    # Saves list only.
    savedAt: str
    speaker: IdeaFullSpeaker


class IdeaMedia(TypedDict):
    ideaId: str
    quote: str
    startSeconds: int
    endSeconds: int
    # `startSeconds` as mm:ss or h:mm:ss.
    timestamp: str
    episode: EpisodeRef
    show: ShowRef
    url: str
    audioUrl: Optional[str]
    youtubeUrl: Optional[str]
    attribution: Attribution


class IssuedKey(TypedDict):
    # Shown once.
    key: str
    keyPrefix: str
    note: str
    rateLimitPerMinute: int


class _SaveResult(TypedDict):
    ideaId: str
    saved: bool
    already: bool


class SaveResult(_SaveResult, total=False):
    idempotencyKey: Optional[str]


class ShowPage(TypedDict):
    shows: List[Show]
    nextCursor: Optional[str]
    attribution: Attribution


class _TickerMentions(TypedDict):
    # One quotable sentence; the no-discussion sentence when empty.
    summary: str
    ideas: List[IdeaCard]
    nextCursor: Optional[str]
    attribution: Attribution
    ticker: str
    name: Optional[str]
    mentionCount: int


class TickerMentions(_TickerMentions, total=False):
    total: int


class ThesisHistory(TypedDict):
    summary: str
    theses: List[Thesis]
    historyLock: Optional[Lock]
    attribution: Attribution


class Thesis(TypedDict):
    thesisId: str
    title: str
    state: Literal["first_heard", "challenged", "dormant", "revived"]
    firstHeardAt: str
    lastMentionAt: str
    tickers: List[str]
    statements: List[ThesisStatement]
    transitions: List[ThesisTransition]
    historyLocked: bool


class ThesisStatement(TypedDict):
    date: str
    show: str
    episodeTitle: str
    # mm:ss into the episode, minutes running past 59; empty when unknown.
    timestamp: str
    # One sentence the service wrote to carry the show's argument; not a transcript quote.
    quote: str
    # `not told`: none was borne out, and the statement counts as no side.
    stance: Literal["bullish", "bearish", "neutral", "not told"]
    # To the last statement before it whose stance is told; `initiates` for the first of a thesis, whatever its stance. Null whenever history is locked, and of a later one where its stance, or that of all before it, is not told.
    relation: Optional[Literal["initiates", "reiterates", "strengthens", "weakens", "reverses", "disputes"]]
    ideaId: str
    url: str


class ThesisTransition(TypedDict):
    at: str
    fromState: Literal["first_heard", "challenged", "dormant", "revived"]
    toState: Literal["first_heard", "challenged", "dormant", "revived"]
    ideaId: str


class Lock(TypedDict):
    message: str
    upgradeUrl: str


class StanceTimelineWeekByShow(TypedDict):
    show: str
    bullish: int
    bearish: int
    neutral: int
    # Ideas whose stance is not told; they count as none of the three.
    notTold: int


class StanceTimelineWeek(TypedDict):
    weekStart: str
    bullish: int
    bearish: int
    neutral: int
    # Ideas whose stance is not told; they count as none of the three.
    notTold: int
    byShow: List[StanceTimelineWeekByShow]


class StanceTimelineStanceChangeFromStatement(TypedDict):
    date: str
    # Who argued it; null where nobody is named.
    speaker: Optional[str]
    quote: str
    ideaId: str
    url: str


class StanceTimelineStanceChangeToStatement(TypedDict):
    date: str
    # Who argued it; null where nobody is named.
    speaker: Optional[str]
    quote: str
    ideaId: str
    url: str

StanceTimelineStanceChange = TypedDict("StanceTimelineStanceChange", {"show": 'str', "from": 'Literal["bullish", "bearish", "neutral"]', "to": 'Literal["bullish", "bearish", "neutral"]', "atDate": 'str', "fromStatement": 'StanceTimelineStanceChangeFromStatement', "toStatement": 'StanceTimelineStanceChangeToStatement'})


class StanceTimeline(TypedDict):
    summary: str
    ticker: str
    windowDays: int
    weeks: List[StanceTimelineWeek]
    stanceChanges: List[StanceTimelineStanceChange]
    stanceChangesLock: Optional[Lock]
    attribution: Attribution

Scope = Literal["profile:read", "ideas:read", "follows:read", "follows:write", "saves:read", "saves:write", "ask:write", "media:read"]


class EmbedIdea(TypedDict):
    id: str
    headline: str
    publishedAt: str
    show: str
    episodeTitle: str
    url: str


class Embed(TypedDict):
    kind: Literal["show", "episode", "ticker"]
    # Show slug, episode id or canonical symbol.
    id: str
    name: str
    url: str
    # The not-investment-advice label, to be shown with the ideas.
    label: str
    attribution: Attribution
    ideas: List[EmbedIdea]
    generatedAt: str


class McpHealth(TypedDict):
    status: Literal["ok"]
    server: str
    version: str
    # False while the agent surface is switched off.
    enabled: bool
    transport: Literal["streamable-http"]
    # Every tool the server can serve.
    tools: List[str]
    # The scope each tool needs; null for the open corpus tools.
    toolScopes: Dict[str, Optional[Scope]]

