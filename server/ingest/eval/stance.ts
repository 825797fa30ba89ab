import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Stance } from '#server/domain.ts';
import { entityStance } from '#server/language/polarity.ts';

/** An entity in a text, with a reader's tone. Offsets are characters in the text. */
export type ToneCase = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly others: readonly { readonly start: number; readonly end: number }[];
  readonly tone: string;
};

/** Shares, 0..1, of right cases and of the commonest tone, and the confusion by labelled and read tone. */
export type ToneEval = {
  readonly cases: number;
  readonly accuracy: number;
  readonly majority: number;
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** Compares entity tone with labels: bullish is positive, bearish negative, all else neutral. */
export function evalTone(cases: readonly ToneCase[]): ToneEval {
  const confusion: Record<string, Record<string, number>> = {};
  for (const one of cases) {
    const read = toneOf(entityStance(one.text, one, one.others).stance);
    const row = confusion[one.tone] ?? {};
    confusion[one.tone] = { ...row, [read]: (row[read] ?? 0) + 1 };
  }
  const right = Object.entries(confusion).reduce((sum, [tone, row]) => sum + (row[tone] ?? 0), 0);
  const sizes = Object.values(confusion).map((row) => Object.values(row).reduce((a, b) => a + b, 0));
  const total = Math.max(1, cases.length);
  return { cases: cases.length, accuracy: right / total, majority: Math.max(0, ...sizes) / total, confusion };
}

function toneOf(stance: Stance | null): string {
  if (stance === 'BULLISH') return 'positive';
  return stance === 'BEARISH' ? 'negative' : 'neutral';
}

type Paragraph = {
  readonly content: string;
  readonly annotations: readonly { readonly start: number; readonly end: number; readonly tag: string }[];
};

/** Cases of a JSON file of `{content, annotations:[{start,end,tag}]}`. */
export function paragraphCases(json: string): ToneCase[] {
  return (JSON.parse(json) as Paragraph[]).flatMap(({ content, annotations }) =>
    annotations.map((own) => ({
      text: content,
      start: own.start,
      end: own.end,
      others: annotations.filter((other) => other !== own),
      tone: own.tag.toLowerCase(),
    })),
  );
}

/** Cases of a headline table `no,title,{'entity': 'tone'},words`; entities not found word for word are left out. */
export function headlineCases(csv: string): ToneCase[] {
  return csv.split('\n').flatMap((row) => {
    const cells = /^\d+,(?:"((?:[^"]|"")*)"|([^,]*)),"?(\{.*\})"?,\d+/.exec(row);
    if (cells === null) return [];
    const text = (cells[1] ?? cells[2] ?? '').replace(/""/g, '"');
    const named = [
      ...(cells[3] ?? '').replace(/""/g, '"').matchAll(/(?:'([^']*)'|"([^"]*)"): '(\w+)'/g),
    ].flatMap(([, plain, quoted, tone]) => {
      const entity = plain ?? quoted ?? '';
      const start = text.indexOf(entity);
      return start < 0 ? [] : [{ start, end: start + entity.length, tone: tone ?? '' }];
    });
    return named.map((own) => ({ ...own, text, others: named.filter((other) => other !== own) }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of process.argv.slice(2)) {
    const file = readFileSync(path, 'utf8');
    console.log(
      JSON.stringify({
        path,
        ...evalTone(path.endsWith('.csv') ? headlineCases(file) : paragraphCases(file)),
      }),
    );
  }
}
