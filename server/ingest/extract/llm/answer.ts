import { z } from 'zod';

/**
 * One idea as a language model is asked to give it. Only kinds and fixed choices stand here, which every provider's structured
 * output takes; lengths, ranges and truth are for the proof.
 */
export const ideaShape = z.strictObject({
  subject: z.string().describe('id of the subject, from the list of subjects'),
  alsoAbout: z
    .array(z.string())
    .describe('ids of other subjects that the same claim is made of; usually empty'),
  against: z
    .string()
    .nullable()
    .describe('id of the subject it is set against in a relative trade, else null'),
  speaker: z
    .string()
    .nullable()
    .describe('who says it, exactly as the transcript names the speaker; null when it names nobody'),
  firstLine: z.number().describe('number of the first line of the passage'),
  lastLine: z.number().describe('number of the last line of the passage'),
  quoteLine: z.number().describe('number of the line in which the quote begins'),
  quote: z
    .string()
    .describe(
      'the one or two sentences that carry the claim, copied letter for letter, at most 300 characters',
    ),
  stance: z.enum(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED']),
  depth: z.number().describe('1 to 5'),
  ideaType: z.enum(['investment', 'concept']),
  argument: z
    .string()
    .describe('the argument as a clause that can follow "argues that", third person, present tense'),
  grounds: z
    .array(z.string())
    .describe('one to three short noun phrases for what the argument rests on, neutral, without stance'),
  context: z
    .string()
    .nullable()
    .describe('one to four sentences, third person, on how the argument was made'),
  risks: z.array(z.string()).describe('risks named on the show, short'),
  signals: z.array(z.string()).describe('what the speaker says would confirm or refute it, short'),
  certain: z.boolean().describe('false when a careful reader might not list it'),
});

/** A language model's idea of the right form; nothing in it is believed before it is proven. */
export type ClaimedIdea = z.infer<typeof ideaShape>;

/** The JSON schema that the answer for a window must have. */
export const answerSchema = z.toJSONSchema(z.strictObject({ ideas: z.array(ideaShape) }));

/** More ideas than a window can hold; what follows is not looked at. */
const MOST_IDEAS = 30;

const answer = z.object({ ideas: z.array(z.unknown()) });

/** The ideas of a language model's answer, each still to be read; null when it is not JSON of that form. */
export function readAnswer(given: string): unknown[] | null {
  // Local models think aloud before they answer, and put the answer in a fence.
  const text = given.replace(/<think>[\s\S]*?<\/think>/g, '');
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  try {
    const read = answer.safeParse(JSON.parse(text.slice(start, end + 1)));
    return read.success ? read.data.ideas.slice(0, MOST_IDEAS) : null;
  } catch {
    return null;
  }
}
