import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadUniverse } from '#server/linking/universe.ts';
import { findThemes, themeBySlug, themesCovering } from './rules.ts';
import { FUNDS } from './table/funds.ts';
import { THEMES } from './table.ts';

describe('themes', () => {
  it('have slugs of their own, spoken forms of their own and at least one fund', () => {
    const slugs = THEMES.map((theme) => theme.slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const forms = THEMES.flatMap((theme) => theme.spoken);
    expect(new Set(forms).size).toBe(forms.length);
    for (const theme of THEMES) expect(theme.etfs.length).toBeGreaterThan(0);
  });

  it('have funds that are known by their symbol, under the same name', () => {
    const { bySymbol } = loadUniverse();
    const apart = Object.entries(FUNDS).filter(([symbol, name]) => bySymbol(symbol)?.name !== name);
    expect(apart).toEqual([]);
  });

  it('are found by what speakers say, the longest form first', () => {
    const found = findThemes('AI coding is not the AI bubble, and neo-clouds rent GPUs.');
    expect(found.map((mention) => mention.theme.slug)).toEqual([
      'ai-coding',
      'ai-bubble',
      'neoclouds',
      'ai-chips',
    ]);
  });

  it('are not found inside other words', () => {
    expect(findThemes('She said the aisle was maintained.')).toEqual([]);
  });

  it('are found with or without the hyphen that a transcript may leave out', () => {
    const found = findThemes('Short term rentals, neo clouds on-prem or self hosted.');
    expect(found.map((mention) => mention.theme.slug)).toEqual([
      'short-term-rentals',
      'neoclouds',
      'on-prem-ai',
      'on-prem-ai',
    ]);
  });

  it('are not found in phrases in which their word means something else', () => {
    expect(findThemes('A joint venture has the luxury of a nuclear option.')).toEqual([]);
    expect(findThemes('A venture fund bought nuclear plants.').map((mention) => mention.theme.slug)).toEqual([
      'venture-funds',
      'nuclear',
    ]);
  });

  it.each([
    'It hit us like a freight train, and it spread like electricity.',
    'We did the plumbing, and then the plumbing of the system.',
    'My insurance agent has an insurance policy for it.',
    'That was the bottom of the barrel in the current climate.',
    'She is a free agent, and the FBI agents know it.',
    'He went to the hardware store and the facebook marketplace.',
    'A surrogate model, a quantum leap, and the drone of a fan.',
    'It is a cast of transformers on television.',
  ])('are not found in idioms: %s', (text) => {
    expect(findThemes(text)).toEqual([]);
  });

  it.each([
    ['AI roll-ups buy accounting firms.', ['ai-roll-ups', 'accounting']],
    ['Software multiples fell below memory prices.', ['software-multiples', 'memory-chips']],
    [
      'Seed rounds of mega funds end in down rounds.',
      ['seed-investing', 'venture-funds', 'startup-valuations'],
    ],
    [
      'Robotaxis need satellites, and missiles need rocket motors.',
      ['robotaxis', 'satellites', 'weapons-production', 'weapons-production'],
    ],
    ['Power plants make electricity prices.', ['power-generation', 'electricity-prices']],
    ['50-year mortgages and housing supply.', ['mortgages', 'housing-supply']],
    ['Law firms with a billable hour.', ['law-firms', 'law-firms']],
  ])('are told apart: %s', (text, slugs) => {
    expect(findThemes(text).map(({ theme }) => theme.slug)).toEqual(slugs);
  });

  it('are named as narrowly as they are said', () => {
    const found = findThemes('AI voice agents, memory stocks, venture debt and secondaries.');
    expect(found.map((mention) => mention.theme.name)).toEqual([
      'AI voice agents',
      'Memory chips',
      'Venture debt',
      'Secondaries',
    ]);
  });

  it('are looked up by slug and by what they cover', () => {
    expect(themeBySlug('uranium')?.name).toBe('Uranium');
    expect(themeBySlug('nothing')).toBeNull();
    expect(themesCovering('CCJ').map((theme) => theme.slug)).toContain('uranium');
    expect(themesCovering('SMH').map((theme) => theme.slug)).toContain('semiconductors');
  });

  const listed = new URL('../../../../shared/data/tickers/', import.meta.url);
  const present = existsSync(listed);
  if (!present) console.warn('themes: skipped the check against ../shared/data/tickers, which is absent');
  it.skipIf(!present)('name funds that the exchanges list', () => {
    const rows = ['nasdaq-listed-symbols.csv', 'other-listed.csv'].map((file) =>
      readFileSync(new URL(file, listed), 'utf8'),
    );
    const symbols = new Set(rows.flatMap((text) => text.split('\n').map((row) => row.split(',')[0])));
    for (const theme of THEMES) for (const fund of theme.etfs) expect(symbols).toContain(fund.symbol);
  });
});
