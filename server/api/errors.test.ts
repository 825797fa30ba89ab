import { describe, expect, it } from 'vitest';
import {
  type ErrorCode,
  errorCodes,
  errorTable,
  Refusal,
  refusalOf,
  renderRefusal,
} from '#server/api/errors.ts';

const WEB = 'https://earmark.test';
const withStatus = (status: number) => errorCodes.filter((code) => errorTable[code].status === status);

describe('the error table', () => {
  it('gives every 402 an upgradeUrl and a help article', () => {
    for (const code of withStatus(402)) {
      const { status, body } = renderRefusal(new Refusal(code), WEB);
      expect(status).toBe(402);
      expect(body).toMatchObject({
        error: code,
        upgradeUrl: `${WEB}/pricing?utm_source=agent`,
        helpUrl: expect.stringContaining(`${WEB}/help/`),
      });
    }
    expect(withStatus(402)).toHaveLength(5);
  });

  it('gives 401 and 403 the settings page, and other refusals none', () => {
    const settingsUrl = (code: ErrorCode) => renderRefusal(new Refusal(code), WEB).body.settingsUrl;
    expect(settingsUrl('unauthorized')).toBe(`${WEB}/settings/connectors`);
    expect(settingsUrl('forbidden_scope')).toBe(`${WEB}/settings/connectors`);
    expect(settingsUrl('not_found')).toBeUndefined();
  });

  it('says when to retry in the header and the body alike', () => {
    const { headers, body } = renderRefusal(new Refusal('rate_limited', { retryAfterSeconds: 17 }), WEB);
    expect(headers['Retry-After']).toBe('17');
    expect(body.retryAfterSeconds).toBe(17);
  });

  it('speaks in one sentence', () => {
    for (const code of errorCodes) expect(errorTable[code].message).toMatch(/^[A-Z][^.!?]*\.$/);
  });

  it('finds a refusal however a library wrapped it', () => {
    const refusal = new Refusal('not_found');
    expect(refusalOf(new Error('outer', { cause: new Error('inner', { cause: refusal }) }))).toBe(refusal);
    expect(refusalOf(new Error('other'))).toBeNull();
  });
});
