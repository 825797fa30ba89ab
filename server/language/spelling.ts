/** Words that Britain writes otherwise than America: the American form, then the British one, with endings that follow both. */
const PAIRS: readonly (readonly [pairs: string, endings: string])[] = [
  [
    'center centre, datacenter datacentre, fiber fibre, liter litre, meter metre, theater theatre, defense defence, offense offence, license licence, check cheque, tire tyre, gray grey, program programme, catalog catalogue, dialog dialogue, analog analogue, installment instalment, judgment judgement, artifact artefact, skeptic sceptic, mold mould, plow plough, maneuver manoeuvre',
    ', s',
  ],
  ['skeptic sceptic', 'al, ism'],
  [
    'behavior behaviour, color colour, endeavor endeavour, favor favour, flavor flavour, harbor harbour, honor honour, humor humour, labor labour, neighbor neighbour, odor odour, rigor rigour, rumor rumour, savor savour, vapor vapour, vigor vigour',
    ', s, ed, ing, er, ers, able, al, hood, hoods, ite, ites',
  ],
  [
    'cancel cancell, channel channell, counsel counsell, dial diall, fuel fuell, jewel jewell, label labell, level levell, marvel marvell, model modell, panel panell, signal signall, total totall, travel travell',
    'ed, ing, er, ers, or, ors',
  ],
  [
    'amortiz amortis, apologiz apologis, authoriz authoris, capitaliz capitalis, categoriz categoris, centraliz centralis, characteriz characteris, commercializ commercialis, commoditiz commoditis, computeriz computeris, criticiz criticis, customiz customis, decarboniz decarbonis, decentraliz decentralis, democratiz democratis, digitaliz digitalis, digitiz digitis, economiz economis, emphasiz emphasis, equaliz equalis, finaliz finalis, financializ financialis, generaliz generalis, globaliz globalis, industrializ industrialis, internaliz internalis, legaliz legalis, liberaliz liberalis, localiz localis, maximiz maximis, memoriz memoris, minimiz minimis, mobiliz mobilis, moderniz modernis, monetiz monetis, nationaliz nationalis, normaliz normalis, optimiz optimis, organiz organis, penaliz penalis, personaliz personalis, polariz polaris, populariz popularis, prioritiz prioritis, privatiz privatis, randomiz randomis, rationaliz rationalis, realiz realis, recapitaliz recapitalis, recogniz recognis, reorganiz reorganis, revolutioniz revolutionis, securitiz securitis, socializ socialis, specializ specialis, stabiliz stabilis, standardiz standardis, subsidiz subsidis, summariz summaris, symboliz symbolis, synchroniz synchronis, tokeniz tokenis, urbaniz urbanis, utiliz utilis, visualiz visualis, weaponiz weaponis',
    'e, es, ed, ing, er, ers, ation, ations',
  ],
  ['analyz analys, catalyz catalys, paralyz paralys', 'e, ed, ing, er, ers'],
  [
    'aging ageing, aluminum aluminium, fulfill fulfil, fulfillment fulfilment, enroll enrol, enrollment enrolment, jewelry jewellery, leukemia leukaemia, pediatric paediatric, sulfur sulphur, airplane aeroplane, airplanes aeroplanes, skillful skilful, cozy cosy, licensed licenced, centered centred, centering centring',
    '',
  ],
];

const split = (list: string) => list.split(',').map((part) => part.trim());
const forms: readonly (readonly [american: string, british: string])[] = PAIRS.flatMap(([pairs, endings]) =>
  split(pairs).flatMap((pair) => {
    const [american = '', british = ''] = pair.split(' ');
    return split(endings).map((ending) => [american + ending, british + ending] as const);
  }),
);
const toAmerican = new Map(forms.map(([american, british]) => [british, american]));
const toBritish = new Map(forms);

/** Every word that Britain writes otherwise, in lower case: as America writes it, then as Britain does. */
export const spellings: ReadonlyMap<string, string> = toBritish;

/** A text with its words written as in America; a word so changed is in lower case. */
export function inAmerican(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => toAmerican.get(word.toLowerCase()) ?? word);
}

/** The words of a text that are written in two ways, in lower case: as it writes them, with the other way. */
export function otherSpellings(text: string): (readonly [written: string, other: string])[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  return [...words].flatMap((word) => {
    const other = toAmerican.get(word) ?? toBritish.get(word);
    return other === undefined ? [] : [[word, other] as const];
  });
}

/** A search text whose hyphenated words are the phrases they are: `jpmorgan-chase` finds what is written `JPMorgan Chase`. */
export function withoutHyphens(query: string): string {
  return query
    .split('"')
    .map((part, i) =>
      part.replace(HYPHENATED, (word) => {
        const phrase = word.replaceAll('-', ' ');
        return i % 2 === 1 ? phrase : `"${phrase}"`;
      }),
    )
    .join('"');
}

const HYPHENATED = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)+(?![\p{N}-])/gu;
