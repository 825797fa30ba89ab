# Written by `npm run kits` from the OpenAPI description. Do not edit.

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional

from .shapes import AskAnswer, Digest, Embed, ErasedHistory, FollowResult, Follows, IdeaCard, IdeaCardPage, IdeaFull, IdeaMedia, IssuedKey, McpHealth, Profile, SaveResult, Show, ShowPage, StanceTimeline, ThesisHistory, TickerMentions, WebhookDelivery, WebhookDeliveryPage
from .transport import Transport, segment


class Earmark(Transport):
    """A client of the Earmark API, version 1.0.0-draft. Every method raises ``EarmarkError`` for a refusal."""

    def get_profile(self) -> Profile:
        """Plan, quotas and key of the calling account. Scope: ``profile:read``."""
        return self._send("getProfile", "GET", "/v1/agent/me", repeatable=True)

    def list_webhook_deliveries(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> WebhookDeliveryPage:
        """Deliveries of the account’s webhooks, newest event first. Kept for 30 days. Webhooks are added and changed in settings. Scope: ``follows:read``.

        limit: Entries to serve at most.
        cursor: The nextCursor of the answer before, under the same filters.
        """
        return self._send("listWebhookDeliveries", "GET", "/v1/agent/webhooks/deliveries", query={"limit": limit, "cursor": cursor}, repeatable=True)

    def list_webhook_deliveries_all(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[WebhookDelivery]:
        """Every entry of ``list_webhook_deliveries``, page after page."""
        return self._entries(lambda at: self.list_webhook_deliveries(limit=limit, cursor=at), "deliveries", cursor)

    def resend_webhook_delivery(self, webhook_id: str, event_id: str) -> WebhookDelivery:
        """Send an event to a webhook again, now. One signed try with the same webhook-id, at most 20 an hour for an account. It is sent to the address that the account holder set, and changes nothing of the tries to come until the address takes it. The answer tells what became of it. Scope: ``follows:write``."""
        return self._send("resendWebhookDelivery", "POST", "/v1/agent/webhooks/deliveries", body={"webhookId": webhook_id, "eventId": event_id}, repeatable=False)

    def ask_service(self, question: str, *, conversation_id: Optional[str] = None, idea_id: Optional[str] = None) -> AskAnswer:
        """Answer a research question from the corpus, with numbered citations. Answers what named shows said, each sentence with a marker into ``citations``. A question that asks whether to trade a security answers 200 with ``refused: true`` and spends nothing. ``coverage: low`` means thin coverage and must be said when relayed. Scope: ``ask:write``.

        question: A research question in plain words, about what was said on shows.
        conversation_id: Continues the conversation of an earlier answer.
        idea_id: Scopes the question to one idea.
        """
        return self._send("askService", "POST", "/v1/agent/ask", body={"question": question, "conversationId": conversation_id, "ideaId": idea_id}, repeatable=False)

    def delete_ask_history(self) -> ErasedHistory:
        """Erase every conversation and message of the account. Scope: ``ask:write``."""
        return self._send("deleteAskHistory", "DELETE", "/v1/agent/ask/history", repeatable=True)

    def get_daily_digest(self, *, date: Optional[str] = None, limit: Optional[int] = None) -> Digest:
        """The day in what the account follows. Ranked cards of the 24 hours that end at the end of ``date`` (now, when it is today); of 72 hours when those hold nothing personal. With nothing followed: the best of the day for everyone, a hint, and shows to start with. Spends no read. Scope: ``ideas:read``.

        date: UTC day to build as of; today when absent.
        limit: Cards to serve at most.
        """
        return self._send("getDailyDigest", "GET", "/v1/agent/digest", query={"date": date, "limit": limit}, repeatable=True)

    def list_follows(self) -> Follows:
        """Followed shows and tickers. Scope: ``follows:read``."""
        return self._send("listFollows", "GET", "/v1/agent/follows", repeatable=True)

    def follow_show(self, show_id: str, *, idempotency_key: Optional[str] = None) -> FollowResult:
        """Follow a show. Scope: ``follows:write``.

        show_id: Show id or slug.
        """
        return self._send("followShow", "POST", "/v1/agent/follows/shows", body={"showId": show_id}, repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def unfollow_show(self, show_id: str, *, idempotency_key: Optional[str] = None) -> FollowResult:
        """Unfollow a show. Scope: ``follows:write``.

        show_id: Show id or slug.
        """
        return self._send("unfollowShow", "DELETE", f"/v1/agent/follows/shows/{segment('show_id', show_id)}", repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def follow_ticker(self, symbol: str, *, idempotency_key: Optional[str] = None) -> FollowResult:
        """Follow a ticker. Scope: ``follows:write``.

        symbol: Ticker in any form: ``BRK.B``, ``BRK-B``, ``$BRK.B``.
        """
        return self._send("followTicker", "POST", "/v1/agent/follows/tickers", body={"symbol": symbol}, repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def unfollow_ticker(self, symbol: str, *, idempotency_key: Optional[str] = None) -> FollowResult:
        """Unfollow a ticker. Scope: ``follows:write``.

        symbol: Ticker in any form: ``BRK.B``, ``BRK-B``, ``$BRK.B``.
        """
        return self._send("unfollowTicker", "DELETE", f"/v1/agent/follows/tickers/{segment('symbol', symbol)}", repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def search_ideas(self, *, q: Optional[str] = None, ticker: Optional[str] = None, show_id: Optional[str] = None, theme: Optional[str] = None, min_depth: Optional[int] = None, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> IdeaCardPage:
        """Search ideas across the corpus. Cards by depth of argument, then air date, newest first. An unknown ticker, show or theme and an empty window answer 200 with the no-discussion sentence: a wrong filter looks like silence. Spends no read. Scope: ``ideas:read``.

        q: Free text over headline and thesis; on Premium also the full argument. A symbol also finds its ideas.
        ticker: ``BRK.B``, ``BRK-B`` and ``$BRK.B`` are one symbol.
        show_id: Id or slug of a show, as its cards have it. An unknown one finds nothing, as if nothing had been said.
        theme: Theme slug, as in the addresses of the page /themes. An unknown one finds nothing, as if nothing had been said.
        min_depth: Least depth of argument.
        from_: Air date on or after, UTC day. After ``to`` nothing is found.
        to: Air date on or before, UTC day.
        limit: Entries to serve at most.
        cursor: The nextCursor of the answer before, under the same filters.
        """
        return self._send("searchIdeas", "GET", "/v1/agent/ideas", query={"q": q, "ticker": ticker, "showId": show_id, "theme": theme, "minDepth": min_depth, "from": from_, "to": to, "limit": limit, "cursor": cursor}, repeatable=True)

    def search_ideas_all(self, *, q: Optional[str] = None, ticker: Optional[str] = None, show_id: Optional[str] = None, theme: Optional[str] = None, min_depth: Optional[int] = None, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[IdeaCard]:
        """Every entry of ``search_ideas``, page after page."""
        return self._entries(lambda at: self.search_ideas(q=q, ticker=ticker, show_id=show_id, theme=theme, min_depth=min_depth, from_=from_, to=to, limit=limit, cursor=at), "ideas", cursor)

    def get_idea(self, idea_id: str) -> IdeaFull:
        """Read one idea in full (metered). The full argument of one idea. The free plan opens 3 distinct ideas per UTC day; opening the same idea again that day is free. HEAD and an ``If-None-Match`` that still holds spend nothing. Scope: ``ideas:read``.

        idea_id: Idea id (uuid).
        """
        return self._send("getIdea", "GET", f"/v1/agent/ideas/{segment('idea_id', idea_id)}", repeatable=True)

    def get_idea_media(self, idea_id: str) -> IdeaMedia:
        """Quote an idea and the second it was said (Premium). One quote of at most the show's licensed length with a window of at most 90 seconds. Never a full transcript. Scope: ``media:read``.

        idea_id: Idea id (uuid).
        """
        return self._send("getIdeaMedia", "GET", f"/v1/agent/ideas/{segment('idea_id', idea_id)}/media", repeatable=True)

    def issue_corpus_key(self, email: str, *, purpose: Optional[str] = None) -> IssuedKey:
        """Issue a free-tier key for the two open corpus tools. No key is needed."""
        return self._send("issueCorpusKey", "POST", "/v1/agent/keys", body={"email": email, "purpose": purpose}, repeatable=False)

    def list_saves(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> IdeaCardPage:
        """Saved ideas, newest save first. Scope: ``saves:read``.

        limit: Entries to serve at most.
        cursor: The nextCursor of the answer before, under the same filters.
        """
        return self._send("listSaves", "GET", "/v1/agent/saves", query={"limit": limit, "cursor": cursor}, repeatable=True)

    def list_saves_all(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[IdeaCard]:
        """Every entry of ``list_saves``, page after page."""
        return self._entries(lambda at: self.list_saves(limit=limit, cursor=at), "ideas", cursor)

    def save_idea(self, idea_id: str, *, idempotency_key: Optional[str] = None) -> SaveResult:
        """Save an idea. Scope: ``saves:write``."""
        return self._send("saveIdea", "POST", "/v1/agent/saves", body={"ideaId": idea_id}, repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def unsave_idea(self, idea_id: str, *, idempotency_key: Optional[str] = None) -> SaveResult:
        """Remove a saved idea. Scope: ``saves:write``.

        idea_id: Idea id (uuid).
        """
        return self._send("unsaveIdea", "DELETE", f"/v1/agent/saves/{segment('idea_id', idea_id)}", repeatable=True, keyed=True, idempotency_key=idempotency_key)

    def list_shows(self, *, q: Optional[str] = None, recommended: Optional[bool] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> ShowPage:
        """List the indexed shows. The catalogue by name, or the starter set of eight. Cached for one hour. Scope: ``ideas:read``.

        q: The name contains this text.
        recommended: Only the starter set of eight.
        cursor: The nextCursor of the answer before, under the same filters.
        """
        return self._send("listShows", "GET", "/v1/agent/shows", query={"q": q, "recommended": recommended, "limit": limit, "cursor": cursor}, repeatable=True)

    def list_shows_all(self, *, q: Optional[str] = None, recommended: Optional[bool] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Show]:
        """Every entry of ``list_shows``, page after page."""
        return self._entries(lambda at: self.list_shows(q=q, recommended=recommended, limit=limit, cursor=at), "shows", cursor)

    def list_ticker_mentions(self, symbol: str, *, from_: Optional[str] = None, to: Optional[str] = None, min_depth: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> TickerMentions:
        """List what was said about a ticker, newest first. Cards of the ideas on one symbol by air date. A known symbol with nothing in the window is 200 with the no-discussion sentence. Spends no read. Scope: ``ideas:read``.

        symbol: ``BRK.B``, ``BRK-B`` and ``$BRK.B`` are one symbol.
        from_: Air date on or after, UTC day.
        to: Air date on or before, UTC day.
        min_depth: Least depth of argument.
        limit: Entries to serve at most.
        cursor: The nextCursor of the answer before, under the same filters.
        """
        return self._send("listTickerMentions", "GET", f"/v1/agent/tickers/{segment('symbol', symbol)}/mentions", query={"from": from_, "to": to, "minDepth": min_depth, "limit": limit, "cursor": cursor}, repeatable=True)

    def list_ticker_mentions_all(self, symbol: str, *, from_: Optional[str] = None, to: Optional[str] = None, min_depth: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[IdeaCard]:
        """Every entry of ``list_ticker_mentions``, page after page."""
        return self._entries(lambda at: self.list_ticker_mentions(symbol=symbol, from_=from_, to=to, min_depth=min_depth, limit=limit, cursor=at), "ideas", cursor)

    def get_thesis_history(self, *, ticker: Optional[str] = None, thesis_id: Optional[str] = None, show: Optional[str] = None, since: Optional[str] = None) -> ThesisHistory:
        """What named shows argued about a ticker over time. Theses are lines of argument on one subject, each with its attributed statements. Without a Premium account each thesis carries its latest statement, and ``historyLock`` says so; ``show`` and ``since`` then admit or drop that statement. Premium: the newest 50 statements per thesis, oldest first, with relations and transitions. Two sides within one episode are an argument between those who speak in it: ``disputes``; ``reverses`` is a show that takes the other side in a later episode. Give ``ticker`` or ``thesisId``; with ``show`` or ``since`` alone, the 20 theses most recently spoken of that pass. A key is optional and widens the rate bucket.

        ticker: ``BRK.B``, ``BRK-B`` and ``$BRK.B`` are one symbol.
        thesis_id: One thesis in depth, by the thesisId of an earlier answer.
        show: Part of a show’s name; one that no show has finds nothing, as if nothing had been said.
        since: Statements aired on or after this UTC day.
        """
        return self._send("getThesisHistory", "GET", "/v1/agent/thesis-history", query={"ticker": ticker, "thesisId": thesis_id, "show": show, "since": since}, repeatable=True)

    def get_ticker_stance_timeline(self, ticker: str, *, window: Optional[int] = None) -> StanceTimeline:
        """Weekly stance counts on a ticker by show, with changes of stance. Weeks start on Monday 00:00 UTC; weeks without ideas are listed with zeros. BALANCED and MIXED count as neutral; an idea whose stance is not told counts as ``notTold`` alone. A change of stance is between two episodes of a show, each by its last idea on the ticker whose stance is told; where both speakers are named and differ, another person took the other side; where one is null that is not known. Changes of stance need a Premium account: on every other answer ``stanceChanges`` is empty and ``stanceChangesLock`` is set. A key is optional and widens the rate bucket.

        ticker: ``BRK.B``, ``BRK-B`` and ``$BRK.B`` are one symbol.
        window: Lookback in days.
        """
        return self._send("getTickerStanceTimeline", "GET", "/v1/agent/ticker-stance-timeline", query={"ticker": ticker, "window": window}, repeatable=True)

    def get_open_api(self) -> Dict[str, Any]:
        """This description. The machine-readable description of this API. No key is needed."""
        return self._send("getOpenApi", "GET", "/v1/agent/openapi.json", repeatable=True)

    def mcp_health(self) -> McpHealth:
        """Whether the MCP server is up, and its tools. No key is needed."""
        return self._send("mcpHealth", "GET", "/v1/mcp/health", repeatable=True)

    def get_show_embed(self, slug: str) -> Embed:
        """Data of the show widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one."""
        return self._send("getShowEmbed", "GET", f"/v1/public/embed/show/{segment('slug', slug)}", repeatable=True)

    def get_episode_embed(self, id: str) -> Embed:
        """Data of the episode widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin. Served only once the show has opted in; otherwise 404, as for an unknown one."""
        return self._send("getEpisodeEmbed", "GET", f"/v1/public/embed/episode/{segment('id', id)}", repeatable=True)

    def get_ticker_embed(self, symbol: str) -> Embed:
        """Data of the ticker widget. Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin."""
        return self._send("getTickerEmbed", "GET", f"/v1/public/embed/ticker/{segment('symbol', symbol)}", repeatable=True)
