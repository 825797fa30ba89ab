import type { Theme } from '#server/linking/themes/rules.ts';
import { theme } from './entry.ts';

/** Energy, materials and the land. */
export const ENERGY_THEMES: readonly Theme[] = [
  theme(
    'nuclear',
    'Nuclear power',
    'nuclear, nuclear power, nuclear energy, small modular reactors, smrs, fission, reactors, nuclear reactors, nuclear plant, nuclear plants, nuclear reactor, modular reactors, modular reactor, nuclear fission',
    ['NLR', 'URA'],
    'CCJ CEG VST OKLO SMR LEU',
  ),
  theme('fusion', 'Fusion energy', 'fusion, fusion energy, nuclear fusion', ['NLR'], ''),
  theme('uranium', 'Uranium', 'uranium', ['URA'], 'CCJ UEC UUUU'),
  theme(
    'power-grid',
    'Power and the grid',
    'power grid, the grid, electricity demand, power demand, energy demand, turbines, gas turbines, transformers, electricity prices, power generation, energy bottleneck, electricity, power prices, power plants, power plant, power producers, grid capacity, grid connection, grid connections, electric grid, electrical grid, energy grid, energy production, power shortage, gigawatts of power, energy prices, energy supply, energy costs',
    ['GRID', 'XLU'],
    'GEV ETN VST CEG PWR',
  ),
  theme('utilities', 'Utilities', 'utilities, utility stocks', ['XLU'], 'NEE DUK SO'),
  theme('solar', 'Solar', 'solar panels, solar power, solar energy', ['TAN', 'ICLN'], 'FSLR ENPH RUN'),
  theme(
    'batteries',
    'Batteries',
    'batteries, battery, battery storage, energy storage, lithium ion, battery pack, lithium iron phosphate, grid-scale batteries',
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
  theme(
    'agriculture',
    'Agriculture',
    'farmland, agriculture, farming industry, farmers, farming, crop prices',
    ['MOO', 'DBA'],
    'DE CTVA',
  ),
  theme('water', 'Water', 'water scarcity, water utilities, water infrastructure', ['PHO'], 'AWK XYL'),
];
