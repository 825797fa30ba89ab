import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSlug } from '#server/ingest/slug.ts';

describe('a slug', () => {
  it.each([
    ["Sam's Café & Markets!", 'sams-cafe-and-markets'],
    ['  20VC — The Show  ', '20vc-the-show'],
    ['投資', 'show'],
    // By its own form an id names another show.
    ['0DD0C0DE-0000-4000-8000-000000000001', 'show-0dd0c0de-0000-4000-8000-000000000001'],
  ])('of %s is %s', (name, slug) => expect(showSlug(name)).toBe(slug));

  it('is always one path segment, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = showSlug(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(showSlug(slug)).toBe(slug);
      }),
    );
  });
});
