import { withoutAccents } from '#server/language/spelling.ts';

/**
 * Words of asking in other large languages with Latin letters, without accents: function words, and words of speech, of the
 * record and of both sides. They are no topic, as those of `topic-words.ts` in English.
 */
const ABROAD: Readonly<Record<string, ReadonlySet<string>>> = {
  german:
    listed(`der die das den dem des ein eine einen einem einer und oder aber nicht kein keine auch noch schon nur sehr mehr
    was wer wen wem wie wo wann warum weshalb wieso welche welcher welches welchen wieviel in im an am auf aus bei beim mit nach von vom zu zum zur
    uber ueber unter fur fuer gegen ohne um durch vor seit bis als ob dass wenn weil ist sind war waren wird werden wurde wurden hat haben hatte hatten
    habe kann konnen konnte gibt gab es er sie ihr wir man sich dazu daruber davon denn so zuletzt jemand andere anderen anderer
    sagt sagen sagte sagten gesagt sprach sprechen gesprochen redet reden diskutiert diskutierten argumentiert argumentierte argumentierten
    meint meinen meinte sieht sehen sah sahen denkt denken halten halt erwahnt erwahnte genannt nannte erklart bezuglich laut meinung meinungen ansicht ansichten argument argumente
    gast gaste gasten sendung sendungen folge folgen podcast podcasts moderator moderatoren experten risiko risiken bullisch barisch optimistisch pessimistisch`),
  spanish:
    listed(`el la los las un una unos unas y e o u pero no ni tambien muy mas menos que quien quienes como donde cuando cuanto cual cuales
    de del al a en con por para sobre acerca contra sin desde hasta entre segun si porque es son era eran fue fueron ser esta estan estaba ha han he hay
    se su sus lo le les les nos este esta esto estos estas ese eso alguien otros otras algo dice dicen decir dijo dijeron dicho habla hablan hablar hablo hablaron hablado
    ve ven piensa piensan penso pensaron opina opinan opino opinaron argumento argumentos argumentaron menciono mencionaron mencionado discutieron explica explicaron opinion opiniones
    podcast podcasts programa programas episodio episodios invitado invitados anfitrion riesgo riesgos alcista alcistas bajista bajistas optimista pesimista`),
  french:
    listed(`le la les l un une des du de d et ou mais ne n pas non plus moins aussi tres que qu qui quoi quel quelle quels quelles comment ou quand pourquoi combien
    a au aux en dans avec par pour sur contre sans depuis jusqu entre selon si parce est sont etait etaient ete etre sera ont avons avez ai eu y il ils elle elles on nous vous
    se s ce c cet cette ces son sa ses leur leurs quelqu autres autre dit dits dite disent dire disait disaient parle parlent parler parlait parlaient voit voient voir pense pensent penser pensaient
    discute discutent mentionne mentionnent argumente argument arguments explique expliquent avis opinion opinions propos concernant
    podcast podcasts emission emissions episode episodes invite invites animateur animateurs risque risques haussier haussiers baissier baissiers optimiste pessimiste`),
  italian:
    listed(`il lo la i gli le l un uno una e ed o ma non ne anche molto piu meno che chi cosa come dove quando perche quanto quale quali
    di del dello della dei degli delle a ad al allo alla ai agli alle in nel nella nei nelle con per su sul sullo sulla sui sulle da dal dalla tra fra contro senza secondo se
    e sono era erano stato stata stati essere ha hanno ho c ci si suo sua suoi loro questo questa qualcuno altri altro
    dice dicono dire detto diceva disse dissero parla parlano parlare parlato vede vedono pensa pensano pensato discusso discutono menzionato argomenta argomento argomenti opinione opinioni proposito riguardo
    podcast trasmissione trasmissioni puntata puntate episodio episodi ospite ospiti conduttore conduttori rischio rischi rialzista rialzisti ribassista ribassisti ottimista pessimista`),
  portuguese:
    listed(`o a os as um uma uns umas e ou mas nao nem tambem muito mais menos que quem como onde quando porque quanto qual quais
    de do da dos das ao aos em no na nos nas com por pelo pela pelos pelas para sobre acerca contra sem desde ate entre segundo se e sao era eram foi foram ser esta estao tem ha
    seu sua seus suas isso isto este esta esse essa alguem outros outras algo diz dizem dizer disse disseram dito fala falam falar falou falaram falado ve veem pensa pensam pensou pensaram acha acham
    discutiram mencionou mencionaram mencionado argumento argumentos argumentaram explicou opiniao opinioes respeito
    podcast podcasts programa programas episodio episodios convidado convidados apresentador risco riscos otimista pessimista altista baixista`),
  dutch:
    listed(`de het een en of maar niet geen ook nog al zeer meer minder wat wie hoe waar wanneer waarom welke welk hoeveel
    in op aan uit bij met naar van voor tegen zonder om door over onder sinds tot als dat dan is zijn was waren wordt worden werd werden heeft hebben had hadden kan kunnen
    er ze zij hij we wij men zich hun dit deze die iemand anderen andere iets zegt zeggen zei zeiden gezegd praat praten gepraat sprak spraken spreken gesproken
    ziet zien zag zagen denkt denken dacht dachten vindt vinden vond besproken bespraken genoemd noemde argument argumenten uitgelegd volgens mening meningen
    podcast podcasts aflevering afleveringen uitzending gast gasten presentator presentatoren risico risicos optimistisch pessimistisch`),
};

/** English words that are also words of asking in another language, or that mark a question as English. */
const ENGLISH =
  listed(`a about all an and any anyone are argue argued argument arguments as at be been by can case come did die do does episode episodes
  era for from had has hat have he her his how i if in is it its man me more most no not of on opinion opinions or over plus podcast podcasts risk risks
  said say says see she show shows so son talk talked than that the their them there they think this thought to under war was we were what when where which
  who whom whose why will with would you your against between during since`);

/** A text in another language without its words of asking; an English one unchanged. */
export function withoutAskingAbroad(text: string): string {
  const asking = askingWords(text);
  return asking === null ? text : text.replace(WORD, (word) => (asking.has(plain(word)) ? ' ' : word));
}

/** The words of asking of a text's language; null when it is English: fewer than two words tell another, or more tell English. */
function askingWords(text: string): ReadonlySet<string> | null {
  const words = (text.match(WORD) ?? []).map(plain);
  const [best] = Object.values(ABROAD)
    .map((list) => ({ list, own: words.filter((word) => list.has(word) && !ENGLISH.has(word)).length }))
    .sort((a, b) => b.own - a.own);
  if (best === undefined || best.own < LEAST_WORDS) return null;
  return best.own > words.filter((word) => ENGLISH.has(word) && !best.list.has(word)).length
    ? best.list
    : null;
}

const LEAST_WORDS = 2;
const WORD = /[\p{L}\p{M}]+/gu;

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

function plain(word: string): string {
  return withoutAccents(word).toLowerCase();
}
