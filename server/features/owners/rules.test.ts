import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountActor,
  addressDigest,
  isBacked,
  maskedAddress,
  mayRemove,
  OPERATOR,
  proofElement,
  quoteLengthAllowed,
  rightsDiff,
  tokensIn,
  whatChanged,
  whoActed,
} from '#server/features/owners/rules.ts';
import { parseFeed } from '#server/feeds/parse.ts';

const rights = { embedEnabled: false, mediaEnabled: true, quoteChars: 280 };

describe('the proof in a feed', () => {
  it('is found where the element we hand out is put into the channel, and nowhere else', () => {
    const token = '0123456789abcdef0123456789abcdef';
    const feed = (channel: string, item: string) =>
      parseFeed(
        Buffer.from(
          `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A</title>${channel}<item><title>B</title>${item}</item></channel></rss>`,
        ),
        { contentType: null, url: null },
      );
    const read = (channel: string, item: string) => {
      const parsed = feed(channel, item);
      return parsed.ok ? tokensIn(parsed.feed.show.txt) : null;
    };
    expect(read(proofElement(token), '')).toEqual([token]);
    expect(read('', proofElement(token))).toEqual([]);
    expect(read(`<description>${proofElement(token)}</description>`, '')).toEqual([]);
  });

  it('needs the purpose "verify" and our own mark', () => {
    expect(tokensIn([{ purpose: null, value: 'earmark-verify=a' }])).toEqual([]);
    expect(tokensIn([{ purpose: 'verify', value: 'S6lpp-7ZCn8-dZfGc-OoyaG' }])).toEqual([]);
    expect(tokensIn([{ purpose: 'Verify', value: ' earmark-verify=a ' }])).toEqual(['a']);
  });

  it('backs a claim while the feed holds it', () => {
    const byFeed = { method: 'feed', token: 'a', addressHash: null } as const;
    const byMail = { method: 'mail', token: 'b', addressHash: addressDigest('Jane@Show.example') } as const;
    const feedTxt = [{ purpose: 'verify', value: 'earmark-verify=a' }];
    expect(isBacked(byFeed, { ownerEmail: null, feedTxt })).toBe(true);
    expect(isBacked(byFeed, { ownerEmail: null, feedTxt: [] })).toBe(false);
    expect(isBacked(byMail, { ownerEmail: 'jane@show.example', feedTxt: [] })).toBe(true);
    expect(isBacked(byMail, { ownerEmail: 'new@show.example', feedTxt: [] })).toBe(false);
    expect(isBacked(byMail, { ownerEmail: null, feedTxt: [] })).toBe(false);
  });
});

describe('an owner', () => {
  it('may end the claim of another only when the feed backs theirs and not the other', () => {
    const [yes, no] = [{ backed: true }, { backed: false }];
    expect(mayRemove(yes, no)).toBe(true);
    for (const [own, other] of [
      [yes, yes],
      [no, no],
      [no, yes],
    ] as const)
      expect(mayRemove(own, other)).toBe(false);
  });

  it('may choose quotes of 60 to 1000 characters, and leave what an operator set', () => {
    expect([59, 60, 1000, 1001].map((length) => quoteLengthAllowed(length, 280))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(quoteLengthAllowed(2000, 2000)).toBe(true);
  });
});

describe('a masked address', () => {
  it('shows one letter of a name at most, none of a short one', () => {
    expect(maskedAddress('jane@show.example')).toBe('j…@show.example');
    expect(maskedAddress('jd@show.example')).toBe('…@show.example');
  });

  it('never tells the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z.]{1,30}$/), (name) => {
        const [shown] = maskedAddress(`${name}@x.example`).split('@');
        expect([...shown!].filter((letter) => letter !== '…').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the audit trail', () => {
  it('keeps what changed from what, and nothing else', () => {
    expect(rightsDiff(rights, { embedEnabled: true, mediaEnabled: true })).toEqual({
      embedEnabled: { from: false, to: true },
    });
    expect(rightsDiff(rights, { ...rights })).toBeNull();
    expect(rightsDiff(rights, {})).toBeNull();
  });

  it('says who without naming anybody', () => {
    const who = (actor: string) => whoActed(actor, 'me', ['me', 'they']);
    expect(who(OPERATOR)).toBe('an operator');
    expect(who(accountActor('me'))).toBe('you');
    expect(who(accountActor('they'))).toBe('another owner');
    expect(who(accountActor('gone'))).toBe('a former owner');
  });

  it('reads as sentences', () => {
    const nameOf = (actor: string) => whoActed(actor, 'me', ['me']);
    expect(
      whatChanged({ embedEnabled: { from: false, to: true }, quoteChars: { from: null, to: 120 } }, nameOf),
    ).toBe('Embeds from off to on. Longest quote to 120 characters');
    expect(whatChanged({ owner: { from: null, to: accountActor('me') } }, nameOf)).toBe(
      'You became an owner',
    );
    expect(whatChanged({ owner: { from: accountActor('x'), to: null } }, nameOf)).toBe(
      'An account is no longer an owner',
    );
  });
});
