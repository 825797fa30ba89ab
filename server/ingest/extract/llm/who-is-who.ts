import { z } from 'zod';
import type { EpisodeInput } from '#server/domain.ts';
import { readListed } from '#server/ingest/extract/llm/answer.ts';
import type { EpisodeReading, Moment } from '#server/ingest/extract/llm/episode-reading.ts';
import { about, turnHead } from '#server/ingest/extract/llm/prompt.ts';
import { afterHearing, HEARD, type Heard } from '#server/ingest/extract/speakers/heard.ts';

const voice = z.strictObject({
  label: z.string().describe('the label, exactly as listed'),
  lines: z.array(z.number()).describe('the lines that speak for it or against it, six at most'),
  heard: z.enum(HEARD),
});

/** The JSON schema that the answer to who is who must have. */
export const voicesSchema = z.toJSONSchema(z.strictObject({ voices: z.array(voice) }));

const TASK = `Do not list ideas this time: tell who is who. Transcripts are often labelled by a machine, and wrongly: names are given to the wrong voice or exchanged between two, one label holds several people, a guest of another episode or a public figure is named who is not here. Judge each label by what is said under it, over all lines: who opens the show and asks, who is presented or addressed by name and then answers, who speaks of their own firm, book or past, who calls the label's own name or speaks of it as of somebody else. The show, its title and its notes tell who should be here. Answer with one JSON object {"voices": [...]}, one entry for each label, in the order of the list:
- label: as listed.
- lines: the numbers of the lines that speak for it or against it, six at most.
- heard: "as labelled" where the lines bear out that the voice is that person (presented or addressed by that name and answering, or speaking of what is that person's own, and nothing speaks against it); "another" where it is somebody else; "several" where lines of two or more people stand under it beyond a slip or two; "cannot tell" where the lines bear out neither, or where the label names nobody. A name that merely fits is not borne out.`;

/** Asks who speaks under an episode's labels; null where none names anybody. */
export function voicesPromptOf(
  input: EpisodeInput,
  { cast, voices, moments }: EpisodeReading,
): string | null {
  const isAsked = cast.some(([, { asLabelled }]) => asLabelled !== null);
  if (!isAsked) return null;
  return [
    ...about(input),
    '',
    TASK,
    '',
    'Labels:',
    ...voices.map(
      ({ label, share, asks }) =>
        `- ${label}: ${inHundred(share)} of the words, questions ${inHundred(asks)} of its sentences`,
    ),
    '',
    'From the transcript, with gaps ("..."):',
    ...moments.flatMap((moment, i) => [...headOf(moment, moments[i - 1]), `${i + 1}| ${moment.text}`]),
  ].join('\n');
}

function headOf(moment: Moment, before: Moment | undefined): string[] {
  if (moment.afterGap) return ['...', turnHead(moment)];
  return before?.speaker === moment.speaker ? [] : [turnHead(moment)];
}

function inHundred(share: number): string {
  return `${Math.round(share * 100)} in 100`;
}

/** The reading with its labels as heard; an unreadable answer changes nothing. */
export function afterVoices(reading: EpisodeReading, answer: string): EpisodeReading {
  const heard = readVoices(answer);
  const cast = new Map(
    reading.cast.map(([label, member]) => [
      label,
      afterHearing(member, heard.get(label) ?? 'cannot tell', reading.joined),
    ]),
  );
  return {
    ...reading,
    cast: [...cast],
    windows: reading.windows.map((window) => ({
      ...window,
      speakers: window.speakers.map(([label, speaker]) => [label, cast.get(label) ?? speaker]),
    })),
  };
}

function readVoices(answer: string): ReadonlyMap<string, Heard> {
  const entries = (readListed(answer, 'voices') ?? []).flatMap((raw) => {
    const read = said.safeParse(raw);
    return read.success ? [[read.data.label, read.data.heard] as const] : [];
  });
  return new Map(entries);
}
const said = z.object({ label: z.string(), heard: z.enum(HEARD) });
