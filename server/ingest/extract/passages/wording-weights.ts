/**
 * Words by how much each makes a sentence a claim on an investment, in tenths of log-odds: `@` is a company, `#` a
 * number. Fitted by `server/ingest/eval/fitting/fit-wording.ts` on the sentences that readers marked.
 */
const BY_TENTHS: Readonly<Record<number, string>> = {
  15: 'commoditized',
  13: 'disruptive',
  12: 'massive massively',
  11: 'defensibility demand',
  10: 'businesses robotics value',
  9: 'bottleneck bubble huge incredible margins moat opportunity returns risk',
  8: 'debt decline impressive industry market mode optimistic revenue software',
  7: "autonomy business cash category consumer dramatically going highly markets they've think x",
  6: '@ absolutely adoption agentic applications assets believe companies completely cost dominant earnings energy future incredibly infrastructure is lovable margin prices profit seems services source technology will',
  5: "% become becomes bet capital certainly clear compute deals decade feels grid growing growth investment labor layer likely models probably products promising rates real significant solar special supply they'll worth",
  4: "advantage are asset capacity cloud coding compelling competitor continue costs discovery doesn't dollar end enterprise fail fast has isn't it's model money no pretty price pricing quality scale space terrible than today valuation venture very",
  3: "almost already application be better billion but capability compete competition crypto data entire era ever existing five gonna grow hardware hit inference innovation lead months most much now outcomes problem product profitable rate really return see seen super they're tools unbelievably wave years zero",
  2: "agree amazing areas because big bigger buy buying can can't categories centers challenge company could cycle delivery dollars done down economy electricity enterprises entry eventually every everybody expensive getting gigawatts good i i'd if incorrect increase look marketplace means more new next power providers s seeing six so solution still stock stocks strategy stuff such that's their there's these they trap vehicles versus would you'll",
  1: "# $ a actual actually agents all and as away base based basically best bets build by case chips customer customers defense difficult don't efficient enough even extremely fact fantastic for frontier fundamentally generation get go great half have high incumbents intelligence just large larger largest least lot momentum not obvious of outcome over pay platform players plus potential quarter safety serious short size successful term the times tough tremendous trillion upside well winner work world",
  '-1': "account ask asked bit certain country created exactly fun fund guess here hey i've ideas important into involved learned let's list little mean news other piece release research social something stage state taking teams then there through towards two under we've when which words yes you're young",
  '-2': 'am came days did do find folks had his interesting kids life like maybe or person questions saying says set should some story take talk talking thinking together trying were whatever',
  '-3': "brain founders give government him kind learn learning me media partner process say try want was week what's your",
  '-4': "about each founder goal i'm my okay part people podcast read we what who yeah you",
  '-5': 'called different guy he hope how oh remember she understand',
  '-6': 'us',
  '-7': 'our',
  '-8': 'wanted',
  '-9': 'question',
};

export const WORDING_WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_TENTHS).flatMap(([tenths, words]) =>
    words.split(' ').map((word) => [word, Number(tenths) / 10] as const),
  ),
);
