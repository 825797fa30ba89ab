import { describe, expect, it } from 'vitest';
import { readAdvice } from './advice.ts';
import { asksForAdvice } from './judge.ts';

describe('asksForAdvice in other languages', () => {
  it.each([
    'هل أشتري TSLA؟',
    'هل اشتري سهم تسلا الآن؟',
    'هل يجب أن أبيع أسهم تسلا؟',
    'هل ينبغي علي شراء NVDA؟',
    'هل أبيع أسهمي في إنفيديا؟',
    'هل أحتفظ بسهم تسلا؟',
    'هل عليّ الاحتفاظ بـ TSLA؟',
    'هل أستثمر في إنفيديا؟',
    'هل يجب أن أستثمر في تسلا؟',
    'هل يستحق سهم تسلا الشراء؟',
    'هل حان وقت البيع؟',
    'هل تنصحني بشراء TSLA؟',
    'هل شراء تسلا فكرة جيدة؟',
    'هل سهم تسلا مناسب للشراء؟',
    'تسلا: شراء أم بيع؟',
    'تحدثوا في البودكاست عن تسلا، هل أشتري؟',
  ])('refuses the Arabic %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    'テスラを買うべきですか',
    'NVDA買うべき？',
    'NVDAを買うべきですか？',
    'テスラ株は売るべき？',
    'テスラ株を売った方がいいですか',
    'エヌビディアを保有し続けるべきですか？ 持ち続けるべき？',
    'テスラは買わないほうがいい？',
    '今テスラを買ってもいいですか？',
    'NVDAは持っていて大丈夫？',
    'テスラに投資すべきですか？',
    'テスラに投資するべきでしょうか',
    'テスラに投資したほうがいいですか',
    'NVDAは買う価値がありますか？',
    'テスラは投資する価値がありますか',
    'テスラは今が買い時ですか',
    'NVDAは買いですか？',
    'TSLA買う？',
    'おすすめの銘柄は？',
    'ポッドキャストでテスラが褒められていました。買うべきですか？',
  ])('refuses the Japanese %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    'Nvidia almalı mıyım?',
    'Tesla hissesi satmalı mıyım?',
    'Şimdi Nvidia alayım mı?',
    'Altına yatırım yapmalı mıyım?',
    'Nvidia hissesi alınır mı?',
    'Tesla almaya değer mi?',
    'Apple hisselerini satmanın zamanı mı?',
    'Nvidia hakkında ne dediler? Almalı mıyım?',
    'Czy powinienem kupić Nvidię?',
    'Czy powinnam sprzedać akcje Tesli?',
    'Czy warto teraz kupować złoto?',
    'Czy opłaca się inwestować w Bitcoina?',
    'Twoim zdaniem warto kupić Apple?',
    'Tesla: kupić czy sprzedać?',
    'क्या मुझे Nvidia खरीदना चाहिए?',
    'क्या मुझे टेस्ला के शेयर बेच देने चाहिए?',
    'क्या मुझे अभी सोने में निवेश करना चाहिए?',
    'क्या Nvidia ख़रीदना सही है?',
    'Tesla खरीदूं या बेचूं?',
  ])('refuses the Turkish, Polish or Hindi %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    '我应该买特斯拉吗',
    '特斯拉值得买吗？',
    '特斯拉还能买吗？',
    '現在該賣特斯拉嗎？',
    'Tesla 사야 할까요?',
    '테슬라 지금 팔까요?',
    '테슬라에 투자해도 될까요?',
    '엔비디아 계속 들고 있어야 하나요?',
    '听说特斯拉要涨，我应该买吗？',
    'Стоит ли покупать Tesla?',
    'Мне продать акции Tesla?',
    'Tesla: держать или продавать?',
    '¿Debería comprar Tesla?',
    'Sollte ich Tesla kaufen?',
    'Dois-je acheter Tesla ?',
    'Tesla verkaufen oder halten?',
    'Nvidia: kaufen oder nicht?',
    'Ist Nvidia noch ein Kauf?',
    'Ist Tesla jetzt ein Verkauf?',
    'Lohnt sich der Einstieg bei Nvidia?',
    'Lohnt es sich, ein Kauf von Tesla?',
    '¿Vendo mis acciones de Tesla?',
    '¿Compro más Nvidia?',
    '¿Es Nvidia una buena compra?',
    'Je garde mes actions Tesla ?',
    "J'achète du Nvidia ou pas ?",
    'Je vends Tesla ?',
    'Je prends du Visa ?',
    'Sollte man Tesla behalten?',
    "Nvidia, c'est encore un achat ?",
    'Nvidia è ancora da comprare?',
    'Koop ik nu Nvidia?',
    'Zal ik Nvidia kopen?',
    'Verkopen of houden: ASML?',
    '¿Aguanto mis acciones de Nvidia o vendo?',
    'Tengo acciones de Tesla, ¿las vendo?',
    'On achète Tesla ?',
    'Je rentre sur Nvidia maintenant ?',
    'テスラ株、売り？',
    'Verkoop ik Tesla?',
    'Is Nvidia nog koopwaardig?',
    'Kupić Nvidię teraz?',
    'Sprzedać Teslę?',
    'Nvidiaは今が買い？',
    'テスラはまだ買い？',
    '现在买英伟达合适吗',
    '買英偉達行嗎',
    'Devo comprar Tesla?',
    'Moet ik dit aandeel kopen?',
    '您认为我应该买英伟达吗？',
    'Dijeron que Nvidia va a subir, ¿debería comprar acciones?',
    "Vu ce qu'ils ont dit, dois-je acheter Nvidia ?",
    'Hanno detto che Tesla scende, dovrei vendere?',
    'По вашему мнению, стоит ли покупать акции Nvidia?',
    '정말이지 지금 엔비디아를 사야 할까요?',
  ])('refuses %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  /** A meaning that speaks for a trade decision as far as one can. */
  const worst = (question: string) =>
    [1, -1].some((sign) => asksForAdvice(question, new Float32Array(384).fill(sign / Math.sqrt(384))));

  it.each([
    'テスラについて何が語られましたか',
    'テスラを買うべきだと言ったのは誰ですか？',
    'エヌビディアの利益率についてどんな議論がありましたか',
    'ポッドキャストはテスラについて何と言っていますか？',
    'ماذا قيل عن تسلا؟',
    'من قال إنه يجب شراء تسلا؟',
    'ماذا قال الضيوف عن الاستثمار في إنفيديا؟',
    'ما الحجج التي ذكرت ضد إنفيديا في البودكاست؟',
    '关于特斯拉说了什么',
    '谁说应该买特斯拉？',
    '테슬라에 대해 무슨 말이 나왔나요?',
    'Что говорили о Tesla?',
    'Кто сказал, что стоит покупать Tesla?',
    '¿Qué se dijo sobre Tesla?',
    'Was wurde über Tesla gesagt?',
    'Warum ist Nvidia ein Kauf?',
    'Was sagten die Gäste, ob Nvidia ein Kauf ist?',
    "Qui a dit qu'il garde ses actions Tesla ?",
    'Kto powiedział, że kupić Nvidię?',
    '誰がNvidiaは買いと言いましたか',
    '谁说现在买英伟达合适',
    'Nvidia hakkında ne söylendi?',
    'Konuklar Nvidia almalı mıyız sorusuna ne dedi?',
    'Tesla almak gerektiğini kim söyledi?',
    'Co powiedziano o Nvidii?',
    'Kto powiedział, że warto kupić Teslę?',
    'Czy zdaniem gości warto kupować złoto?',
    'Buffett Apple hisselerini neden sattı?',
    'Dlaczego Buffett sprzedał Apple?',
    'बफेट ने Apple क्यों बेचा?',
    'Nvidia के बारे में क्या कहा गया?',
    'किसने कहा कि Tesla खरीदना चाहिए?',
    'पॉडकास्ट में सोना खरीदने पर क्या चर्चा हुई?',
  ])('answers %s, whatever its meaning is taken for', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
    expect(worst(question)).toBe(false);
  });

  it.each([
    '特斯拉今年能卖多少辆车',
    '微软是否应该收购TikTok',
    '아마존은 AI에 얼마나 투자해야 하나요?',
    '사람들은 화성에서 살까?',
    'なぜマイクロソフトはAIに投資すべきなのか',
    'هل يجب على أمازون الاستثمار في الذكاء الاصطناعي؟',
    'Was muss Intel jetzt in Fabriken investieren?',
    'Según los invitados, ¿conviene invertir en India?',
  ])('takes what a company trades in, reasons and reports for research: %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
  });

  it.each([
    'هل استثمر بافيت في آبل؟',
    'バフェットはアップルを売却しましたか',
    '巴菲特卖了苹果吗？',
    'هل زادت مبيعات تسلا؟',
    '现在谁在买特斯拉？',
  ])('takes what somebody else did for research: %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
  });

  it.each([
    "Microsoft TikTok'u almalı mı?",
    'Intel neden fabrika satmalı?',
    'Czy Microsoft powinien kupić TikToka?',
    'Dlaczego warto inwestować w Indie?',
    'क्या माइक्रोसॉफ्ट को TikTok खरीदना चाहिए?',
    'क्या बफेट ने Apple बेचा?',
    'Wer hält Nvidia für einen Kauf?',
    'Wer hat Tesla verkauft?',
    'War ein Kauf von Warner durch Netflix im Gespräch?',
    'Ist ein Kauf von Warner durch Netflix sinnvoll?',
    '¿Es Nvidia una burbuja?',
  ])('reads no trade of the asker in %s', (question) => {
    expect(readAdvice(question)).toBeNull();
  });
});
