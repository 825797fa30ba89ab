import type { Theme } from '../rules.ts';
import { theme } from './entry.ts';

/** Energy, materials and the land. */
export const ENERGY_THEMES: readonly Theme[] = [
  theme(
    'nuclear',
    'Nuclear energy',
    'nuclear, nuclear power, nuclear energy, small modular reactors, smrs, fission, reactors, nuclear reactors',
    ['NLR', 'URA'],
    'CCJ CEG VST OKLO SMR LEU',
  ),
  theme('fusion', 'Fusion energy', 'fusion, fusion energy, nuclear fusion', ['NLR'], ''),
  theme('uranium', 'Uranium', 'uranium', ['URA'], 'CCJ UEC UUUU'),
  theme(
    'power-grid',
    'Power and the grid',
    'power grid, the grid, electricity demand, power demand, energy demand, turbines, gas turbines, transformers, electricity prices, power generation, energy bottleneck',
    ['GRID', 'XLU'],
    'GEV ETN VST CEG PWR',
  ),
  theme('utilities', 'Utilities', 'utilities, utility stocks', ['XLU'], 'NEE DUK SO'),
  theme('solar', 'Solar', 'solar panels, solar power, solar energy', ['TAN', 'ICLN'], 'FSLR ENPH RUN'),
  theme(
    'batteries',
    'Batteries',
    'batteries, battery, battery storage, energy storage, lithium ion',
    ['LIT', 'BATT'],
    'TSLA ALB FLNC',
  ),
  theme(
    'clean-energy',
    'Clean energy',
    'clean energy, renewables, renewable energy, wind power, climate tech, climate',
    ['ICLN', 'QCLN'],
    'NEE FSLR',
  ),
  theme(
    'oil',
    'Oil',
    'oil prices, crude, crude oil, brent, oil companies, barrel',
    ['XLE', 'XOP'],
    'XOM CVX COP OXY',
  ),
  theme('natural-gas', 'Natural gas', 'natural gas, lng, nat gas', ['UNG'], 'EQT LNG'),
  theme(
    'gold',
    'Gold',
    'gold prices, gold price, gold miners, gold as, gold is, own gold, buy gold, buying gold, in gold, bullion, price of gold',
    ['GLD', 'GDX'],
    'GLD NEM',
  ),
  theme(
    'silver',
    'Silver',
    'silver prices, silver price, own silver, price of silver',
    ['SLV', 'SIL'],
    'SLV',
  ),
  theme('copper', 'Copper', 'copper', ['COPX'], 'FCX SCCO'),
  theme('lithium', 'Lithium', 'lithium', ['LIT'], 'ALB SQM'),
  theme('rare-earths', 'Rare earths', 'rare earth, rare earths, critical minerals', ['REMX'], 'MP'),
  theme('agriculture', 'Agriculture', 'farmland, agriculture, farming industry', ['MOO', 'DBA'], 'DE CTVA'),
  theme('water', 'Water', 'water scarcity, water utilities, water infrastructure', ['PHO'], 'AWK XYL'),
];
