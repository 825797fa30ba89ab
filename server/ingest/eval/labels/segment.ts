import type { Cue, EpisodeInput } from '#server/domain.ts';
import { speakerLabel } from '#server/ingest/transcript/speakers.ts';

/** Reads a labelled segment: `# show:` header lines, then `[hh:mm:ss] Speaker: text` lines (docs/labelling.md). */
export function readSegment(text: string): EpisodeInput {
  const header = (name: string) => new RegExp(`^# ${name}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const window = /^# window: ([\d.]+)s\.\.([\d.]+)s/m.exec(text);
  const lines = [...text.matchAll(/^\[(\d+):(\d\d):(\d\d)\] (?:([^:\n]{1,60}): )?(.*)$/gm)];
  const seconds = lines.map((line) => Number(line[1]) * 3600 + Number(line[2]) * 60 + Number(line[3]));
  const last = window ? Number(window[2]) : (seconds.at(-1) ?? 0) + 5;
  const cues: Cue[] = lines.map((line, i) => ({
    start: seconds[i] as number,
    end: Math.max(seconds[i] as number, seconds[i + 1] ?? last),
    speaker: speakerLabel(line[4]),
    text: line[5] ?? '',
  }));
  return {
    showName: header('show'),
    episodeTitle: header('episode'),
    episodeDescription: null,
    publishedAt: new Date(0),
    people: [],
    cues,
  };
}
