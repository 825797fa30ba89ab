import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedPath, safePath, signInMail } from '#server/features/accounts/signin/rules.ts';

describe('the page that was asked for', () => {
  it.each([
    ['/settings/follows', '/settings/follows'],
    ['/settings/connectors/1?status=429&cursor=a%20b', '/settings/connectors/1?status=429&cursor=a%20b'],
    ['/settings/follows?_rsc=1a2b3', '/settings/follows'],
    ['/settings/shows?find=margin+notes&_rsc=1a2b3', '/settings/shows?find=margin+notes'],
    ['//evil.example/settings/follows', '/'],
  ])('is the address without what scripts add to it, and never of another site: %s', (address, page) => {
    expect(askedPath(address)).toBe(page);
  });
});

describe('the page to go on to after signing in', () => {
  it('keeps a path of this site with its query', () => {
    expect(safePath('/ideas/1?x=2')).toBe('/ideas/1?x=2');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'evil',
    '',
  ])('does not lead elsewhere: %j', (asked) => {
    expect(safePath(asked)).toBe('/');
  });

  it('stays on this site whatever is asked', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .array(fc.constantFrom('/', '\\', '.', '..', '%2e', '%2f', ':', '@', '\t', 'e', '?', '#'), {
          maxLength: 8,
        })
        .map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(texts, (asked) => {
        const path = safePath(asked);
        expect(path.startsWith('/')).toBe(true);
        expect(new URL(path, 'https://earmark.test').origin).toBe('https://earmark.test');
      }),
    );
  });
});

describe('the sign-in mail', () => {
  it('leads to the page with the button, not to the address that signs in', () => {
    const { text } = signInMail('https://earmark.test', {
      email: 'a+b@example.org',
      token: 'tok',
      next: '/saved',
    });
    const link = new URL(/https:\S+/.exec(text)![0]);
    expect(link.pathname).toBe('/sign-in/confirm');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      email: 'a+b@example.org',
      token: 'tok',
      next: '/saved',
    });
  });
});
