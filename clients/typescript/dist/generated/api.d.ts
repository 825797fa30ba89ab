export type paths = Record<string, never>;
export interface components {
    schemas: {
        Profile: {
            /** @enum {string} */
            plan: "free" | "premium";
            isTrialing: boolean;
            trialDaysRemaining: number | null;
            quotas: {
                ideaReads: components["schemas"]["QuotaMetric"];
                asks: components["schemas"]["QuotaMetric"];
                savedIdeas: components["schemas"]["QuotaMetric"];
                followedTickers: components["schemas"]["QuotaMetric"];
                followedShows: components["schemas"]["QuotaMetric"];
            };
            key: {
                name: string | null;
                keyPrefix: string;
                scopes: components["schemas"]["Scope"][];
                /** @enum {string} */
                env: "live" | "test";
                /** Format: date-time */
                createdAt: string;
                lastUsedAt: string | null;
                expiresAt: string | null;
            };
            /** Format: uri */
            upgradeUrl: string;
            /** Format: uri */
            settingsUrl: string;
            attribution: components["schemas"]["Attribution"];
        };
        QuotaMetric: {
            used: number;
            limit: number | null;
            remaining: number | null;
            /** Format: date-time */
            resetsAt?: string;
        };
        Attribution: {
            /**
             * @description The service that indexes the shows.
             * @constant
             */
            source: "Earmark";
            /**
             * Format: uri
             * @description A page of the service to verify against.
             */
            url: string;
            /**
             * @description How to attribute, and what this record is not.
             * @constant
             */
            rule: "Attribute each statement to the named show and episode and cite Earmark as the index. This is a descriptive record of podcast discussion, not advice, and never a rating, forecast or recommendation.";
        };
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The webhook-id that every try carries.
             */
            eventId: string;
            /** Format: uuid */
            webhookId: string;
            /** @enum {string} */
            type: "idea.new" | "stance.changed" | "test";
            /** Format: date-time */
            createdAt: string;
            /** @description Tries that were made by themselves. */
            attempts: number;
            /** @description Tries that the account asked for. */
            resends: number;
            deliveredAt: string | null;
            /** @description Null: it is not tried again by itself. */
            nextAttemptAt: string | null;
            /** @description HTTP status of the last answer; null when there was none. */
            lastStatus: number | null;
            lastError: string | null;
        };
        AskAnswer: {
            /** @description True for a trade-decision question. */
            refused: boolean;
            /**
             * @description `low` means thin coverage and must be said when relayed.
             * @enum {string}
             */
            coverage: "ok" | "low" | "none";
            remainingToday: number | null;
            disclaimer: string;
            message: string | null;
            suggestions: string[];
            /** @description Plain text with [n] markers into `citations`. */
            answer: string | null;
            citations: components["schemas"]["Citation"][];
            conversationId: string | null;
            attribution: components["schemas"]["Attribution"];
        };
        Citation: {
            /** @description The [n] used in the answer text. */
            marker: number;
            show: string;
            /** Format: uuid */
            episodeId: string;
            episodeTitle: string;
            /** Format: date-time */
            publishedAt: string;
            timestampSeconds: number | null;
            /** Format: uri */
            url: string;
            ideaId: string | null;
            ideaHeadline: string | null;
        };
        ErasedHistory: {
            deleted: {
                conversations: number;
                messages: number;
            };
        };
        Digest: {
            summary: string;
            /** Format: date */
            date: string;
            personalized: boolean;
            followedShowCount: number;
            followedTickerCount: number;
            /** @description Ideas extracted in the window before ranking. */
            ideaCount: number;
            /** @description Processing is still running: call again later. */
            incomplete: boolean;
            ideas: components["schemas"]["IdeaCard"][];
            windowHours: number;
            hint: string | null;
            recommendedShows?: components["schemas"]["Show"][];
            latestIdeaAt: string | null;
            attribution: components["schemas"]["Attribution"];
        };
        IdeaCard: {
            /** Format: uuid */
            id: string;
            headline: string;
            /** @description The extracted thesis line: the show's own argument, attributed. */
            thesis: string;
            /** @description Depth of argument in the episode, never a rating of a security. */
            discussionDepth: number;
            stance: ("BULLISH" | "BEARISH" | "BALANCED" | "MIXED") | null;
            direction: ("bullish" | "bearish" | "neutral" | "relative") | null;
            tickers: string[];
            /** @description Company slugs, listed or not. */
            entities: string[];
            ideaType: ("investment" | "concept") | null;
            show: components["schemas"]["ShowRef"];
            episode: components["schemas"]["EpisodeRef"];
            /** @description Seconds into the episode; null when unknown, never inferred. */
            timestampSeconds: number | null;
            /** Format: uri */
            url: string;
            listenUrl: string | null;
            /**
             * @description Digest only: why the card is here.
             * @enum {string}
             */
            reason?: "holding" | "saved_thesis" | "followed_ticker" | "followed_podcast" | "followed_exposure" | "top_today";
            superseded: boolean;
            /**
             * Format: date-time
             * @description Saves list only.
             */
            savedAt?: string;
            /** @constant */
            isFull: false;
        };
        ShowRef: {
            /** Format: uuid */
            id: string;
            slug: string | null;
            name: string;
        };
        EpisodeRef: {
            /** Format: uuid */
            id: string;
            title: string;
            /** Format: date-time */
            publishedAt: string;
            guest: string | null;
        };
        Show: {
            /** Format: uuid */
            id: string;
            slug: string | null;
            name: string;
            description: string | null;
            artworkUrl: string | null;
            episodeCount: number;
            lastEpisodeAt: string | null;
            ideaCount7d: number;
            /** Format: uri */
            url: string;
        };
        Follows: {
            shows: {
                /** Format: uuid */
                id: string;
                slug: string | null;
                name: string;
                /** Format: date-time */
                followedAt: string;
            }[];
            tickers: {
                symbol: string;
                /** Format: date-time */
                followedAt: string;
            }[];
            limits: {
                shows: components["schemas"]["QuotaMetric"];
                tickers: components["schemas"]["QuotaMetric"];
            };
            attribution: components["schemas"]["Attribution"];
        };
        FollowResult: {
            /** @enum {string} */
            type: "show" | "ticker";
            /** @description Show id or canonical symbol. */
            id: string;
            following: boolean;
            /** @description The call changed nothing. */
            already: boolean;
            /** @description Shows only. */
            slug?: string | null;
            name?: string | null;
            idempotencyKey?: string | null;
        };
        IdeaCardPage: {
            /** @description One quotable sentence; the no-discussion sentence when empty. */
            summary: string;
            ideas: components["schemas"]["IdeaCard"][];
            nextCursor: string | null;
            total?: number;
            attribution: components["schemas"]["Attribution"];
        };
        IdeaFull: {
            /** Format: uuid */
            id: string;
            headline: string;
            /** @description The extracted thesis line: the show's own argument, attributed. */
            thesis: string;
            /** @description Depth of argument in the episode, never a rating of a security. */
            discussionDepth: number;
            stance: ("BULLISH" | "BEARISH" | "BALANCED" | "MIXED") | null;
            direction: ("bullish" | "bearish" | "neutral" | "relative") | null;
            tickers: string[];
            /** @description Company slugs, listed or not. */
            entities: string[];
            ideaType: ("investment" | "concept") | null;
            show: components["schemas"]["ShowRef"];
            episode: components["schemas"]["EpisodeRef"];
            /** @description Seconds into the episode; null when unknown, never inferred. */
            timestampSeconds: number | null;
            /** Format: uri */
            url: string;
            listenUrl: string | null;
            /**
             * @description Digest only: why the card is here.
             * @enum {string}
             */
            reason?: "holding" | "saved_thesis" | "followed_ticker" | "followed_podcast" | "followed_exposure" | "top_today";
            superseded: boolean;
            /**
             * Format: date-time
             * @description Saves list only.
             */
            savedAt?: string;
            /** @constant */
            isFull: true;
            context: string | null;
            riskFlags: string[];
            validationSignals: string[];
            participationEtfs: {
                symbol: string;
                name: string;
            }[];
            participationTheme: string | null;
            speaker?: {
                name: string | null;
                title: string | null;
                role: ("guest" | "host" | "unclear") | null;
            };
            hearItYourselfLocked: boolean;
            quota: {
                ideaReads: components["schemas"]["QuotaMetric"];
            };
            attribution: components["schemas"]["Attribution"];
        };
        IdeaMedia: {
            /** Format: uuid */
            ideaId: string;
            quote: string;
            startSeconds: number;
            endSeconds: number;
            /** @description `startSeconds` as mm:ss or h:mm:ss. */
            timestamp: string;
            episode: components["schemas"]["EpisodeRef"];
            show: components["schemas"]["ShowRef"];
            /** Format: uri */
            url: string;
            audioUrl: string | null;
            youtubeUrl: string | null;
            attribution: components["schemas"]["Attribution"];
        };
        IssuedKey: {
            /** @description Shown once. */
            key: string;
            keyPrefix: string;
            note: string;
            rateLimitPerMinute: number;
        };
        SaveResult: {
            /** Format: uuid */
            ideaId: string;
            saved: boolean;
            already: boolean;
            idempotencyKey?: string | null;
        };
        ShowPage: {
            shows: components["schemas"]["Show"][];
            nextCursor: string | null;
            attribution: components["schemas"]["Attribution"];
        };
        TickerMentions: {
            /** @description One quotable sentence; the no-discussion sentence when empty. */
            summary: string;
            ideas: components["schemas"]["IdeaCard"][];
            nextCursor: string | null;
            total?: number;
            attribution: components["schemas"]["Attribution"];
            ticker: string;
            name: string | null;
            mentionCount: number;
        };
        ThesisHistory: {
            summary: string;
            theses: components["schemas"]["Thesis"][];
            historyLock: components["schemas"]["Lock"] | null;
            attribution: components["schemas"]["Attribution"];
        };
        Thesis: {
            /** Format: uuid */
            thesisId: string;
            title: string;
            /** @enum {string} */
            state: "first_heard" | "challenged" | "dormant" | "revived";
            /** Format: date-time */
            firstHeardAt: string;
            /** Format: date-time */
            lastMentionAt: string;
            tickers: string[];
            statements: components["schemas"]["ThesisStatement"][];
            transitions: components["schemas"]["ThesisTransition"][];
            historyLocked: boolean;
        };
        ThesisStatement: {
            /** Format: date-time */
            date: string;
            show: string;
            episodeTitle: string;
            /** @description mm:ss into the episode, minutes running past 59; empty when unknown. */
            timestamp: string;
            /** @description One sentence the service wrote to carry the show's argument; not a transcript quote. */
            quote: string;
            /**
             * @description `not told`: none was borne out, and the statement counts as no side.
             * @enum {string}
             */
            stance: "bullish" | "bearish" | "neutral" | "not told";
            /** @description To the last statement before it whose stance is told; `initiates` for the first of a thesis, whatever its stance. Null whenever history is locked, and of a later one where its stance, or that of all before it, is not told. */
            relation: ("initiates" | "reiterates" | "strengthens" | "weakens" | "reverses" | "disputes") | null;
            /** Format: uuid */
            ideaId: string;
            /** Format: uri */
            url: string;
        };
        ThesisTransition: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            fromState: "first_heard" | "challenged" | "dormant" | "revived";
            /** @enum {string} */
            toState: "first_heard" | "challenged" | "dormant" | "revived";
            /** Format: uuid */
            ideaId: string;
        };
        Lock: {
            message: string;
            /** Format: uri */
            upgradeUrl: string;
        };
        StanceTimeline: {
            summary: string;
            ticker: string;
            windowDays: number;
            weeks: {
                /** Format: date-time */
                weekStart: string;
                bullish: number;
                bearish: number;
                neutral: number;
                /** @description Ideas whose stance is not told; they count as none of the three. */
                notTold: number;
                byShow: {
                    show: string;
                    bullish: number;
                    bearish: number;
                    neutral: number;
                    /** @description Ideas whose stance is not told; they count as none of the three. */
                    notTold: number;
                }[];
            }[];
            stanceChanges: {
                show: string;
                /** @enum {string} */
                from: "bullish" | "bearish" | "neutral";
                /** @enum {string} */
                to: "bullish" | "bearish" | "neutral";
                /** Format: date-time */
                atDate: string;
                fromStatement: {
                    /** Format: date-time */
                    date: string;
                    /** @description Who argued it; null where nobody is named. */
                    speaker: string | null;
                    quote: string;
                    /** Format: uuid */
                    ideaId: string;
                    /** Format: uri */
                    url: string;
                };
                toStatement: {
                    /** Format: date-time */
                    date: string;
                    /** @description Who argued it; null where nobody is named. */
                    speaker: string | null;
                    quote: string;
                    /** Format: uuid */
                    ideaId: string;
                    /** Format: uri */
                    url: string;
                };
            }[];
            stanceChangesLock: components["schemas"]["Lock"] | null;
            attribution: components["schemas"]["Attribution"];
        };
        /** @enum {string} */
        Scope: "profile:read" | "ideas:read" | "follows:read" | "follows:write" | "saves:read" | "saves:write" | "ask:write" | "media:read";
        Embed: {
            /** @enum {string} */
            kind: "show" | "episode" | "ticker";
            /** @description Show slug, episode id or canonical symbol. */
            id: string;
            name: string;
            /** Format: uri */
            url: string;
            /** @description The not-investment-advice label, to be shown with the ideas. */
            label: string;
            attribution: components["schemas"]["Attribution"];
            ideas: {
                /** Format: uuid */
                id: string;
                headline: string;
                /** Format: date-time */
                publishedAt: string;
                show: string;
                episodeTitle: string;
                /** Format: uri */
                url: string;
            }[];
            /** Format: date-time */
            generatedAt: string;
        };
        McpHealth: {
            /** @constant */
            status: "ok";
            server: string;
            version: string;
            /** @description False while the agent surface is switched off. */
            enabled: boolean;
            /** @constant */
            transport: "streamable-http";
            /** @description Every tool the server can serve. */
            tools: string[];
            /** @description The scope each tool needs; null for the open corpus tools. */
            toolScopes: {
                [key: string]: components["schemas"]["Scope"] | null;
            };
        };
        /** @enum {string} */
        ErrorCode: "unauthorized" | "forbidden_scope" | "origin_not_allowed" | "idea_read_limit" | "ask_limit" | "follow_limit" | "save_limit" | "premium_required" | "key_limit" | "not_found" | "invalid_request" | "rate_limited" | "ask_failed" | "ask_disabled" | "agent_api_disabled" | "timeout" | "internal_server_error";
        ListWebhookDeliveriesQuery: {
            /**
             * @description Entries to serve at most.
             * @default 20
             */
            limit?: number;
            /** @description The nextCursor of the answer before, under the same filters. */
            cursor?: string;
        };
        ResendWebhookDeliveryBody: {
            /** Format: uuid */
            webhookId: string;
            /** Format: uuid */
            eventId: string;
        };
        AskServiceBody: {
            /** @description A research question in plain words, about what was said on shows. */
            question: string;
            /** @description Continues the conversation of an earlier answer. */
            conversationId?: string | null;
            /** @description Scopes the question to one idea. */
            ideaId?: string | null;
        };
        GetDailyDigestQuery: {
            /**
             * Format: date
             * @description UTC day to build as of; today when absent.
             */
            date?: string;
            /**
             * @description Cards to serve at most.
             * @default 20
             */
            limit?: number;
        };
        FollowShowBody: {
            /** @description Show id or slug. */
            showId: string;
        };
        FollowTickerBody: {
            /** @description Ticker in any form: `BRK.B`, `BRK-B`, `$BRK.B`. */
            symbol: string;
        };
        SearchIdeasQuery: {
            /** @description Free text over headline and thesis; on Premium also the full argument. A symbol also finds its ideas. */
            q?: string;
            /** @description `BRK.B`, `BRK-B` and `$BRK.B` are one symbol. */
            ticker?: string;
            /** @description Id or slug of a show, as its cards have it. An unknown one finds nothing, as if nothing had been said. */
            showId?: string;
            /** @description Theme slug, as in the addresses of the page /themes. An unknown one finds nothing, as if nothing had been said. */
            theme?: string;
            /** @description Least depth of argument. */
            minDepth?: number;
            /**
             * Format: date
             * @description Air date on or after, UTC day. After `to` nothing is found.
             */
            from?: string;
            /**
             * Format: date
             * @description Air date on or before, UTC day.
             */
            to?: string;
            /**
             * @description Entries to serve at most.
             * @default 20
             */
            limit?: number;
            /** @description The nextCursor of the answer before, under the same filters. */
            cursor?: string;
        };
        IssueCorpusKeyBody: {
            /** Format: email */
            email: string;
            purpose?: string;
        };
        ListSavesQuery: {
            /**
             * @description Entries to serve at most.
             * @default 20
             */
            limit?: number;
            /** @description The nextCursor of the answer before, under the same filters. */
            cursor?: string;
        };
        SaveIdeaBody: {
            /** Format: uuid */
            ideaId: string;
        };
        ListShowsQuery: {
            /** @description The name contains this text. */
            q?: string;
            /**
             * @description Only the starter set of eight.
             * @default false
             */
            recommended?: boolean;
            /** @default 50 */
            limit?: number;
            /** @description The nextCursor of the answer before, under the same filters. */
            cursor?: string;
        };
        ListTickerMentionsQuery: {
            /**
             * Format: date
             * @description Air date on or after, UTC day.
             */
            from?: string;
            /**
             * Format: date
             * @description Air date on or before, UTC day.
             */
            to?: string;
            /** @description Least depth of argument. */
            minDepth?: number;
            /**
             * @description Entries to serve at most.
             * @default 20
             */
            limit?: number;
            /** @description The nextCursor of the answer before, under the same filters. */
            cursor?: string;
        };
        GetThesisHistoryQuery: {
            /** @description `BRK.B`, `BRK-B` and `$BRK.B` are one symbol. */
            ticker?: string;
            /** @description One thesis in depth, by the thesisId of an earlier answer. */
            thesisId?: string;
            /** @description Part of a show’s name; one that no show has finds nothing, as if nothing had been said. */
            show?: string;
            /**
             * Format: date
             * @description Statements aired on or after this UTC day.
             */
            since?: string;
        };
        GetTickerStanceTimelineQuery: {
            /** @description `BRK.B`, `BRK-B` and `$BRK.B` are one symbol. */
            ticker: string;
            /**
             * @description Lookback in days.
             * @default 365
             */
            window?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Profile = components['schemas']['Profile'];
export type QuotaMetric = components['schemas']['QuotaMetric'];
export type Attribution = components['schemas']['Attribution'];
export type WebhookDeliveryPage = components['schemas']['WebhookDeliveryPage'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type AskAnswer = components['schemas']['AskAnswer'];
export type Citation = components['schemas']['Citation'];
export type ErasedHistory = components['schemas']['ErasedHistory'];
export type Digest = components['schemas']['Digest'];
export type IdeaCard = components['schemas']['IdeaCard'];
export type ShowRef = components['schemas']['ShowRef'];
export type EpisodeRef = components['schemas']['EpisodeRef'];
export type Show = components['schemas']['Show'];
export type Follows = components['schemas']['Follows'];
export type FollowResult = components['schemas']['FollowResult'];
export type IdeaCardPage = components['schemas']['IdeaCardPage'];
export type IdeaFull = components['schemas']['IdeaFull'];
export type IdeaMedia = components['schemas']['IdeaMedia'];
export type IssuedKey = components['schemas']['IssuedKey'];
export type SaveResult = components['schemas']['SaveResult'];
export type ShowPage = components['schemas']['ShowPage'];
export type TickerMentions = components['schemas']['TickerMentions'];
export type ThesisHistory = components['schemas']['ThesisHistory'];
export type Thesis = components['schemas']['Thesis'];
export type ThesisStatement = components['schemas']['ThesisStatement'];
export type ThesisTransition = components['schemas']['ThesisTransition'];
export type Lock = components['schemas']['Lock'];
export type StanceTimeline = components['schemas']['StanceTimeline'];
export type Scope = components['schemas']['Scope'];
export type Embed = components['schemas']['Embed'];
export type McpHealth = components['schemas']['McpHealth'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ListWebhookDeliveriesQuery = components['schemas']['ListWebhookDeliveriesQuery'];
export type ResendWebhookDeliveryBody = components['schemas']['ResendWebhookDeliveryBody'];
export type AskServiceBody = components['schemas']['AskServiceBody'];
export type GetDailyDigestQuery = components['schemas']['GetDailyDigestQuery'];
export type FollowShowBody = components['schemas']['FollowShowBody'];
export type FollowTickerBody = components['schemas']['FollowTickerBody'];
export type SearchIdeasQuery = components['schemas']['SearchIdeasQuery'];
export type IssueCorpusKeyBody = components['schemas']['IssueCorpusKeyBody'];
export type ListSavesQuery = components['schemas']['ListSavesQuery'];
export type SaveIdeaBody = components['schemas']['SaveIdeaBody'];
export type ListShowsQuery = components['schemas']['ListShowsQuery'];
export type ListTickerMentionsQuery = components['schemas']['ListTickerMentionsQuery'];
export type GetThesisHistoryQuery = components['schemas']['GetThesisHistoryQuery'];
export type GetTickerStanceTimelineQuery = components['schemas']['GetTickerStanceTimelineQuery'];
