import type { Theme } from './rules.ts';
import { AI_THEMES } from './table/ai.ts';
import { COMPUTE_THEMES } from './table/compute.ts';
import { ECONOMY_THEMES } from './table/economy.ts';
import { ENERGY_THEMES } from './table/energy.ts';
import { LIFE_THEMES } from './table/life.ts';
import { MACHINE_THEMES } from './table/machines.ts';
import { MONEY_THEMES } from './table/money.ts';
import { TECHNOLOGY_THEMES } from './table/technology.ts';

/** Every investment theme the extractor knows: how speakers name it, funds that hold it, listed companies it covers. */
export const THEMES: readonly Theme[] = [
  ...AI_THEMES,
  ...COMPUTE_THEMES,
  ...TECHNOLOGY_THEMES,
  ...MACHINE_THEMES,
  ...ENERGY_THEMES,
  ...MONEY_THEMES,
  ...ECONOMY_THEMES,
  ...LIFE_THEMES,
];
