-- CreateTable
CREATE TABLE "show" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "artworkUrl" TEXT,
    "link" TEXT,
    "language" TEXT,
    "author" TEXT,
    "ownerEmail" TEXT,
    "ownerName" TEXT,
    "feedGuid" TEXT,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "feedTxt" JSONB NOT NULL DEFAULT '[]',
    "people" JSONB NOT NULL DEFAULT '[]',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "recommendedRank" INTEGER,
    "quoteChars" INTEGER NOT NULL DEFAULT 280,
    "mediaEnabled" BOOLEAN NOT NULL DEFAULT true,
    "embedEnabled" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "show_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feed" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "showId" UUID,
    "url" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'active',
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "etag" TEXT,
    "lastModified" TEXT,
    "contentHash" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "lastPolledAt" TIMESTAMPTZ(3),
    "lastChangedAt" TIMESTAMPTZ(3),
    "lastFullFetchAt" TIMESTAMPTZ(3),
    "nextPollAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "episode" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "showId" UUID NOT NULL,
    "guid" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationSeconds" INTEGER,
    "enclosureUrl" TEXT,
    "enclosureType" TEXT,
    "link" TEXT,
    "youtubeUrl" TEXT,
    "guest" TEXT,
    "people" JSONB NOT NULL DEFAULT '[]',
    "transcripts" JSONB NOT NULL DEFAULT '[]',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "engineVersion" TEXT,
    "adRanges" JSONB NOT NULL DEFAULT '[]',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processedAt" TIMESTAMPTZ(3),

    CONSTRAINT "episode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transcript" (
    "episodeId" UUID NOT NULL,
    "sourceUrl" TEXT,
    "type" TEXT NOT NULL,
    "language" TEXT,
    "textHash" TEXT NOT NULL,
    "cues" JSONB NOT NULL,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transcript_pkey" PRIMARY KEY ("episodeId")
);

-- CreateTable
CREATE TABLE "passage" (
    "id" BIGSERIAL NOT NULL,
    "episodeId" UUID NOT NULL,
    "startSeconds" INTEGER NOT NULL,
    "endSeconds" INTEGER NOT NULL,
    "speaker" TEXT,
    "text" TEXT NOT NULL,
    "search" tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, text)) STORED,

    CONSTRAINT "passage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idea" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "showId" UUID NOT NULL,
    "episodeId" UUID NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "headline" TEXT NOT NULL,
    "thesis" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    "context" TEXT,
    "stance" TEXT,
    "direction" TEXT,
    "discussionDepth" INTEGER NOT NULL,
    "ideaType" TEXT,
    "subjectKind" TEXT NOT NULL,
    "subjectKey" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "tickers" TEXT[],
    "mentionedTickers" TEXT[],
    "entities" TEXT[],
    "themes" TEXT[],
    "speakerName" TEXT,
    "speakerTitle" TEXT,
    "speakerRole" TEXT,
    "timestampSeconds" INTEGER,
    "endSeconds" INTEGER,
    "quote" TEXT,
    "quoteStartSeconds" INTEGER,
    "quoteEndSeconds" INTEGER,
    "riskFlags" TEXT[],
    "validationSignals" TEXT[],
    "participationEtfs" JSONB NOT NULL DEFAULT '[]',
    "participationTheme" TEXT,
    "confidence" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "engineVersion" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "supersededAt" TIMESTAMPTZ(3),
    "search" tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((headline || ' '::text) || thesis))) STORED,
    "searchFull" tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((headline || ' '::text) || thesis) || ' '::text) || COALESCE(context, ''::text)))) STORED,

    CONSTRAINT "idea_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idea_ticker" (
    "ideaId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "discussionDepth" INTEGER NOT NULL,

    CONSTRAINT "idea_ticker_pkey" PRIMARY KEY ("ideaId","symbol")
);

-- CreateTable
CREATE TABLE "theme" (
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "participationEtfs" JSONB NOT NULL DEFAULT '[]',
    "tickers" TEXT[],

    CONSTRAINT "theme_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "idea_theme" (
    "ideaId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "discussionDepth" INTEGER NOT NULL,

    CONSTRAINT "idea_theme_pkey" PRIMARY KEY ("ideaId","slug")
);

-- CreateTable
CREATE TABLE "ticker_mention" (
    "episodeId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "ticker_mention_pkey" PRIMARY KEY ("episodeId","symbol","seconds")
);

-- CreateTable
CREATE TABLE "ticker" (
    "symbol" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "aliases" TEXT[],
    "source" TEXT NOT NULL,

    CONSTRAINT "ticker_pkey" PRIMARY KEY ("symbol")
);

-- CreateTable
CREATE TABLE "thesis" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subjectKind" TEXT NOT NULL,
    "subjectKey" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "firstHeardAt" TIMESTAMPTZ(3) NOT NULL,
    "lastMentionAt" TIMESTAMPTZ(3) NOT NULL,
    "tickers" TEXT[],

    CONSTRAINT "thesis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thesis_statement" (
    "thesisId" UUID NOT NULL,
    "ideaId" UUID NOT NULL,
    "date" TIMESTAMPTZ(3) NOT NULL,
    "showId" UUID NOT NULL,
    "stance" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "relation" TEXT NOT NULL,
    "quote" TEXT NOT NULL,

    CONSTRAINT "thesis_statement_pkey" PRIMARY KEY ("thesisId","ideaId")
);

-- CreateTable
CREATE TABLE "thesis_transition" (
    "thesisId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "fromState" TEXT NOT NULL,
    "toState" TEXT NOT NULL,
    "ideaId" UUID NOT NULL,

    CONSTRAINT "thesis_transition_pkey" PRIMARY KEY ("thesisId","at","toState")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "emailVerified" TIMESTAMPTZ(3),
    "name" TEXT,
    "image" TEXT,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "trialStartedAt" TIMESTAMPTZ(3),
    "trialEndsAt" TIMESTAMPTZ(3),
    "stripeCustomerId" TEXT,
    "stripeSubscriptionId" TEXT,
    "stripeStatus" TEXT,
    "stripeEventAt" TIMESTAMPTZ(3),
    "feedSecret" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_link" (
    "accountId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "expiresAt" INTEGER,
    "tokenType" TEXT,
    "scope" TEXT,
    "idToken" TEXT,
    "sessionState" TEXT,

    CONSTRAINT "provider_link_pkey" PRIMARY KEY ("provider","providerAccountId")
);

-- CreateTable
CREATE TABLE "session" (
    "sessionToken" TEXT NOT NULL,
    "accountId" UUID NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("sessionToken")
);

-- CreateTable
CREATE TABLE "verification_token" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_token_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "connector_key" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "name" TEXT,
    "keyHash" BYTEA NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "env" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "retiresAt" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "connector_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "corpus_key" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "purpose" TEXT,
    "keyHash" BYTEA NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "env" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "corpus_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "show_follow" (
    "accountId" UUID NOT NULL,
    "showId" UUID NOT NULL,
    "followedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "show_follow_pkey" PRIMARY KEY ("accountId","showId")
);

-- CreateTable
CREATE TABLE "ticker_follow" (
    "accountId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "held" BOOLEAN NOT NULL DEFAULT false,
    "followedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticker_follow_pkey" PRIMARY KEY ("accountId","symbol")
);

-- CreateTable
CREATE TABLE "saved_idea" (
    "accountId" UUID NOT NULL,
    "ideaId" UUID NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_idea_pkey" PRIMARY KEY ("accountId","ideaId")
);

-- CreateTable
CREATE TABLE "idea_read" (
    "accountId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "ideaId" UUID NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idea_read_pkey" PRIMARY KEY ("accountId","day","ideaId")
);

-- CreateTable
CREATE TABLE "ask_slot" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseEndsAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "ask_slot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "conversationId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "answer" JSONB,
    "ideaId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "show_claim" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "showId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "verifiedAt" TIMESTAMPTZ(3),

    CONSTRAINT "show_claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rights_audit" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "showId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "change" JSONB NOT NULL,

    CONSTRAINT "rights_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "correction" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "ideaId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "contact" TEXT,
    "ip" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reviewedAt" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "note" TEXT,

    CONSTRAINT "correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idea_version" (
    "ideaId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB NOT NULL,
    "note" TEXT,

    CONSTRAINT "idea_version_pkey" PRIMARY KEY ("ideaId","at")
);

-- CreateTable
CREATE TABLE "alert_setting" (
    "accountId" UUID NOT NULL,
    "mail" TEXT NOT NULL DEFAULT 'off',
    "stanceChange" BOOLEAN NOT NULL DEFAULT true,
    "newIdeas" BOOLEAN NOT NULL DEFAULT true,
    "feedEnabled" BOOLEAN NOT NULL DEFAULT false,
    "lastMailAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_setting_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "alert_webhook" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_event" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "eventKey" TEXT NOT NULL,
    "ideaId" UUID,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailedAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_delivery" (
    "eventId" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "lastError" TEXT,

    CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("eventId","webhookId")
);

-- CreateTable
CREATE TABLE "stripe_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_mail" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_call" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "day" DATE NOT NULL,
    "purpose" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "episodeId" UUID,
    "windowKey" TEXT,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "outcome" TEXT NOT NULL,
    "answer" JSONB,

    CONSTRAINT "model_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "show_slug_key" ON "show"("slug");

-- CreateIndex
CREATE INDEX "show_name_idx" ON "show"("name");

-- CreateIndex
CREATE UNIQUE INDEX "feed_showId_key" ON "feed"("showId");

-- CreateIndex
CREATE UNIQUE INDEX "feed_url_key" ON "feed"("url");

-- CreateIndex
CREATE INDEX "feed_state_nextPollAt_idx" ON "feed"("state", "nextPollAt");

-- CreateIndex
CREATE INDEX "episode_showId_publishedAt_idx" ON "episode"("showId", "publishedAt" DESC);

-- CreateIndex
CREATE INDEX "episode_publishedAt_idx" ON "episode"("publishedAt" DESC);

-- CreateIndex
CREATE INDEX "episode_state_nextAttemptAt_idx" ON "episode"("state", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "episode_showId_guid_key" ON "episode"("showId", "guid");

-- CreateIndex
CREATE INDEX "passage_episodeId_startSeconds_idx" ON "passage"("episodeId", "startSeconds");

-- CreateIndex
CREATE INDEX "passage_search_idx" ON "passage" USING GIN ("search");

-- CreateIndex
CREATE INDEX "idea_discussionDepth_publishedAt_id_idx" ON "idea"("discussionDepth" DESC, "publishedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idea_publishedAt_id_idx" ON "idea"("publishedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idea_showId_discussionDepth_publishedAt_id_idx" ON "idea"("showId", "discussionDepth" DESC, "publishedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idea_showId_publishedAt_idx" ON "idea"("showId", "publishedAt" DESC);

-- CreateIndex
CREATE INDEX "idea_episodeId_idx" ON "idea"("episodeId");

-- CreateIndex
CREATE INDEX "idea_createdAt_idx" ON "idea"("createdAt");

-- CreateIndex
CREATE INDEX "idea_subjectKind_subjectKey_publishedAt_idx" ON "idea"("subjectKind", "subjectKey", "publishedAt");

-- CreateIndex
CREATE INDEX "idea_search_idx" ON "idea" USING GIN ("search");

-- CreateIndex
CREATE INDEX "idea_searchFull_idx" ON "idea" USING GIN ("searchFull");

-- CreateIndex
CREATE INDEX "idea_ticker_symbol_publishedAt_ideaId_idx" ON "idea_ticker"("symbol", "publishedAt" DESC, "ideaId" DESC);

-- CreateIndex
CREATE INDEX "idea_ticker_symbol_discussionDepth_publishedAt_ideaId_idx" ON "idea_ticker"("symbol", "discussionDepth" DESC, "publishedAt" DESC, "ideaId" DESC);

-- CreateIndex
CREATE INDEX "idea_theme_slug_discussionDepth_publishedAt_ideaId_idx" ON "idea_theme"("slug", "discussionDepth" DESC, "publishedAt" DESC, "ideaId" DESC);

-- CreateIndex
CREATE INDEX "ticker_mention_symbol_idx" ON "ticker_mention"("symbol");

-- CreateIndex
CREATE INDEX "thesis_lastMentionAt_id_idx" ON "thesis"("lastMentionAt" DESC, "id");

-- CreateIndex
CREATE INDEX "thesis_tickers_idx" ON "thesis" USING GIN ("tickers");

-- CreateIndex
CREATE UNIQUE INDEX "thesis_subjectKind_subjectKey_line_key" ON "thesis"("subjectKind", "subjectKey", "line");

-- CreateIndex
CREATE INDEX "thesis_statement_thesisId_date_idx" ON "thesis_statement"("thesisId", "date" DESC);

-- CreateIndex
CREATE INDEX "thesis_statement_ideaId_idx" ON "thesis_statement"("ideaId");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_stripeCustomerId_key" ON "account"("stripeCustomerId");

-- CreateIndex
CREATE UNIQUE INDEX "account_feedSecret_key" ON "account"("feedSecret");

-- CreateIndex
CREATE INDEX "provider_link_accountId_idx" ON "provider_link"("accountId");

-- CreateIndex
CREATE INDEX "session_accountId_idx" ON "session"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_token_key" ON "verification_token"("token");

-- CreateIndex
CREATE UNIQUE INDEX "connector_key_keyHash_key" ON "connector_key"("keyHash");

-- CreateIndex
CREATE INDEX "connector_key_accountId_createdAt_idx" ON "connector_key"("accountId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "corpus_key_keyHash_key" ON "corpus_key"("keyHash");

-- CreateIndex
CREATE INDEX "corpus_key_email_createdAt_idx" ON "corpus_key"("email", "createdAt");

-- CreateIndex
CREATE INDEX "corpus_key_ip_createdAt_idx" ON "corpus_key"("ip", "createdAt");

-- CreateIndex
CREATE INDEX "show_follow_showId_idx" ON "show_follow"("showId");

-- CreateIndex
CREATE INDEX "ticker_follow_symbol_idx" ON "ticker_follow"("symbol");

-- CreateIndex
CREATE INDEX "saved_idea_accountId_savedAt_ideaId_idx" ON "saved_idea"("accountId", "savedAt" DESC, "ideaId" DESC);

-- CreateIndex
CREATE INDEX "saved_idea_ideaId_idx" ON "saved_idea"("ideaId");

-- CreateIndex
CREATE INDEX "idea_read_ideaId_idx" ON "idea_read"("ideaId");

-- CreateIndex
CREATE INDEX "ask_slot_accountId_day_idx" ON "ask_slot"("accountId", "day");

-- CreateIndex
CREATE INDEX "conversation_accountId_updatedAt_idx" ON "conversation"("accountId", "updatedAt" DESC);

-- CreateIndex
CREATE INDEX "message_conversationId_createdAt_idx" ON "message"("conversationId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "show_claim_token_key" ON "show_claim"("token");

-- CreateIndex
CREATE INDEX "show_claim_showId_idx" ON "show_claim"("showId");

-- CreateIndex
CREATE INDEX "show_claim_accountId_idx" ON "show_claim"("accountId");

-- CreateIndex
CREATE INDEX "rights_audit_showId_at_idx" ON "rights_audit"("showId", "at" DESC);

-- CreateIndex
CREATE INDEX "correction_reviewedAt_createdAt_idx" ON "correction"("reviewedAt", "createdAt");

-- CreateIndex
CREATE INDEX "correction_ideaId_idx" ON "correction"("ideaId");

-- CreateIndex
CREATE INDEX "alert_webhook_accountId_idx" ON "alert_webhook"("accountId");

-- CreateIndex
CREATE INDEX "alert_event_accountId_createdAt_idx" ON "alert_event"("accountId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "alert_event_accountId_eventKey_key" ON "alert_event"("accountId", "eventKey");

-- CreateIndex
CREATE INDEX "alert_delivery_nextAttemptAt_idx" ON "alert_delivery"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "outbox_mail_createdAt_idx" ON "outbox_mail"("createdAt" DESC);

-- CreateIndex
CREATE INDEX "model_call_day_idx" ON "model_call"("day");

-- CreateIndex
CREATE INDEX "model_call_episodeId_windowKey_idx" ON "model_call"("episodeId", "windowKey");

-- AddForeignKey
ALTER TABLE "feed" ADD CONSTRAINT "feed_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "episode" ADD CONSTRAINT "episode_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passage" ADD CONSTRAINT "passage_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea" ADD CONSTRAINT "idea_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea" ADD CONSTRAINT "idea_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_ticker" ADD CONSTRAINT "idea_ticker_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_theme" ADD CONSTRAINT "idea_theme_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_theme" ADD CONSTRAINT "idea_theme_slug_fkey" FOREIGN KEY ("slug") REFERENCES "theme"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticker_mention" ADD CONSTRAINT "ticker_mention_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thesis_statement" ADD CONSTRAINT "thesis_statement_thesisId_fkey" FOREIGN KEY ("thesisId") REFERENCES "thesis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thesis_statement" ADD CONSTRAINT "thesis_statement_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thesis_transition" ADD CONSTRAINT "thesis_transition_thesisId_fkey" FOREIGN KEY ("thesisId") REFERENCES "thesis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_link" ADD CONSTRAINT "provider_link_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_key" ADD CONSTRAINT "connector_key_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "show_follow" ADD CONSTRAINT "show_follow_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "show_follow" ADD CONSTRAINT "show_follow_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticker_follow" ADD CONSTRAINT "ticker_follow_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_idea" ADD CONSTRAINT "saved_idea_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_idea" ADD CONSTRAINT "saved_idea_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_read" ADD CONSTRAINT "idea_read_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_read" ADD CONSTRAINT "idea_read_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ask_slot" ADD CONSTRAINT "ask_slot_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "show_claim" ADD CONSTRAINT "show_claim_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "show_claim" ADD CONSTRAINT "show_claim_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rights_audit" ADD CONSTRAINT "rights_audit_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idea_version" ADD CONSTRAINT "idea_version_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_setting" ADD CONSTRAINT "alert_setting_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_webhook" ADD CONSTRAINT "alert_webhook_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_event" ADD CONSTRAINT "alert_event_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "alert_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "alert_webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
