import { entriesIn } from '#server/language/word-list.ts';

/** Everyday English words in lower case. A symbol or a name made of them needs context. */
export const EVERYDAY: ReadonlySet<string> = setOf('words.txt');

/** First names in lower case. A company's name after one is a person's. */
export const GIVEN_NAMES: ReadonlySet<string> = setOf('given-names.txt');

/** Upper-case words of business speech that are also somebody's symbol. */
export const ACRONYMS: ReadonlySet<string> = new Set(
  (
    'ad ads agi ai aka ap api apis app ar arpu arr asap asic asics atm aum aws b2b b2c bd bs cac cad ceo cfo cia cio cmo ' +
    'coo cpa cpi cpu cpus crm cto dc dei dm dna dod doe doj dtc ebit ec ecb ecu em erp esg etf etfs eu ev evs faa faang fbi fcf fda ' +
    'fed fomo fsd ftc fud gaap gdp gmv gpt gpu gpus hbm hr hq iot ip ipo ipos ira irr irs it itm kpi la lbo lfg llc llm llms lp lps ' +
    'lol ltv ma mba mcp md ml moq moat mou mrr msa mvp nasa nato nda nfl nba nft nhl nih nps nsa nyc oem ok oled ops otc os pc pcs pe pr ' +
    'pm pms ppp pmf pos ppa qa qe qt rag ram rd reit rev rl rfp rip roas roe roi roic saas sat sdk sdr sec seo sla smb smr smrs sms sms sql ssd ' +
    'ssi stem swe tam tax tbd tcp tee tldr tpu tpus tv uk un us usa usd usb ui ux va vc vcs vip vp vpn vr wan wfh who wto ww yc yoy ytd zirp ' +
    'adhd adr aca acl afc aka amt ant arm asr atr bbc bev cat cbd cfa cfo cgi cms cnc cod col cop cpap csr ct cv dan dba dea dns dot dr eps ' +
    'dram mna vtol grc thc vod geo cro cco sso ssl tls mlm tbt slm slms cgi rbac dpi dau wau mau gcp cuda nps era eod eps epa est eta fas fcc fax fig fin fly fra fun fyi gas gen gig glp gps gym hcp hud ibs icp icu iq isp iv jd jfk jv lan lap ' +
    'lax lcd led lgbt mac mag map max mbs mit mlb mls mma mri mrna nd nlp nyu obgyn ocd oh okr okrs om op ot pbs pdf phd pga pi plc poc ' +
    'pov ppe ppm prd psa pst pt ptsd pto pv rem rna rpm rsu rsus rto sba scif sf sfo sku skus soc spac spacs spv spvs std su suv sxsw ta tb ' +
    'td ted tsa tx uae ucla uav uavs ubi uber ufo url urls usc va var vat vix voip wsj wwi wwii xp xr zev'
  ).split(' '),
);

/** Words of markets and business. Near a doubtful name they support the company. */
export const FINANCE: ReadonlySet<string> = new Set(
  (
    'acquire acquired acquires acquiring acquisition acquisitions activist advertisers advertising analyst analysts antitrust arr asset assets ' +
    'backlog balance bank banks bearish bet bets billion billions board bond bonds bought bubble budget bull bullish business businesses buy buying ' +
    'buyback buybacks capex capital cash ceo cfo cto chip chips cloud companies company compete competition competitor competitors compute consumer ' +
    'corp corporation customer customers deal deals debt demand discount distribution dividend dividends dollar dollars downside earnings ebitda ' +
    'economics employees enterprise equities equity etf exposure fintech forecast founder founders fund funds growth guidance gpu gpus headcount ' +
    'hedge holdings hyperscaler hyperscalers inc incumbents index inference infrastructure inventory invest invested investing investment ' +
    'investments investor investors ipo launched layoffs leverage listed llm llms loans long margin margins market markets merger million ' +
    'monetization monetize moat multiple multiples nasdaq nyse options outperform overvalued own owned owns partnership payments pe percent platform ' +
    'portfolio position positions premium price priced pricing profit profitable profits public quarter quarterly quarters rally rating retail ' +
    'return returns revenue revenues rival rivals roi saas sales sector securities sell selling semis semiconductor semiconductors share ' +
    'shareholder shareholders shares short shorted shorting shorts sold spend spending startup startups stock stocks subscribers subscription ' +
    'supplier suppliers takeover tam tech trade traded trades trading trillion upside undervalued valuation valuations valued valued value vendor ' +
    'vendors volatility wall worth yield yields'
  ).split(' '),
);

/** Words that, right after a name, show that it is the company's. */
export const AFTER_NAME: ReadonlySet<string> = new Set(
  (
    'stock stocks share shares shareholder shareholders earnings inc corp corporation ceo cfo cto options calls puts employee employees ' +
    'revenue revenues ipo investors investor executives executive engineers engineer guidance chips buybacks capex margins valuation ' +
    'products headquarters bulls bears longs shorts trade reported announced acquired acquires acquiring spends spent'
  ).split(' '),
);

/** Words that, right before a name, show that it is the company's. */
export const BEFORE_NAME: ReadonlySet<string> = new Set(
  (
    'own owns owned owning bought buy buying sold sell selling short shorted shorting invested versus vs competitor competitors ' +
    'acquired ticker nasdaq nyse like called named company giant'
  ).split(' '),
);

export const DETERMINERS: ReadonlySet<string> = new Set(
  'a an this that these those my your his her our their its every each any no some another which what whose one'.split(
    ' ',
  ),
);

/** Before a bare verb (`to target`, `we match`). */
export const BEFORE_VERB: ReadonlySet<string> = new Set(
  'to will would can could should shall may might must not dont didnt cant wont i we you they lets ill well youll theyll'.split(
    ' ',
  ),
);

function setOf(file: string): ReadonlySet<string> {
  return new Set(entriesIn(new URL(`../data/${file}`, import.meta.url)));
}
