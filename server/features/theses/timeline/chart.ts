type Counts = { readonly bullish: number; readonly neutral: number; readonly bearish: number };
type ChartWeek = Counts & { readonly weekStart: string };
type Bar = {
  readonly side: keyof Counts;
  readonly weekStart: string;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * The one chart of a stance timeline: a stack of bars a week, bullish below, in a box of `width` by `height` units; `most`
 * is the most ideas of a week. Ticker pages draw it on the server. The MCP App view is sent this function's own text and
 * draws it where nothing can be loaded: it may refer to nothing outside itself.
 */
export function stanceChart(weeks: readonly ChartWeek[]): {
  width: number;
  height: number;
  most: number;
  bars: Bar[];
} {
  const width = 1000;
  const height = 160;
  const gap = 0.25;
  const sides: (keyof Counts)[] = ['bullish', 'neutral', 'bearish'];
  const round = (units: number) => Math.round(units * 100) / 100;
  const most = Math.max(1, ...weeks.map((week) => week.bullish + week.neutral + week.bearish));
  const step = width / Math.max(1, weeks.length - gap);
  const bars = weeks.flatMap((week, index) => {
    let under = 0;
    return sides.flatMap((side): Bar[] => {
      const count = week[side];
      under += count;
      if (count === 0) return [];
      return [
        {
          side,
          weekStart: week.weekStart,
          count,
          x: round(index * step),
          y: round(height - (under / most) * height),
          width: round(step * (1 - gap)),
          height: round((count / most) * height),
        },
      ];
    });
  });
  return { width, height, most, bars };
}
