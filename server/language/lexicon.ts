import { wholeWordsAndStems } from './word-list.ts';

/** The subject of these verbs gains and the object loses: "Anthropic kicked OpenAI's ass", "AMD takes share from Intel". */
export const BEATS =
  'beats?|beating|beaten|crush(?:es|ed|ing)?|kill(?:s|ed|ing)?|destroy(?:s|ed|ing)?|kick(?:s|ed|ing)? .{0,25}ass|outperform(?:s|ed|ing)?|outcompet(?:e|es|ed|ing)|disrupt(?:s|ed|ing)?|displac(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|eat(?:s|ing)?|ate|threaten(?:s|ed|ing)?|leapfrog(?:s|ged|ging)?|overtak(?:e|es|ing)|overtook|surpass(?:es|ed|ing)?|tak(?:e|es|ing) (?:market )?share from|took (?:market )?share from|win(?:s|ning)? (?:over|against)|ahead of|better than|superior to|cheaper than|faster than|stronger than|prefer(?:s|red)? .{0,20} (?:over|to)|over';

/** Reverses praise or fault that follows within `NEGATION_REACH` characters in the same clause (`tone.ts`). */
export const NEGATORS =
  /\b(not|\w+n't|no|never|without|hardly|barely|neither|nor|nobody|nothing|none|isn'?t|aren'?t|wasn'?t|weren'?t|don'?t|doesn'?t|didn'?t|won'?t|wouldn'?t|can'?t|cannot|couldn'?t|shouldn'?t|ain'?t|far from|lack of|less|stop(?:ped)?|seriously foolish to|foolish to|unlikely)\b/i;
/** Phrases that hold a negator and negate nothing. */
export const NOT_NEGATORS =
  /\b(not only|not just|not merely|no doubt|no question|no wonder|can'?t wait|not to mention|nothing but|why not|whether or not|no matter)\b/gi;

/** Things whose fall is good news: costs, burn, churn and the like. */
export const BURDEN =
  /\b(costs?|burn|churn|inference|expenses?|losses|debt|prices? of|cost of|cac|latency|emissions|unemployment|inflation|barriers?|friction)\b[^.;,]{0,40}$/i;
/** Words of falling, which are praise after a `BURDEN`. */
export const FALLING =
  /^(plummet|plung|drop|fall|fell|declin|decreas|collaps|crater|crash|lower|down|shrink|cheap|low|slow|cut|tank|less|fewer|reduc)/i;

/** What speakers say of a business or asset when they praise or fault it, by how much it counts. */
export const STRONG_PRAISE = wholeWordsAndStems('strong-praise');
export const PLAIN_PRAISE = wholeWordsAndStems('plain-praise');
export const STRONG_FAULT = wholeWordsAndStems('strong-fault');
export const PLAIN_FAULT = wholeWordsAndStems('plain-fault');
export const FAINT_PRAISE = wholeWordsAndStems('faint-praise');
export const FAINT_FAULT = wholeWordsAndStems('faint-fault');
