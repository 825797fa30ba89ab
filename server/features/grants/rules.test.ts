import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  grantIdOf,
  isAccessTokenText,
  isSafeRedirect,
  recordId,
  redirectHost,
  shownName,
  staysOnComputer,
} from '#server/features/grants/rules.ts';

describe('an address that codes may be sent to', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1:33418/',
    'http://localhost/callback',
    'http://[::1]:8000/callback',
    'https://localhost:8443/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'vscode://earmark.mcp/callback',
    'claude://oauth',
    'com.example.app:/oauth2redirect',
  ])('is %s', (address) => {
    expect(isSafeRedirect(address)).toBe(true);
  });

  it.each([
    'http://client.example/callback',
    'http://127.0.0.1.evil.example/',
    'https://user:word@client.example/',
    'https://client.example/#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'intent://scan/#Intent;scheme=http;end',
    'intent://scan/',
    'smb://files.example/share',
    'ms-msdt:x',
    'ms-word://open/x',
    'search-ms://query',
    'x-apple.systempreferences:x',
    'chrome-extension://abcdef/callback',
    'jar:https://client.example/a.jar!/x',
    'view-source:https://client.example/',
    'foo:bar',
    'https:client.example',
    'https:/client.example/',
    'https:///client.example/',
    'https:\\\\client.example\\',
    'http:127.0.0.1',
    'https://*.client.example/callback',
    'not an address',
  ])('is not %s', (address) => {
    expect(isSafeRedirect(address)).toBe(false);
  });

  it('stays on the reader’s own computer, or leads to somebody else', () => {
    for (const address of [
      'http://127.0.0.1:33418/',
      'http://[::1]/x',
      'cursor://x/cb',
      'com.example.app:/cb',
    ])
      expect([address, staysOnComputer(address)]).toEqual([address, true]);
    for (const address of ['https://client.example/cb', 'http://client.example/', 'undefined', ''])
      expect([address, staysOnComputer(address)]).toEqual([address, false]);
  });

  it('is told by its host, this computer or its scheme', () => {
    expect(redirectHost('https://claude.ai/x')).toBe('claude.ai');
    expect(redirectHost('http://[::1]:8000/x')).toBe('an application on this computer');
    expect(redirectHost('cursor://oauth/callback')).toBe('cursor:');
  });
});

describe('the name that a client gives itself', () => {
  it('is one line, and turns no words around it', () => {
    expect(shownName('Claude\u202e gnp.\u200b\u0000\nis\u2028 it')).toBe('Claude gnp. is it');
    expect(shownName(' \u200b ')).toBeNull();
    expect(shownName(undefined)).toBeNull();
    expect(shownName('a'.repeat(500))).toHaveLength(80);
    expect(shownName('מחקר')).toBe('מחקר');
  });
});

describe('the name of a record', () => {
  it('is a hash for what opens something, so that the row opens nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{43}$/), (text) => {
        expect(isAccessTokenText(text)).toBe(true);
        for (const kind of ['AccessToken', 'RefreshToken', 'AuthorizationCode'])
          expect(recordId(kind, text)).not.toContain(text);
      }),
    );
  });
});

describe('the id of a grant', () => {
  it('is one UUID for each request and account', () => {
    fc.assert(
      fc.property(fc.string(), fc.uuid(), fc.uuid(), (request, account, other) => {
        const id = grantIdOf(request, account);
        expect(z.uuid().safeParse(id).success).toBe(true);
        expect(grantIdOf(request, account)).toBe(id);
        expect(grantIdOf(request, other) === id).toBe(account === other);
      }),
    );
  });
});
