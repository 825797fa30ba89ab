import { AI_THEMES } from '#server/linking/themes/table/ai.ts';
import { COMPUTE_THEMES } from '#server/linking/themes/table/compute.ts';
import { ECONOMY_THEMES } from '#server/linking/themes/table/economy.ts';
import { ENERGY_THEMES } from '#server/linking/themes/table/energy.ts';
import { EVERYDAY_THEMES } from '#server/linking/themes/table/everyday.ts';
import { INVESTING_THEMES } from '#server/linking/themes/table/investing.ts';
import { LIFE_THEMES } from '#server/linking/themes/table/life.ts';
import { LIVING_THEMES } from '#server/linking/themes/table/living.ts';
import { MACHINE_THEMES } from '#server/linking/themes/table/machines.ts';
import { MONEY_THEMES } from '#server/linking/themes/table/money.ts';
import { TECHNOLOGY_THEMES } from '#server/linking/themes/table/technology.ts';
import type { Theme } from './table/entry.ts';

/** Every known investment theme, with its spoken forms, sector vehicles and listed companies. */
export const THEMES: readonly Theme[] = [
  ...AI_THEMES,
  ...COMPUTE_THEMES,
  ...TECHNOLOGY_THEMES,
  ...MACHINE_THEMES,
  ...ENERGY_THEMES,
  ...MONEY_THEMES,
  ...ECONOMY_THEMES,
  ...LIFE_THEMES,
  ...LIVING_THEMES,
  ...INVESTING_THEMES,
  ...EVERYDAY_THEMES,
];
