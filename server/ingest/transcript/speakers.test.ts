import { describe, expect, it } from 'vitest';
import { isAnonymousSpeaker } from '#server/language/people/anonymous.ts';
import { speakerLabel } from './speakers.ts';

describe('speaker labels', () => {
  it.each([
    ['Kevin:', 'Kevin'],
    ['**Elad Gil**', 'Elad Gil'],
    ['>> Ann', 'Ann'],
    ['Speaker 1', 'SPEAKER_01'],
    ['SPEAKER_00', 'SPEAKER_00'],
    ['Patrick O&#x27;Shaughnessy', 'Patrick O’Shaughnessy'.replace('’', "'")],
    [' : ', null],
    ['', null],
  ])('%j is %j', (raw, label) => {
    expect(speakerLabel(raw)).toBe(label);
  });

  it('know who is nobody in particular', () => {
    const nobody = [
      'SPEAKER_01',
      'Unknown Guest',
      'Unknown (Podcast Host)',
      'Host',
      'Guest 2',
      'Unidentified/Unknown',
      'Producer',
      'Announcer / Episode Intro',
      'Narrator / A16Z Production',
      'a16z announcer',
      'Show Disclaimer',
      'Unlabeled participant',
      'Interruption / brief interjection',
      'HubSpot Announcer',
      'Male Voice',
    ];
    const somebody = [
      'Jason Calacanis',
      'Swyx (Shawn Wang)',
      'Dr. Justin Sonnenburg',
      'Ole',
      'Joaquín Cuenca Abela',
      'Luca',
    ];
    expect(nobody.filter((label) => !isAnonymousSpeaker(label))).toEqual([]);
    expect(somebody.filter(isAnonymousSpeaker)).toEqual([]);
  });
});
