/**
 * Wordings of trade decisions in other large languages, since the model of `judge.ts` is fitted on English. They match
 * normalised text (`normaliseQuestion`), which has Latin, Cyrillic and Arabic letters without marks.
 */
const LATIN: readonly RegExp[] = [
  // An act and a name, nothing else: "Compra Apple?", "Apple kaufen?".
  /^\W*(?:compr(?:a|ar|o|are)|vend(?:er|o|ere|re)|kaufen|verkaufen|achet(?:er|ez)|kopen|verkopen)(?: [\w.&'$-]+){1,2}\W*$|^\W*(?:[\w.&'$-]+ ){1,2}(?:kaufen|verkaufen|kopen|verkopen)\W*$/,
  /\b(?:deberia|debo|debemos|me conviene|conviene|vale la pena|es buen momento (?:para|de))\b.{0,25}\b(?:comprar|vender|invertir|mantener)\b/,
  /\b(?:soll(?:te)? (?:ich|man|wir)|lohnt es sich|ist es (?:klug|sinnvoll|zeit)|jetzt)\b.{0,50}\b(?:kaufen|verkaufen|investieren|halten|behalten|einsteigen|aussteigen)\b/,
  /\b(?:dois[- ]je|devrais|faut[- ]il|est-ce (?:que je (?:dois|devrais)|le (?:bon )?moment)|vaut-il la peine)\b.{0,40}\b(?:acheter|vendre|investir|garder|conserver)\b/,
  /\b(?:devo|deveria|devemos|dovrei|conviene|vale a pena|e (?:il|o) momento)\b.{0,30}\b(?:comprar|vender|investir|manter|comprare|vendere|investire|tenere)\b/,
  // What is to be done with what one holds: "verkaufen oder halten", "vendo o mantengo".
  /\b(?:kaufen|verkaufen|halten|behalten|einsteigen|aussteigen|kopen|verkopen|houden|acheter|vendre|garder|comprar|vender|mantener|comprare|vendere|tenere),? (?:oder|of|ou|o) (?:doch |lieber |beter |plutot |mejor )?(?:kaufen|verkaufen|halten|behalten|warten|abwarten|nicht|kopen|verkopen|houden|wachten|niet|acheter|vendre|garder|attendre|pas|comprar|vender|mantener|esperar|no|comprare|vendere|tenere|aspettare)\b/,
  // The asker's own act: "Vendo mis acciones", "J'achete du Nvidia", "Koop ik nu".
  /^\W*(?:compro|vendo|invierto|mantengo|aguanto|investo)\b|\b(?:o|l[ao]s?) (?:vendo|compro|espero|mantengo)\b|^\W*(?:je |j'|on )(?:garde|conserve|prends|vends?|achete|investi[st]|renforce|r?entre sur)\b|\b(?:koop|verkoop|houd|behoud|beleg|investeer) ik\b|\b(?:kaufe?|verkaufe?|behalte?|investiere?) ich\b/,
  /\b(?:ist|sind|bleibt)\b.{1,40}\bein(?:e|en)? (?:\w+ )?(?:kauf|verkauf|kaufkandidat|schnappchen)\b(?! (?:von|durch)\b)|\blohnt (?:es )?sich\b.{0,40}\b(?:einstieg|ausstieg|kauf|verkauf)\b|\bkoopwaardig\b/,
  /\b(?:est|c'est|reste)\b.{0,30}\bun (?:bon )?(?:achat|investissement)\b|\b(?:es|sigue siendo)\b.{0,30}\b(?:una (?:buena )?|buena )(?:compra|inversion)\b|\be (?:ancora |adesso |ora )?da (?:comprare|vendere)\b/,
  /\b(?:(?:moet(?:en)?|zal|zullen) (?:ik|we)|is het (?:slim|verstandig|tijd))\b.{0,50}\b(?:kopen|verkopen|investeren|beleggen|houden)\b/,
];

const TURKISH: readonly RegExp[] = [
  /(?<!\p{L})(?:(?:al|sat|tut|yat[ıi]r)(?:mal[ıi] m[ıi]y[ıi][mz]|(?:may)?ay?[ıi]m m[ıi]|al[ıi]m m[ıi]|sam m[ıi]|sak m[ıi])|(?:yap|ekle)m[ae]l[ıi] m[ıi]y[ıi][mz])(?!\p{L})/u,
  /(?<!\p{L})(?:(?:al[ıi]n[ıi]r|sat[ıi]l[ıi]r) m[ıi]|(?:alma|satma|tutma|yapma)(?:ya deger mi|n[ıi]n zaman[ıi] m[ıi]|k (?:mant[ıi]kl[ıi]|dogru|iyi (?:bir )?fikir) m[ıi]))(?!\p{L})/u,
];

const POLISH: readonly RegExp[] = [
  /(?<!\p{L})(?:powinienem|powinnam|powinnismy|mam|mamy|warto|op[lł]aca sie|nalezy|(?:dobry|w[lł]asciwy) (?:moment|czas))(?!\p{L}).{0,30}(?<!\p{L})(?:kup(?:ic|owac)|(?:wy|s)przeda(?:c|wac)|(?:za)?inwestowac|trzymac)(?!\p{L})/u,
  /^\P{L}*(?:czy )?(?:kup(?:ic|owac)|sprzeda(?:c|wac)|trzymac)(?: [\p{L}\w.&$-]+){1,3}\P{L}*$/u,
  /(?<!\p{L})(?:kup(?:ic|owac)|sprzeda(?:c|wac)|trzymac),? czy (?:nie |kup|sprzeda|trzymac|czekac|poczekac)/u,
];

/** To buy, sell, hold, invest. The word before "को" is who acts; only the asker decides a trade. */
const HINDI_ACT = '(?:(?:खरीद|बेच)(?: ले| दे)?(?:ना|ने)|(?:निवेश|होल्ड) कर(?:ना|ने)|(?:पैसा|पैसे) लगा(?:ना|ने))';
const HINDI: readonly RegExp[] = [
  new RegExp(
    `(?:^(?!.*\\sको\\s)|मुझे|हमें).*${HINDI_ACT}.{0,10}(?:चाहिए|चाहिये|सही|ठीक|अच्छा|समझदारी|फायदेमंद|लायक)`,
    'u',
  ),
  /(?:खरीद|बेच|निवेश कर)(?: ल| द)?(?:ूं|ूँ)(?!\p{L}|\p{M})/u,
];

const RUSSIAN: readonly RegExp[] = [
  /(?<!\p{L})(?:стоит|нужно|надо|следует|должн[аы]|должен|пора|выгодно|лучше|имеет смысл|можно|разумно|мне|нам|совету(?:ешь|ете)|рекоменду(?:ешь|ете)|хорош(?:ее|ии|ая) (?:время|момент|идея))(?!\p{L}).{0,40}(?:покупать|купить|продавать|продать|держать|инвестировать|вложить|вкладывать|шортить)/u,
  /(?:покупать|купить|продавать|продать|держать) или (?:не |покупать|продавать|продать|держать|нет|ждать|подождать)/,
  /^\P{L}*(?:покупать|купить|продавать|продать)(?: ли)?(?: [\p{L}\w.&$-]+){1,2}\P{L}*$/u,
];

const CHINESE: readonly RegExp[] = [
  /(?:应该|應該|[该該]不[该該]|应不应该|應不應該|可以|可否|可不可以|能不能|[还還]能|值得|值不值得|要不要|是否[该該应應要]|[适適]合).{0,12}(?:买|買|卖|賣|投资|投資|持有|购|購|加[仓倉]|[减減][仓倉]|清[仓倉]|抄底|做空)/,
  /(?:买不买|買不買|卖不卖|賣不賣|[该該][买買卖賣]|[买買]入?(?:还是|還是)|[买買卖賣](?:吗|嗎)\P{L}*$)/u,
  /(?:买|買|卖|賣|投资|投資|持有).{0,12}(?:好吗|好嗎|[时時][机機候](?:吗|嗎)|[划劃]算|明智|值得(?:吗|嗎)|合[适適]|(?:行|可以)(?:吗|嗎)|怎么样|怎麼樣)/,
];

const KOREAN: readonly RegExp[] = [
  /(?:사|팔아|매수해|매도해|투자해|보유해|(?:들고|가지고) ?(?:있어|가))야 ?(?:할|하|해|합|되|될|돼)|(?:매수|매도)(?:할까|하나|해야)/,
  /(?:사|팔아|매수해|매도해|투자해|보유해)도 ?(?:될|되|돼|괜찮|좋)|(?:살|팔|매수할|매도할|투자할|보유할)까/,
  /(?:사는|파는|매수하는|매도하는|투자하는|보유하는) ?(?:게|것이|것은|건|편이) ?(?:좋|나을|낫|맞|현명)|(?:살|매수할|투자할|보유할) ?(?:만 ?(?:한|할)|가치)/,
];

const JAPANESE_ACT = '(?:投資|保有|購入|売却|空売り|損切り|利確|ホールド)';
const JAPANESE: readonly RegExp[] = [
  new RegExp(
    `(?:買う|売る|持つ|持ち続ける|手放す|買い増す|${JAPANESE_ACT}する?)(?:べき|(?:ほう|方)が|(?:だけの)?価値|タイミング|時期|のは(?:賢明|正解|得策|妥当|良い|いい)|と(?:いい|良い))|${JAPANESE_ACT}すべき`,
  ),
  new RegExp(
    `(?:買った|売った|持った|手放した|${JAPANESE_ACT}した|(?:買わ|売ら|持た|手放さ|${JAPANESE_ACT}し)ない)(?:ほう|方)が`,
  ),
  new RegExp(
    `(?:買って|売って|持って(?:いて|て)?|持ち続けて|手放して|${JAPANESE_ACT}して(?:いて|て)?)(?:も|は)?(?:いい|良い|よい|よろしい|大丈夫|平気|正解)`,
  ),
  /買い時|売り時|買いどき|売りどき|(?:買い|売り)(?:です|でしょう|なの|だろう)か|買いか売りか|(?:買う|持つ)か売るか|(?:買お|売ろ|買いましょ|売りましょ)うか|(?:買え|売れ|持て|投資すれ)ば(?:いい|良い|よい)/,
  /(?:^|[a-z]|を|は|が|今|まだ|株)(?:買う|売る|買い|売り)(?:か|の)?\P{L}*$/u,
  /(?:おすすめ|お勧め|お薦め|オススメ)の?(?:株|銘柄)/,
];

/** Acts in Arabic, as a noun with its article and prefixes, and as a verb of the asker. */
const ARABIC_NOUN = '(?<!\\p{L})(?:لل|ل|بال|ب|ال)?(?:شراء|بيع|احتفاظ|استثمار)(?!\\p{L})';
const ARABIC_OWN = '(?<!\\p{L})(?:ا|ن|سا|سن)(?:شتري|بيع)(?!\\p{L})';
/** Without marks "I invest" and "he invested" are spelled alike, as are "I keep" and "he kept"; what follows tells them apart. */
const ARABIC_DOUBTFUL =
  '(?<!\\p{L})(?:استثمر|نستثمر)(?: في| الان| اموالي| مالي|\\P{L}*$)|(?<!\\p{L})(?:احتفظ|نحتفظ) ب(?:ـ| ?[a-z$]|سهم|اسهم|ها?(?!\\p{L}))';
const ARABIC_JUDGES =
  '(?:يجب|ينبغي|(?<!\\p{L})علي(?!\\p{L})|[يت]ستحق|يستحسن|يفضل|افضل|الحكمة|الجيد|مناسب|تنصح|حان|(?:ال)?وقت|مجدي?|جدوى|فرصة)';
const ARABIC: readonly RegExp[] = [
  new RegExp(`(?:هل|متى|كم|اي|ماذا|لماذا لا) .{0,25}?(?:${ARABIC_OWN}|${ARABIC_DOUBTFUL})`, 'u'),
  new RegExp(`^\\P{L}*(?:${ARABIC_OWN})`, 'u'),
  new RegExp(`${ARABIC_JUDGES}.{0,30}(?:${ARABIC_NOUN}|${ARABIC_OWN}|${ARABIC_DOUBTFUL})`, 'u'),
  new RegExp(
    `${ARABIC_NOUN}.{0,40}(?:فكرة|قرار|خيار)|(?:استثمار|صفقة|فكرة|قرار|خيار)ا? (?:جيد|صائب|مناسب|حكيم|ناجح|مربح)|(?:جيد|مناسب)ة? ${ARABIC_NOUN}`,
    'u',
  ),
  new RegExp(`(?:${ARABIC_NOUN}|${ARABIC_OWN}) (?:ام|او) (?:${ARABIC_NOUN}|${ARABIC_OWN}|انتظ)`, 'u'),
];

const ASKS = [LATIN, TURKISH, POLISH, HINDI, RUSSIAN, CHINESE, KOREAN, JAPANESE, ARABIC].flat();

/** Words of speech, shows and speakers: a clause with one asks what was said. */
const TOLD = [
  /\b(?:dij(?:o|eron)|dicho|dicen|hablaron|gesagt|sagten|gesprochen|diskutiert|argumentiert|disent|parle|disse(?:ram)?|dito|falaram|detto|dicono|parlato|gezegd|besproken|selon|segun|laut|secondo)\b|\b(?:a|ont|avons?|avez|est|sera) (?:\w+ )?dit\b/,
  /(?<!\p{L})(?:dedi(?:ler)?|diyor(?:lar)?|den(?:il)?di|soyle\p{L}+|konusuldu|tart[ıi]s[ıi]ld[ıi]|bahse\p{L}+|konuklar\p{L}*|oner(?:di|iyor)(?:ler|lar)?)(?!\p{L})/u,
  /(?<!\p{L})(?:powiedzia|mowi|dyskut|uwaza|twierdz|odcin)\p{L}*|(?<!\p{L})(?:goscie?|gosci|kto|(?<!twoim |waszym )zdaniem)(?!\p{L})/u,
  /कहा|कहते|कहना है|बोला|बोले|बताया|चर्चा|पॉडकास्ट|एपिसोड|मेहमान|किसने|राय दी|सुझाव दिया/u,
  /говор(?:ил|ят|ит)|сказал|сказано|обсужда|упомина|утвержда|считают|(?<!ваше(?:му)? |твое(?:му)? )мнени[еюя]|подкаст|(?<!\p{L})гост[ьия]|(?<!\p{L})кто(?!\p{L})/u,
  /[谁誰]|(?<![你您]|你们|你們)[说說]|[讨討][论論]|提到|播客|[节節]目|嘉[宾賓]|主持|(?<![你您]|你们|你們)(?:认为|認為)|[观觀][点點]|[论論][点點]/,
  /말했|말한|말하|언급|주장|논의|이야기|얘기|팟캐스트|방송|게스트|진행자|누가|누구/,
  /言[いわっ]|語[らりっ]|述べ|話[しさ]|主張|議論|論じ|発言|ポッドキャスト|番組|ゲスト|司会|ホスト|誰|エピソード|アナリスト|(?<!あなたの)(?:意見|見解)/,
  /(?<!\p{L})(?:و|ف)?(?:قال|قيل|[يت]قول|[يت]?تحدث|ذكر|[يت]ذكر|ناقش|[يت]ناقش|نوقش|اوصى|نصح|يرى|يرون|[يت]عتبر)|بودكاست|برنامج|ضيف|ضيوف|حلقة|حلقات|اراء|حجج|حجة|محلل/u,
];

/** "Why" asks for reasons; "why not" asks for a recommendation. */
const WHY =
  /为什么|為什麼|为何|為何|なぜ|どうして|(?<!\p{L})왜(?!\p{L})|لماذا(?! لا)|(?<!\p{L})почему(?! бы)|\b(?:warum|weshalb|pourquoi|waarom|perche)\b|\bpor que\b|(?<!\p{L})(?:neden|nicin|dlaczego)(?!\p{L})|क्यों(?! न)/u;
/** What companies, not investors, buy, sell or build: goods, factories, other companies. */
const BUSINESS =
  /收购|收購|芯片|晶片|手机|手機|辆车|輛車|人工智能|AI投|数据中心|數據中心|칩|데이터 ?센터|화성에서|AI에|買収|データ ?センター|AIに|الذكاء الاصطناعي|مراكز البيانات|\bfabriken\b|чипы/iu;
/** The asker. */
const SELF =
  /我|咱|私|僕|俺|제가|내가|나는|저는|(?<!\p{L})(?:мне|нам|я)(?!\p{L})|मुझे|हमें|\b(?:ich|je|debo|deberia|devo|dovrei)\b/u;

/** Whether a clause asks us in another language to decide a trade, and not for what somebody said or what a company does. */
export function asksInAnotherLanguage(clause: string): boolean {
  if (BUSINESS.test(clause) && !SELF.test(clause)) return false;
  return ASKS.some((wording) => wording.test(clause)) && !tellsInAnotherLanguage(clause);
}

/** Whether words of another language ask what was said, or for reasons. */
export function tellsInAnotherLanguage(text: string): boolean {
  return WHY.test(text) || TOLD.some((words) => words.test(text));
}
