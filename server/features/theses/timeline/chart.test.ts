import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stanceChart } from './chart.ts';

const week = (bullish: number, neutral: number, bearish: number, weekStart = '2026-09-07T00:00:00.000Z') => ({
  weekStart,
  bullish,
  neutral,
  bearish,
});

describe('the chart of a stance timeline', () => {
  it('stacks the ideas of a week, bullish below, and draws nothing for none', () => {
    const { most, bars } = stanceChart([week(2, 1, 1), week(0, 0, 0), week(0, 0, 2)]);
    expect(most).toBe(4);
    expect(bars.map(({ side, count, y, height }) => [side, count, y, height])).toEqual([
      ['bullish', 2, 80, 80],
      ['neutral', 1, 40, 40],
      ['bearish', 1, 0, 40],
      ['bearish', 2, 80, 80],
    ]);
    expect(stanceChart([]).bars).toEqual([]);
  });

  it('keeps every bar inside the box, weeks apart, heights in proportion', () => {
    const count = fc.nat({ max: 50 });
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count, count), { minLength: 1, maxLength: 105 }), (counts) => {
        const weeks = counts.map(([a, b, c]) => week(a, b, c));
        const { width, height, most, bars } = stanceChart(weeks);
        for (const bar of bars) {
          expect(bar.x).toBeGreaterThanOrEqual(0);
          expect(bar.x + bar.width).toBeLessThanOrEqual(width + 0.02);
          expect(bar.y).toBeGreaterThanOrEqual(-0.02);
          expect(bar.y + bar.height).toBeLessThanOrEqual(height + 0.02);
          expect(bar.height).toBeCloseTo((bar.count / most) * height, 1);
        }
        const drawn = bars.reduce((sum, bar) => sum + bar.count, 0);
        expect(drawn).toBe(counts.flat().reduce((sum, each) => sum + each, 0));
      }),
    );
  });

  it('refers to nothing outside itself, so that its text draws the same where nothing can be loaded', () => {
    const alone = new Function(`return (${stanceChart.toString()})`)() as typeof stanceChart;
    const weeks = [week(3, 1, 0), week(0, 2, 5), week(1, 1, 1)];
    expect(alone(weeks)).toEqual(stanceChart(weeks));
  });
});
