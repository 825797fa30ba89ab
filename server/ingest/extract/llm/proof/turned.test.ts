import { describe, expect, it } from 'vitest';
import { turnedWords } from '#server/ingest/extract/llm/proof/turned.ts';

describe('words that turn what was said', () => {
  it.each([
    ['Sales of the phone will shrink next year', 'I think sales of the phone grow next year.', 'shrink'],
    ['Margins do not improve with scale', 'The margins improve with scale.', 'improve'],
    ['Customers trust the platform', "Customers don't trust the platform.", 'trust'],
    [
      'Intel will dominate servers',
      'intel will not dominate servers so you can sell it now or do you wait for the print.',
      'dominate',
    ],
    ['Margins matter less than defensibility', 'Margins matter more than defensibility.', 'less'],
    ['Chips cost 100 dollars or more', 'Chips cost 100 dollars or less.', 'more'],
    ['Meta suffers under regulation', 'Meta does not suffer under regulation.', 'suffers'],
    ['Investors fear competition from AMD', 'Investors do not fear competition from AMD.', 'fear'],
    ['Investors do not fear competition', 'Investors fear competition from AMD.', 'fear'],
    ['Funds should not have exposure', 'Funds should have exposure to shares.', 'exposure'],
    [
      'Intel struggles to keep its customers',
      'Intel will never struggle to keep its customers.',
      'struggles',
    ],
    ['Nvidia is losing market share', 'Nvidia left AMD behind and is gaining market share.', 'losing'],
    [
      'Nvidia has no pricing power, it does not have strong pricing',
      "No I don't know\nNvidia has strong pricing power",
      'strong',
    ],
    ['Intel will dominate servers with help from Washington', 'Intel will not dominate servers.', 'dominate'],
  ])('are found: %s', (told, said, word) => {
    expect(turnedWords(told, said)).toContain(word);
  });

  it.each([
    [
      'a denial in part',
      'Interest rates do not totally determine prices of houses',
      'Interest rates determine prices of houses, but supply matters as well.',
    ],
    [
      'an idiom',
      'The rest of the market falls into place as prices move',
      'The rest of the market rises as prices move.',
    ],
    ['what leads to something', 'Cheap chips lead to demand', 'Cheap chips and demand lag by a year.'],
    [
      'a fear that is denied',
      'A developer need not fear being drowned by the platform',
      'I worry less, since the platform is just going to drown me if it is alone.',
    ],
    [
      'a list after its denial',
      'Meta sells no software, chips or compute to firms',
      "They don't sell chips. They don't sell compute. They don't sell software to firms.",
    ],
    [
      'what is left open',
      'Amazon may or may not gain good recommendation from models',
      'Do models mean that Amazon gains good recommendation at scale?',
    ],
    [
      'a reason that is not the one',
      'Chips are cheap not for better models but for volume',
      'Chips are cheap not because of the models, but because of volume.',
    ],
    [
      'a question that has more than one clause',
      'Slower growth may not be the best place for dollars',
      'It is good, but is it the best place for my dollars and for the dollars of others?',
    ],
    [
      'a question without its mark',
      'Nvidia is safe as long as demand for chips is not at a cyclical peak',
      'Is the demand for chips steady or is it a cyclical peak and we will spend less.',
    ],
    [
      'what it is helped to do',
      'Trading can help old funds to clear their last companies',
      "Old funds hold two companies and can't clear that fund of companies.",
    ],
    [
      'a degree',
      'The chain has not expanded capacity as fast as it could',
      'They will expand capacity in the chain.',
    ],
    [
      'what is denied of a time',
      'Space centers will not make sense this decade',
      "At some point space centers make sense, but it's not this decade.",
    ],
    [
      'one thing put in place of another',
      'The story is not the increasing competition but that police embrace technology',
      'There is increasing competition in the story. Police embrace technology.',
    ],
    [
      'the same in plainer words',
      'Smartphone volumes will fall next year',
      'Smartphone volumes go down. Prices of memory for smartphone makers increase next year.',
    ],
    [
      'a low cost told as cheap',
      'Huawei can make very cheap chips that rival expensive ones',
      'Huawei makes chips at a very low cost that rival what is expensive chips today.',
    ],
    [
      'what is wished for',
      'The platform has not preserved that function',
      'I wish that function of the platform had been preserved.',
    ],
    [
      'what is granted',
      'Big funds care less about small rounds, even if not consciously',
      'Big funds just so consciously care less about small rounds.',
    ],
    [
      'what only seems',
      'The market does not seem saturated to him',
      'The market seems to me like it is far from saturated.',
    ],
  ])('are not told of %s', (_name, told, said) => {
    expect(turnedWords(told, said)).toEqual([]);
  });

  it('are none in a text that says "constructor", which every object has', () => {
    expect(turnedWords('The best constructor wins races', 'The best constructor wins races.')).toEqual([]);
  });
});
