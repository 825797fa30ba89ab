import type { Scope } from '#server/api/scopes.ts';

/** What each scope allows, in words for an account holder. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'profile:read': 'see your plan and quotas',
  'ideas:read': 'read the digest, search, open ideas, list shows',
  'follows:read': 'see what you follow',
  'follows:write': 'follow and unfollow',
  'saves:read': 'see your saved ideas',
  'saves:write': 'save and remove ideas',
  'ask:write': 'ask questions, erase what was asked',
  'media:read': 'quote an idea and play where it was said (Premium)',
};
