import { describe, expect, it } from 'vitest';
import { isNamedBeside } from './subject.ts';

/** A sentence as a card on Halyard. */
const isBeside = (text: string) =>
  isNamedBeside({
    line: { sentence: { text } },
    subject: 'company:halyard',
    mentions: [...text.matchAll(/Halyard/g)].map(({ index }) => ({
      start: index,
      end: index + 'Halyard'.length,
      subject: { kind: 'company', key: 'halyard' },
    })),
  } as unknown as Parameters<typeof isNamedBeside>[0]);

describe('isNamedBeside', () => {
  it.each([
    'Unlike Halyard, the new foundry has a real moat.',
    'And unlike most of Halyard, that foundry has a real moat.',
    'Unlike Brisket and Halyard, the new foundry owns its ore.',
    'The sales are a little bit smaller than the Halyard business.',
    'The new valve is much more expensive than Halyard charges for its own.',
    'I do not think the new valve is as strong as Halyard at the moment.',
    'They have the better product compared to Halyard.',
    "Their growth is frankly comparable to Halyard's without all of the debt.",
    'The advertising they did was very different than Halyard advertising today.',
    'I think they are going to be the next Halyard that just stays private.',
    'Right now they are literally trying to become Halyard.',
    'I think they have a large position in Halyard.',
    "So I don't think the risk is Halyard.",
  ])('holds where another is measured by the subject: %s', (text) => {
    expect(isBeside(text)).toBe(true);
  });

  it.each([
    'Halyard is smaller than the Brisket business, and far better run.',
    'Unlike Halyard, Brisket pays for its ore, which is why Halyard wins.',
    'Nothing in this trade is cheaper than Halyard.',
    "I can't think of a better business than Halyard.",
    'Nobody in this trade is as patient as Halyard.',
    'Other than Halyard, I would not own a valve maker.',
    'Brisket is cheaper than Halyard, which is worth every cent of it.',
    'As long as Halyard keeps its customers, it will keep its prices.',
    'I think the next Halyard valve will sell out within a week.',
    'I have a large position in Halyard.',
    "I don't think the risk is that Halyard loses its ore.",
    'The foundry will become Halyard property, which is worth the price.',
    'The growth of Halyard is unlike anything in this trade.',
    'Brisket trades lower than at its last sale, and Halyard trades above it.',
    'Brisket trades lower than the last sale, and Halyard trades above it.',
  ])('does not hold where the sentence is about the subject: %s', (text) => {
    expect(isBeside(text)).toBe(false);
  });
});
