import type { Theme } from '#server/linking/themes/rules.ts';
import { theme } from './entry.ts';

/** What computing runs on: chips, data centers and clouds. */
export const COMPUTE_THEMES: readonly Theme[] = [
  theme(
    'semiconductors',
    'Semiconductors',
    'semiconductor, semiconductors, semiconductor supply chain, chip companies, chip stocks, chip supply chain, chipmakers, chip makers, semis, chip industry, semi cap, semicap, wafer fab equipment, logic wafers, chip manufacturing, chip fabs, semiconductor fabs, lithography, wafers, foundry, foundries',
    ['SMH', 'SOXX'],
    'NVDA AMD AVGO INTC TSM QCOM TXN ASML AMAT LRCX KLAC MRVL ARM',
  ),
  theme(
    'memory-chips',
    'Memory chips',
    'memory vendors, memory makers, memory prices, memory chips, memory companies, high bandwidth memory, hbm, dram, nand, memory chip, memory business, memory market, memory industry, memory cycle, memory supply, memory shortage, memory stocks, memory costs, memory pricing, memory crunch, flash memory',
    ['DRAM', 'SMH'],
    'MU SNDK WDC STX',
  ),
  theme(
    'ai-chips',
    'AI chips',
    'ai chips, ai chip, custom silicon, tpus, asics, accelerators, ai accelerators, inference chips, gpus, trainium, jalapeno chips',
    ['SMH', 'SOXX'],
    'NVDA AMD AVGO MRVL TSM',
  ),
  theme(
    'ai-networking',
    'AI networking',
    'ai networking, networking silicon, infra networking, optical networking, interconnects, co-packaged optics',
    ['SMH', 'XTN'],
    'ANET AVGO MRVL CSCO CIEN COHR LITE',
  ),
  theme(
    'ai-infrastructure',
    'AI infrastructure',
    'ai infrastructure, ai infra, compute infrastructure, ai buildout, ai build out, ai build-out, infrastructure buildout, compute buildout',
    ['DTCR', 'SMH'],
    'NVDA AVGO VRT ANET ORCL CRWV DELL',
  ),
  theme(
    'data-centers',
    'Data centers',
    'data center, data centers, datacenter, datacenters, data center construction, data centers in space, space data centers, orbital data centers, data center buildout, data center build-out',
    ['DTCR', 'SRVR'],
    'EQIX DLR VRT ETN CRWV ORCL',
  ),
  theme(
    'ai-capex',
    'AI capex',
    'ai capex, ai capital expenditure, ai capital expenditures, capex spend, hyperscaler capex, ai spending, ai spend, capex, ai investment cycle, data center spending, data center capex',
    ['SMH', 'DTCR'],
    'NVDA MSFT GOOGL AMZN META ORCL',
  ),
  theme(
    'hyperscalers',
    'Hyperscalers',
    'hyperscaler, hyperscalers, big cloud providers, cloud providers',
    ['SKYY', 'CLOU'],
    'AMZN MSFT GOOGL ORCL META',
  ),
  theme(
    'neoclouds',
    'Neoclouds',
    'neocloud, neoclouds, neo-cloud, neo-clouds, neo cloud, neo clouds, gpu clouds',
    ['DTCR', 'SKYY'],
    'CRWV NBIS IREN APLD',
  ),
  theme(
    'ai-compute',
    'AI compute',
    'compute shortage, compute constrained, ai compute, compute capacity, compute bottleneck, scaling compute, cost of compute',
    ['SMH', 'DTCR'],
    'NVDA AMD AVGO TSM CRWV',
  ),
  theme(
    'ai-chips-export',
    'Chip export controls',
    'export controls, export control, chip export, chip ban, chips to china',
    ['SMH'],
    'NVDA AMD ASML LRCX AMAT',
  ),
  theme(
    'cloud-computing',
    'Cloud computing',
    'cloud computing, cloud business, the cloud market, cloud services, public cloud',
    ['SKYY', 'CLOU'],
    'AMZN MSFT GOOGL ORCL SNOW',
  ),
  theme(
    'quantum',
    'Quantum computing',
    'quantum computing, quantum computers, quantum',
    ['QTUM'],
    'IONQ RGTI QBTS IBM',
  ),
];
