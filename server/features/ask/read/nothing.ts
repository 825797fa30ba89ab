import { asksForIdeasInTime } from '#server/features/ask/read/period/first-or-last.ts';
import { hasTopic, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';

const POLITE =
  'ok(?:ay)?|thanks?|thank you|thx|cheers|hello|hi|hey|good (?:morning|afternoon|evening|day)|(?:good)?bye|great|cool|nice|got it|please|yes|no|test|testing|perfect|awesome|understood|lol|haha|wow|hmm+|sounds good|good job|how are you';
const THANKS_ABROAD =
  '(?:muchas )?gracias|merci(?: beaucoup| bien)?|(?:vielen |herzlichen )?dank|danke(?: schön| dir| ihnen)?|(?:mille |tante )?grazie(?: mille)?|(?:muito )?obrigad[oa]|dank (?:je|u)(?: wel)?|bedankt|hartelijk dank|dzięk(?:i|uję)(?: bardzo)?|teşekkür(?:ler| ederim)|tack(?: så mycket)?|спасибо(?: большое)?|ありがとう(?:ございます)?|(?:谢谢|謝謝)(?:你|您)?|감사합니다|شكرا';
const GREETINGS_ABROAD = 'bonjour|hallo|hola|ciao|guten (?:tag|morgen|abend)';
/** "That was very helpful", "for the answer", "so much". */
const BESIDE_THANKS =
  '(?:that|this|it) (?:was|is)|(?:very |really )?(?:helpful|clear|interesting|useful)|for (?:the|your|that) (?:answers?|help)|so much|very much|a lot|there|everyone|earmark';
/** Words of courtesy, and of nothing else. */
const COURTESY = new RegExp(
  `^(?:[^\\p{L}\\p{N}]*(?:${[POLITE, THANKS_ABROAD, GREETINGS_ABROAD, BESIDE_THANKS].join('|')}))+[^\\p{L}\\p{N}]*$`,
  'iu',
);

/** Whether a text is courtesy alone: "Thanks!", "hello there". */
export function isCourtesy(question: string): boolean {
  return COURTESY.test(question);
}

/** Whether a question, with what it takes from earlier ones, names nobody and has no topic, side or period, whom it disagrees with or order. */
export function asksNothing(reading: QuestionReading): boolean {
  const { text, side, risks, period, against } = reading;
  const isOpen = side === null && !risks && period === null && against === null;
  return isOpen && !isNamed(reading) && !hasTopic(reading) && !asksForIdeasInTime(text);
}

/**
 * The words of a text that is not put as a question and names nobody. When the record has none of them, nothing is asked.
 * Null for any other text, and for scripts that do not separate words.
 */
export function looseWords(question: string, reading: QuestionReading): readonly string[] | null {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  const { asked } = topicQuery(question);
  if (question.includes('?') || isNamed(reading) || asked.length < new Set(words).size) return null;
  return words.every((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word)) ? asked : null;
}

function isNamed({ subjects, themes, shows, people }: QuestionReading): boolean {
  return subjects.length + themes.length + shows.length + people.length > 0;
}

/** Whether the rest of a question beside its names asks nothing: "what about" gold, Tesla "stock". */
export function saysNothing(besideNames: string): boolean {
  return !/[\p{L}\p{N}]/u.test(besideNames.replace(AROUND_NAMES, ' '));
}

const AROUND_NAMES =
  /^[^\p{L}\p{N}]*(?:(?:and|so|but|then) )?(?:(?:what|how) about |(?:on|about|of|for) )?|\b(?:the|and|vs|versus|stocks?|shares?|inc|corp|please)\b/giu;
