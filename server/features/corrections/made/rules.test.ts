import { describe, expect, it } from 'vitest';
import {
  type Reviewed,
  SAME_ARGUMENT_SECONDS,
  saysTheSame,
} from '#server/features/corrections/made/rules.ts';

describe('what an analysis says again', () => {
  const reviewed: Reviewed = {
    id: 'a',
    hidden: false,
    subjects: [
      { kind: 'ticker', key: 'BHP' },
      { kind: 'ticker', key: 'TGT' },
    ],
    speakers: ['Ada', 'Ben'],
    spans: [{ start: 100, end: 104 }],
  };
  const found = (key: string, start: number, speaker: string | null = null) => ({
    kind: 'ticker',
    key,
    speaker,
    start,
    end: start + 5,
  });

  it('is a subject that the idea is or was about, near it', () => {
    expect(saysTheSame(reviewed, found('TGT', 90))).toBe(true);
    expect(saysTheSame(reviewed, found('BHP', 104 + SAME_ARGUMENT_SECONDS))).toBe(true);
    expect(saysTheSame(reviewed, found('BHP', 105 + SAME_ARGUMENT_SECONDS))).toBe(false);
    expect(saysTheSame(reviewed, found('KO', 100))).toBe(false);
    expect(saysTheSame({ ...reviewed, spans: [] }, found('TGT', 9000))).toBe(true);
  });

  it('is not what another speaker answers beside it', () => {
    expect(saysTheSame(reviewed, found('BHP', 110, 'Ben'))).toBe(true);
    expect(saysTheSame(reviewed, found('BHP', 110, 'Cora'))).toBe(false);
    expect(saysTheSame({ ...reviewed, speakers: ['Ada', null] }, found('BHP', 110, 'Cora'))).toBe(true);
  });

  it('is not what anybody named says beside the words of a withdrawn person', () => {
    const withdrawn = { ...reviewed, speakers: [] };
    expect(saysTheSame(withdrawn, found('BHP', 110, 'Cora'))).toBe(false);
    expect(saysTheSame(withdrawn, found('BHP', 110))).toBe(true);
    expect(saysTheSame(withdrawn, found('BHP', 102, 'Cora'))).toBe(true);
  });

  it('is what the same speaker says, however the name is written', () => {
    const ada = { ...reviewed, speakers: ["Ada O'Leary"] };
    expect(saysTheSame(ada, found('BHP', 110, 'Ada  O’Leary'))).toBe(true);
  });

  it('is the same words, whoever is named for them now', () => {
    expect(saysTheSame(reviewed, found('BHP', 102, 'Cora'))).toBe(true);
  });
});
