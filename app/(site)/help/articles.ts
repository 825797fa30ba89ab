import { corpusKeysADay, freeLimits, MAX_ACTIVE_KEYS } from '#server/api/limits.ts';

export type Article = {
  readonly title: string;
  /** One sentence for lists and search engines. */
  readonly about: string;
  readonly parts: readonly Part[];
  readonly links: readonly (readonly [href: string, name: string])[];
};

export type Part = {
  readonly heading?: string;
  readonly text?: readonly string[];
  /** What to do, in this order. */
  readonly steps?: readonly string[];
};

/** An article for every refusal that a person can fix, by its slug in the error table (`server/api/errors.ts`). */
export const articles = {
  'connector-keys': {
    title: 'A key is missing or not accepted',
    about: 'Error unauthorized (401): how keys are made, sent, and how they end.',
    parts: [
      {
        text: [
          'The call carried no key, or one that is unknown, revoked or past its life. Trying again with the same key does not help: make a new one under Connectors and put it in the place of the old one.',
        ],
      },
      {
        heading: 'How to send it',
        text: [
          'As the header “Authorization: Bearer” followed by the key. A client that cannot set that header may send the key as “x-service-api-key”.',
          'The whole key is needed, from “emk_” to its last character. It is shown once, when it is made; only its first characters can be seen later.',
        ],
      },
      {
        heading: 'From where it is taken',
        text: [
          'A key may be limited to addresses under Connectors. A call from elsewhere is refused as if there were no such key; it stands with status 401 in the list of the key’s requests.',
        ],
      },
      {
        heading: 'How a key ends',
        text: [
          'A year after it was made, or after ninety days without a call, whichever is first. The first call past that is told “reason: expired”, later ones are refused like any unknown key. You can also revoke it at any time, or replace it with 24 hours of overlap.',
        ],
      },
    ],
    links: [['/settings/connectors', 'Your connector keys']],
  },
  scopes: {
    title: 'The key lacks a scope',
    about: 'Error forbidden_scope (403): what each scope allows and how to add one.',
    parts: [
      {
        text: [
          'The answer names the scope in “missingScope”. A key keeps the scopes it was made with: make a new key that has the scope too, then revoke the old one.',
          'A free-tier key (it starts with “emk_free_”) holds no scopes at all. It widens the rate limit of the two open corpus tools and opens nothing personal.',
        ],
      },
      {
        heading: 'What each scope allows',
        text: [
          'profile:read shows plan, quotas and the key itself. ideas:read opens digest, search, full ideas, ticker mentions and shows. media:read opens quotes with their moment. follows:read and follows:write list and change what you follow. saves:read and saves:write list and change saved ideas. ask:write asks questions and erases their history.',
        ],
      },
    ],
    links: [['/settings/connectors', 'Make a key with other scopes']],
  },
  'browser-origins': {
    title: 'A browser origin is not allowed',
    about: 'Error origin_not_allowed (403): which web pages may call the MCP endpoint.',
    parts: [
      {
        text: [
          'A web page called the MCP endpoint from an address that is not on the allowlist. Keys do not belong in web pages: whoever opens the page can read them. Call from a server or a desktop client, which send no origin and are accepted.',
          'If you run this deployment, add the origin to the setting EARMARK_ALLOWED_ORIGINS.',
        ],
      },
    ],
    links: [['/docs/mcp', 'MCP guide']],
  },
  'idea-read-limit': {
    title: 'The day’s full ideas are used up',
    about: 'Error idea_read_limit (402): how full reads are counted.',
    parts: [
      {
        text: [
          `The free plan opens ${freeLimits.ideaReads} different ideas in full per UTC day, over pages, REST and MCP together. The count starts anew at 00:00 UTC; the answer says when in “resetsAt”.`,
          'Opening the same idea again on the same day is free. Lists, search, the digest and the card that comes with this refusal never count. An answer “304 Not Modified” and a request for headers alone spend nothing.',
        ],
      },
    ],
    links: [
      ['/settings/plan', 'What you have used'],
      ['/pricing', 'Premium has no such limit'],
    ],
  },
  'ask-limit': {
    title: 'The day’s questions are used up',
    about: 'Error ask_limit (402): how questions are counted.',
    parts: [
      {
        text: [
          `The free plan answers ${freeLimits.asks} questions per UTC day, over pages, REST and MCP together. The count starts anew at 00:00 UTC.`,
          'A question about whether to trade is refused and spends nothing, nor does a text that asks nothing. A question whose answer could not be completed is given back.',
        ],
      },
    ],
    links: [
      ['/settings/plan', 'What you have used'],
      ['/pricing', 'Premium has no such limit'],
    ],
  },
  'follow-limit': {
    title: 'No room for another follow',
    about: 'Error follow_limit (402): how many shows and tickers the free plan follows.',
    parts: [
      {
        text: [
          `The free plan follows up to ${freeLimits.followedShows} shows and ${freeLimits.followedTickers} tickers. Unfollow one to make room, or see Premium. Following something you follow already changes nothing and is never refused.`,
        ],
      },
    ],
    links: [
      ['/settings/follows', 'What you follow'],
      ['/pricing', 'Premium has no such limit'],
    ],
  },
  'save-limit': {
    title: 'No room for another saved idea',
    about: 'Error save_limit (402): how many ideas the free plan keeps.',
    parts: [
      {
        text: [
          `The free plan keeps ${freeLimits.savedIdeas} saved ideas. Remove one to make room, or see Premium. An idea that was replaced by a later reading stays saved and counts.`,
        ],
      },
    ],
    links: [
      ['/saved', 'Your saved ideas'],
      ['/pricing', 'Premium has no such limit'],
    ],
  },
  premium: {
    title: 'This is part of Premium',
    about: 'Error premium_required (402): what only Premium opens.',
    parts: [
      {
        text: [
          'The quote of an idea with its second and where to hear it is part of Premium, within what each show permits to quote. So are the earlier statements of a thesis and the moments at which a show changed its side; those answers are not refused, they say what they withhold.',
          'The plan is read from the account on every call: after an upgrade the same key works at once.',
        ],
      },
    ],
    links: [['/pricing', 'What Premium adds']],
  },
  'key-limit': {
    title: 'Too many keys',
    about: 'Error key_limit: how many keys an account, an address and an e-mail may have.',
    parts: [
      {
        text: [
          `An account may have ${MAX_ACTIVE_KEYS} active connector keys. Revoke one that is no longer used, then make the new one. A key that was replaced does not count while it runs out.`,
          `Free-tier keys are limited to ${corpusKeysADay.perEmail} per e-mail and ${corpusKeysADay.perAddress} per network address in a UTC day. They stay good: use one you have, or wait until midnight UTC.`,
        ],
      },
    ],
    links: [['/settings/connectors', 'Your connector keys']],
  },
} as const satisfies Record<string, Article>;
