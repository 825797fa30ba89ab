import { z } from 'zod';

/** What a connector key may be made for (docs/contract.md, Scope). */
export const scopes = [
  'profile:read',
  'ideas:read',
  'follows:read',
  'follows:write',
  'saves:read',
  'saves:write',
  'ask:write',
  'media:read',
] as const;
export const scopeSchema = z.enum(scopes).meta({ id: 'Scope' });
export type Scope = z.infer<typeof scopeSchema>;

/** Scopes that change nothing and spend no question. */
export const readScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'));
