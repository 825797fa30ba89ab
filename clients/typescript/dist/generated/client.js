// Written by `npm run kits` from the OpenAPI description. Do not edit.
import { Transport } from "../transport.js";
/** A client of the Earmark API, version 1.0.0-draft. Every method throws `EarmarkError` for a refusal. */
export class Earmark extends Transport {
    /** Plan, quotas and key of the calling account. Scope: `profile:read`. */
    getProfile(options) {
        return this.send({ operation: 'getProfile', method: 'GET', path: '/v1/agent/me', repeatable: true, keyed: false }, options);
    }
    /** Deliveries of the account’s webhooks, newest event first. Kept for 30 days. Webhooks are added and changed in settings. Scope: `follows:read`. */
    listWebhookDeliveries(query = {}, options) {
        return this.send({ operation: 'listWebhookDeliveries', method: 'GET', path: '/v1/agent/webhooks/deliveries', query, repeatable: true, keyed: false }, options);
    }
    /** Every entry of `listWebhookDeliveries`, page after page. */
    listWebhookDeliveriesAll(query = {}, options) {
        return this.entries((cursor) => this.send({ operation: 'listWebhookDeliveries', method: 'GET', path: '/v1/agent/webhooks/deliveries', query: { ...query, cursor: cursor ?? query.cursor }, repeatable: true, keyed: false }, options), 'deliveries');
    }
    /** Send an event to a webhook again, now. One signed try with the same webhook-id, at most 20 an hour for an account. It is sent to the address that the account holder set, and changes nothing of the tries to come until the address takes it. The answer tells what became of it. Scope: `follows:write`. */
    resendWebhookDelivery(body, options) {
        return this.send({ operation: 'resendWebhookDelivery', method: 'POST', path: '/v1/agent/webhooks/deliveries', body, repeatable: false, keyed: false }, options);
    }
    /** Answer a research question from the corpus, with numbered citations. Answers what named shows said, each sentence with a marker into `citations`. A question that asks whether to trade a security answers 200 with `refused: true` and spends nothing. `coverage: low` means thin coverage and must be said when relayed. Scope: `ask:write`. */
    askService(body, options) {
        return this.send({ operation: 'askService', method: 'POST', path: '/v1/agent/ask', body, repeatable: false, keyed: false }, options);
    }
    /** Erase every conversation and message of the account. Scope: `ask:write`. */
    deleteAskHistory(options) {
        return this.send({ operation: 'deleteAskHistory', method: 'DELETE', path: '/v1/agent/ask/history', repeatable: true, keyed: false }, options);
    }
    /** The day in what the account follows. Ranked cards of the 24 hours that end at the end of `date` (now, when it is today); of 72 hours when those hold nothing personal. With nothing followed: the best of the day for everyone, a hint, and shows to start with. Spends no read. Scope: `ideas:read`. */
    getDailyDigest(query = {}, options) {
        return this.send({ operation: 'getDailyDigest', method: 'GET', path: '/v1/agent/digest', query, repeatable: true, keyed: false }, options);
    }
    /** Followed shows and tickers. Scope: `follows:read`. */
    listFollows(options) {
        return this.send({ operation: 'listFollows', method: 'GET', path: '/v1/agent/follows', repeatable: true, keyed: false }, options);
    }
    /** Follow a show. Scope: `follows:write`. */
    followShow(body, options) {
        return this.send({ operation: 'followShow', method: 'POST', path: '/v1/agent/follows/shows', body, repeatable: true, keyed: true }, options);
    }
    /** Unfollow a show. Scope: `follows:write`. */
    unfollowShow(showId, options) {
        return this.send({ operation: 'unfollowShow', method: 'DELETE', path: '/v1/agent/follows/shows/{showId}', inPath: { showId }, repeatable: true, keyed: true }, options);
    }
    /** Follow a ticker. Scope: `follows:write`. */
    followTicker(body, options) {
        return this.send({ operation: 'followTicker', method: 'POST', path: '/v1/agent/follows/tickers', body, repeatable: true, keyed: true }, options);
    }
    /** Unfollow a ticker. Scope: `follows:write`. */
    unfollowTicker(symbol, options) {
        return this.send({ operation: 'unfollowTicker', method: 'DELETE', path: '/v1/agent/follows/tickers/{symbol}', inPath: { symbol }, repeatable: true, keyed: true }, options);
    }
    /** Search ideas across the corpus. Cards by depth of argument, then air date, newest first. An unknown ticker, show or theme and an empty window answer 200 with the no-discussion sentence: a wrong filter looks like silence. Spends no read. Scope: `ideas:read`. */
    searchIdeas(query = {}, options) {
        return this.send({ operation: 'searchIdeas', method: 'GET', path: '/v1/agent/ideas', query, repeatable: true, keyed: false }, options);
    }
    /** Every entry of `searchIdeas`, page after page. */
    searchIdeasAll(query = {}, options) {
        return this.entries((cursor) => this.send({ operation: 'searchIdeas', method: 'GET', path: '/v1/agent/ideas', query: { ...query, cursor: cursor ?? query.cursor }, repeatable: true, keyed: false }, options), 'ideas');
    }
    /** Read one idea in full (metered). The full argument of one idea. The free plan opens 3 distinct ideas per UTC day; opening the same idea again that day is free. HEAD and an `If-None-Match` that still holds spend nothing. Scope: `ideas:read`. */
    getIdea(ideaId, options) {
        return this.send({ operation: 'getIdea', method: 'GET', path: '/v1/agent/ideas/{ideaId}', inPath: { ideaId }, repeatable: true, keyed: false }, options);
    }
    /** Quote an idea and the second it was said (Premium). One quote of at most the show's licensed length with a window of at most 90 seconds. Never a full transcript. Scope: `media:read`. */
    getIdeaMedia(ideaId, options) {
        return this.send({ operation: 'getIdeaMedia', method: 'GET', path: '/v1/agent/ideas/{ideaId}/media', inPath: { ideaId }, repeatable: true, keyed: false }, options);
    }
    /** Issue a free-tier key for the two open corpus tools. No key is needed. */
    issueCorpusKey(body, options) {
        return this.send({ operation: 'issueCorpusKey', method: 'POST', path: '/v1/agent/keys', body, repeatable: false, keyed: false }, options);
    }
    /** Saved ideas, newest save first. Scope: `saves:read`. */
    listSaves(query = {}, options) {
        return this.send({ operation: 'listSaves', method: 'GET', path: '/v1/agent/saves', query, repeatable: true, keyed: false }, options);
    }
    /** Every entry of `listSaves`, page after page. */
    listSavesAll(query = {}, options) {
        return this.entries((cursor) => this.send({ operation: 'listSaves', method: 'GET', path: '/v1/agent/saves', query: { ...query, cursor: cursor ?? query.cursor }, repeatable: true, keyed: false }, options), 'ideas');
    }
    /** Save an idea. Scope: `saves:write`. */
    saveIdea(body, options) {
        return this.send({ operation: 'saveIdea', method: 'POST', path: '/v1/agent/saves', body, repeatable: true, keyed: true }, options);
    }
    /** Remove a saved idea. Scope: `saves:write`. */
    unsaveIdea(ideaId, options) {
        return this.send({ operation: 'unsaveIdea', method: 'DELETE', path: '/v1/agent/saves/{ideaId}', inPath: { ideaId }, repeatable: true, keyed: true }, options);
    }
    /** List the indexed shows. The catalogue by name, or the starter set of eight. Cached for one hour. Scope: `ideas:read`. */
    listShows(query = {}, options) {
        return this.send({ operation: 'listShows', method: 'GET', path: '/v1/agent/shows', query, repeatable: true, keyed: false }, options);
    }
    /** Every entry of `listShows`, page after page. */
    listShowsAll(query = {}, options) {
        return this.entries((cursor) => this.send({ operation: 'listShows', method: 'GET', path: '/v1/agent/shows', query: { ...query, cursor: cursor ?? query.cursor }, repeatable: true, keyed: false }, options), 'shows');
    }
    /** List what was said about a ticker, newest first. Cards of the ideas on one symbol by air date. A known symbol with nothing in the window is 200 with the no-discussion sentence. Spends no read. Scope: `ideas:read`. */
    listTickerMentions(symbol, query = {}, options) {
        return this.send({ operation: 'listTickerMentions', method: 'GET', path: '/v1/agent/tickers/{symbol}/mentions', inPath: { symbol }, query, repeatable: true, keyed: false }, options);
    }
    /** Every entry of `listTickerMentions`, page after page. */
    listTickerMentionsAll(symbol, query = {}, options) {
        return this.entries((cursor) => this.send({ operation: 'listTickerMentions', method: 'GET', path: '/v1/agent/tickers/{symbol}/mentions', inPath: { symbol }, query: { ...query, cursor: cursor ?? query.cursor }, repeatable: true, keyed: false }, options), 'ideas');
    }
    /** What named shows argued about a ticker over time. Theses are lines of argument on one subject, each with its attributed statements. Without a Premium account each thesis carries its latest statement, and `historyLock` says so; `show` and `since` then admit or drop that statement. Premium: the newest 50 statements per thesis, oldest first, with relations and transitions. Two sides within one episode are an argument between those who speak in it: `disputes`; `reverses` is a show that takes the other side in a later episode. Give `ticker` or `thesisId`; with `show` or `since` alone, the 20 theses most recently spoken of that pass. A key is optional and widens the rate bucket. */
    getThesisHistory(query = {}, options) {
        return this.send({ operation: 'getThesisHistory', method: 'GET', path: '/v1/agent/thesis-history', query, repeatable: true, keyed: false }, options);
    }
    /** Weekly stance counts on a ticker by show, with changes of stance. Weeks start on Monday 00:00 UTC; weeks without ideas are listed with zeros. BALANCED and MIXED count as neutral; an idea whose stance is not told counts as `notTold` alone. A change of stance is between two episodes of a show, each by its last idea on the ticker whose stance is told; where both speakers are named and differ, another person took the other side; where one is null that is not known. Changes of stance need a Premium account: on every other answer `stanceChanges` is empty and `stanceChangesLock` is set. A key is optional and widens the rate bucket. */
    getTickerStanceTimeline(query, options) {
        return this.send({ operation: 'getTickerStanceTimeline', method: 'GET', path: '/v1/agent/ticker-stance-timeline', query, repeatable: true, keyed: false }, options);
    }
    /** This description. The machine-readable description of this API. No key is needed. */
    getOpenApi(options) {
        return this.send({ operation: 'getOpenApi', method: 'GET', path: '/v1/agent/openapi.json', repeatable: true, keyed: false }, options);
    }
    /** Whether the MCP server is up, and its tools. No key is needed. */
    mcpHealth(options) {
        return this.send({ operation: 'mcpHealth', method: 'GET', path: '/v1/mcp/health', repeatable: true, keyed: false }, options);
    }
    /** Data of the show widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one. */
    getShowEmbed(slug, options) {
        return this.send({ operation: 'getShowEmbed', method: 'GET', path: '/v1/public/embed/show/{slug}', inPath: { slug }, repeatable: true, keyed: false }, options);
    }
    /** Data of the episode widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one. */
    getEpisodeEmbed(id, options) {
        return this.send({ operation: 'getEpisodeEmbed', method: 'GET', path: '/v1/public/embed/episode/{id}', inPath: { id }, repeatable: true, keyed: false }, options);
    }
    /** Data of the ticker widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. */
    getTickerEmbed(symbol, options) {
        return this.send({ operation: 'getTickerEmbed', method: 'GET', path: '/v1/public/embed/ticker/{symbol}', inPath: { symbol }, repeatable: true, keyed: false }, options);
    }
}
