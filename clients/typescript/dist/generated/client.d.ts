import type { AskAnswer, AskServiceBody, Digest, Embed, ErasedHistory, FollowResult, FollowShowBody, FollowTickerBody, Follows, GetDailyDigestQuery, GetThesisHistoryQuery, GetTickerStanceTimelineQuery, IdeaCard, IdeaCardPage, IdeaFull, IdeaMedia, IssueCorpusKeyBody, IssuedKey, ListSavesQuery, ListShowsQuery, ListTickerMentionsQuery, ListWebhookDeliveriesQuery, McpHealth, Profile, ResendWebhookDeliveryBody, SaveIdeaBody, SaveResult, SearchIdeasQuery, Show, ShowPage, StanceTimeline, ThesisHistory, TickerMentions, WebhookDelivery, WebhookDeliveryPage } from './api.ts';
import { type CallOptions, Transport } from '../transport.ts';
export type { AskAnswer, AskServiceBody, Attribution, Citation, Digest, Embed, EpisodeRef, ErasedHistory, ErrorCode, FollowResult, FollowShowBody, FollowTickerBody, Follows, GetDailyDigestQuery, GetThesisHistoryQuery, GetTickerStanceTimelineQuery, IdeaCard, IdeaCardPage, IdeaFull, IdeaMedia, IssueCorpusKeyBody, IssuedKey, ListSavesQuery, ListShowsQuery, ListTickerMentionsQuery, ListWebhookDeliveriesQuery, Lock, McpHealth, Profile, QuotaMetric, ResendWebhookDeliveryBody, SaveIdeaBody, SaveResult, Scope, SearchIdeasQuery, Show, ShowPage, ShowRef, StanceTimeline, Thesis, ThesisHistory, ThesisStatement, ThesisTransition, TickerMentions, WebhookDelivery, WebhookDeliveryPage } from './api.ts';
/** A client of the Earmark API, version 1.0.0-draft. Every method throws `EarmarkError` for a refusal. */
export declare class Earmark extends Transport {
    /** Plan, quotas and key of the calling account. Scope: `profile:read`. */
    getProfile(options?: CallOptions): Promise<Profile>;
    /** Deliveries of the account’s webhooks, newest event first. Kept for 30 days. Webhooks are added and changed in settings. Scope: `follows:read`. */
    listWebhookDeliveries(query?: ListWebhookDeliveriesQuery, options?: CallOptions): Promise<WebhookDeliveryPage>;
    /** Every entry of `listWebhookDeliveries`, page after page. */
    listWebhookDeliveriesAll(query?: ListWebhookDeliveriesQuery, options?: CallOptions): AsyncGenerator<WebhookDelivery, void, undefined>;
    /** Send an event to a webhook again, now. One signed try with the same webhook-id, at most 20 an hour for an account. It is sent to the address that the account holder set, and changes nothing of the tries to come until the address takes it. The answer tells what became of it. Scope: `follows:write`. */
    resendWebhookDelivery(body: ResendWebhookDeliveryBody, options?: CallOptions): Promise<WebhookDelivery>;
    /** Answer a research question from the corpus, with numbered citations. Answers what named shows said, each sentence with a marker into `citations`. A question that asks whether to trade a security answers 200 with `refused: true` and spends nothing. `coverage: low` means thin coverage and must be said when relayed. Scope: `ask:write`. */
    askService(body: AskServiceBody, options?: CallOptions): Promise<AskAnswer>;
    /** Erase every conversation and message of the account. Scope: `ask:write`. */
    deleteAskHistory(options?: CallOptions): Promise<ErasedHistory>;
    /** The day in what the account follows. Ranked cards of the 24 hours that end at the end of `date` (now, when it is today); of 72 hours when those hold nothing personal. With nothing followed: the best of the day for everyone, a hint, and shows to start with. Spends no read. Scope: `ideas:read`. */
    getDailyDigest(query?: GetDailyDigestQuery, options?: CallOptions): Promise<Digest>;
    /** Followed shows and tickers. Scope: `follows:read`. */
    listFollows(options?: CallOptions): Promise<Follows>;
    /** Follow a show. Scope: `follows:write`. */
    followShow(body: FollowShowBody, options?: CallOptions): Promise<FollowResult>;
    /** Unfollow a show. Scope: `follows:write`. */
    unfollowShow(showId: string, options?: CallOptions): Promise<FollowResult>;
    /** Follow a ticker. Scope: `follows:write`. */
    followTicker(body: FollowTickerBody, options?: CallOptions): Promise<FollowResult>;
    /** Unfollow a ticker. Scope: `follows:write`. */
    unfollowTicker(symbol: string, options?: CallOptions): Promise<FollowResult>;
    /** Search ideas across the corpus. Cards by depth of argument, then air date, newest first. An unknown ticker, show or theme and an empty window answer 200 with the no-discussion sentence: a wrong filter looks like silence. Spends no read. Scope: `ideas:read`. */
    searchIdeas(query?: SearchIdeasQuery, options?: CallOptions): Promise<IdeaCardPage>;
    /** Every entry of `searchIdeas`, page after page. */
    searchIdeasAll(query?: SearchIdeasQuery, options?: CallOptions): AsyncGenerator<IdeaCard, void, undefined>;
    /** Read one idea in full (metered). The full argument of one idea. The free plan opens 3 distinct ideas per UTC day; opening the same idea again that day is free. HEAD and an `If-None-Match` that still holds spend nothing. Scope: `ideas:read`. */
    getIdea(ideaId: string, options?: CallOptions): Promise<IdeaFull>;
    /** Quote an idea and the second it was said (Premium). One quote of at most the show's licensed length with a window of at most 90 seconds. Never a full transcript. Scope: `media:read`. */
    getIdeaMedia(ideaId: string, options?: CallOptions): Promise<IdeaMedia>;
    /** Issue a free-tier key for the two open corpus tools. No key is needed. */
    issueCorpusKey(body: IssueCorpusKeyBody, options?: CallOptions): Promise<IssuedKey>;
    /** Saved ideas, newest save first. Scope: `saves:read`. */
    listSaves(query?: ListSavesQuery, options?: CallOptions): Promise<IdeaCardPage>;
    /** Every entry of `listSaves`, page after page. */
    listSavesAll(query?: ListSavesQuery, options?: CallOptions): AsyncGenerator<IdeaCard, void, undefined>;
    /** Save an idea. Scope: `saves:write`. */
    saveIdea(body: SaveIdeaBody, options?: CallOptions): Promise<SaveResult>;
    /** Remove a saved idea. Scope: `saves:write`. */
    unsaveIdea(ideaId: string, options?: CallOptions): Promise<SaveResult>;
    /** List the indexed shows. The catalogue by name, or the starter set of eight. Cached for one hour. Scope: `ideas:read`. */
    listShows(query?: ListShowsQuery, options?: CallOptions): Promise<ShowPage>;
    /** Every entry of `listShows`, page after page. */
    listShowsAll(query?: ListShowsQuery, options?: CallOptions): AsyncGenerator<Show, void, undefined>;
    /** List what was said about a ticker, newest first. Cards of the ideas on one symbol by air date. A known symbol with nothing in the window is 200 with the no-discussion sentence. Spends no read. Scope: `ideas:read`. */
    listTickerMentions(symbol: string, query?: ListTickerMentionsQuery, options?: CallOptions): Promise<TickerMentions>;
    /** Every entry of `listTickerMentions`, page after page. */
    listTickerMentionsAll(symbol: string, query?: ListTickerMentionsQuery, options?: CallOptions): AsyncGenerator<IdeaCard, void, undefined>;
    /** What named shows argued about a ticker over time. Theses are lines of argument on one subject, each with its attributed statements. Without a Premium account each thesis carries its latest statement, and `historyLock` says so; `show` and `since` then admit or drop that statement. Premium: the newest 50 statements per thesis, oldest first, with relations and transitions. Two sides within one episode are an argument between those who speak in it: `disputes`; `reverses` is a show that takes the other side in a later episode. Give `ticker` or `thesisId`; with `show` or `since` alone, the 20 theses most recently spoken of that pass. A key is optional and widens the rate bucket. */
    getThesisHistory(query?: GetThesisHistoryQuery, options?: CallOptions): Promise<ThesisHistory>;
    /** Weekly stance counts on a ticker by show, with changes of stance. Weeks start on Monday 00:00 UTC; weeks without ideas are listed with zeros. BALANCED and MIXED count as neutral; an idea whose stance is not told counts as `notTold` alone. A change of stance is between two episodes of a show, each by its last idea on the ticker whose stance is told; where both speakers are named and differ, another person took the other side; where one is null that is not known. Changes of stance need a Premium account: on every other answer `stanceChanges` is empty and `stanceChangesLock` is set. A key is optional and widens the rate bucket. */
    getTickerStanceTimeline(query: GetTickerStanceTimelineQuery, options?: CallOptions): Promise<StanceTimeline>;
    /** This description. The machine-readable description of this API. No key is needed. */
    getOpenApi(options?: CallOptions): Promise<Record<string, unknown>>;
    /** Whether the MCP server is up, and its tools. No key is needed. */
    mcpHealth(options?: CallOptions): Promise<McpHealth>;
    /** Data of the show widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one. */
    getShowEmbed(slug: string, options?: CallOptions): Promise<Embed>;
    /** Data of the episode widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one. */
    getEpisodeEmbed(id: string, options?: CallOptions): Promise<Embed>;
    /** Data of the ticker widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. */
    getTickerEmbed(symbol: string, options?: CallOptions): Promise<Embed>;
}
