import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cue, Extraction } from '#server/domain.ts';
import { correctionsOfIdea } from '#server/features/corrections/made/store.ts';
import { withdrawnPeople } from '#server/features/visibility/withdrawn/store.ts';
import { drain } from '#server/ingest/drain.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { admitPerson, placesNaming, withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { captionsBy, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** A show, read from its feed, whose guest asks to be taken out. */
let services: TestServices;
let account: Awaited<ReturnType<typeof accountWithKey>>;
const source = publisher();
const PERSON = '<podcast:person role="guest">Ada Reed</podcast:person>';
const OTHERS = '<podcast:person role="guest">Bob Baker</podcast:person>';
const ARGUMENT = [
  'I think Nvidia is the strongest business in the industry because its software locks customers in.',
  'Nvidia grew revenue 60% last year and Nvidia has $90 billion of long-term contracts.',
  'The risk for Nvidia is that three customers are half of its sales, but Nvidia keeps its margins.',
];
const ANSWER = [
  'I would not own Intel because its debt is four times its earnings and its factories lose $7 billion a year.',
  'Intel has no customer for its new process, so I expect Intel to burn cash for years.',
  'The risk to my view on Intel is a big customer that signs next year.',
];

beforeAll(async () => {
  services = await testServices();
  account = await accountWithKey(services, { plan: 'premium' });
  const said = captionsBy(
    ['Bob Baker', 'Welcome to Slow Money, with me is Ada Reed. Ada Reed, what do you make of Nvidia?'],
    ...ARGUMENT.map((words) => ['Ada Reed', words] as const),
    ['Bob Baker', 'Right.'],
    ...ANSWER.map((words) => ['Bob Baker', words] as const),
  );
  for (const guid of ['a', 'b']) source.put(`${PUBLISHER}/${guid}.vtt`, said);
  source.publish([{ guid: 'a', transcript: 'a.vtt', people: `${PERSON}${OTHERS}` }], FEED_URL, 'Slow Money');
  await read();
});
afterAll(() => services.close());

let feedId = '';
async function read(): Promise<void> {
  feedId ||= (await addFeed(services.db, FEED_URL, services.clock())).id;
  await drain(services, tools, [feedId], () => undefined);
}
const tools: IngestTools = {
  fetchGuarded: source.fetchGuarded,
  extractor: { version: 'rules-9.0.0', extract: async (input) => argued(input.cues) },
  speech: null,
  close: async () => undefined,
};

/** One idea on each company with whose argument a cue begins, by the speaker of its label. */
function argued(cues: readonly Cue[]): Extraction {
  const opened = [
    ['NVDA', 'Nvidia', ARGUMENT[0]!, 'BULLISH'],
    ['INTC', 'Intel', ANSWER[0]!, 'BEARISH'],
  ] as const;
  const ideas = opened.flatMap(([symbol, company, words, stance]) => {
    const cue = cues.find(({ text }) => text === words);
    if (!cue) return [];
    const thesis = `${cue.speaker} argues that ${words.replace(/^I \w+ /, '')}`;
    return {
      ...{ subject: { kind: 'ticker' as const, key: symbol, name: company }, tickers: [symbol] },
      ...{ headline: `${cue.speaker} on ${company}`, thesis, statement: thesis, context: null, stance },
      ...{ direction: stance === 'BULLISH' ? ('bullish' as const) : ('bearish' as const), depth: 3 as const },
      ...{ mentionedTickers: [], entities: [], themes: [], ideaType: 'investment' as const },
      speaker: { name: cue.speaker!, title: null, role: 'guest' as const },
      ...{ startSeconds: cue.start, endSeconds: cue.end, quote: proveQuote([cue], words, 0)! },
      ...{
        riskFlags: [],
        validationSignals: [],
        participationEtfs: [],
        participationTheme: null,
        confidence: 0.9,
      },
    };
  });
  const names = Object.fromEntries(cues.flatMap(({ speaker }) => (speaker ? [[speaker, speaker]] : [])));
  return { ideas, mentions: [], heldBack: [], adRanges: [], names };
}

/** How many rows of each table hold a text, without hidden ideas. */
async function rowsHolding(text: string): Promise<Record<string, number>> {
  const named = await services.db.rows(
    { name: computed.text },
    sql`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const counted: [string, number][] = [];
  for (const { name } of named) {
    const shown = name === 'idea' ? 'AND NOT hidden' : '';
    const { rows } = await services.db.pool.query(
      `SELECT count(*)::int AS n FROM "${name}" AS t WHERE t::text ILIKE $1 ${shown}`,
      [`%${text}%`],
    );
    if (rows[0].n > 0) counted.push([name, rows[0].n]);
  }
  return Object.fromEntries(counted);
}

const speakers = async () =>
  (
    await services.db.rows(
      { name: tables.idea.speakerName },
      sql`SELECT "speakerName" AS name FROM idea WHERE NOT hidden AND "supersededAt" IS NULL ORDER BY 1`,
    )
  ).map(({ name }) => name);

describe('a person who is withdrawn', () => {
  let taken: Awaited<ReturnType<typeof withdrawPerson>>;
  let ideaId = '';

  beforeAll(async () => {
    ideaId = (await services.db.row(
      { id: tables.idea.id },
      sql`SELECT id FROM idea WHERE "speakerName" = 'Ada Reed'`,
    ))!.id;
    const asked = await call(services, 'POST', '/v1/agent/ask', {
      key: account.key,
      body: { question: 'What did Ada Reed say about Nvidia?' },
    });
    expect(asked.body.answer).toContain('Ada Reed');
    expect(await speakers()).toEqual(expect.arrayContaining(['Ada Reed', 'Bob Baker']));
    taken = (await withdrawPerson(services.db, ' ada  REED ', services.clock()))!;
  });

  it('is told how much was taken out', () => {
    expect(taken).toEqual({ ideas: 1, episodes: 1, answers: 1, beside: 1, others: [] });
  });

  it('is an unknown idea to callers, and others’ ideas stay', async () => {
    expect((await call(services, 'GET', `/v1/agent/ideas/${ideaId}`, { key: account.key })).status).toBe(404);
    expect(await speakers()).toEqual(['Bob Baker']);
  });

  it('is named by no row but what the account holder asked, what others said, and the note of it', async () => {
    expect(await rowsHolding('Ada Reed')).toEqual({
      conversation: 1,
      message: 1,
      passage: 1,
      setting: 1,
      transcript: 1,
    });
    expect(await rowsHolding('locks customers in')).toEqual({});
  });

  it('stays away when the episode is read again, and when the feed names them anew', async () => {
    await drain(services, tools, [], () => undefined);
    const episodes = ['a', 'b'].map((guid) => ({
      guid,
      transcript: `${guid}.vtt`,
      people: `${PERSON}${OTHERS}`,
    }));
    source.publish(episodes, FEED_URL, 'Slow Money');
    await read();
    expect(await rowsHolding('locks customers in')).toEqual({});
    const { guests } = (await services.db.row(
      { guests: computed.texts },
      sql`SELECT array_agg(guest ORDER BY guid) AS guests FROM episode`,
    ))!;
    expect(guests).toEqual(['Bob Baker', 'Bob Baker']);
    expect(await speakers()).toEqual(['Bob Baker', 'Bob Baker']);
    const { windows } = (await services.db.row(
      { windows: computed.int },
      sql`SELECT count(*)::int AS windows FROM passage`,
    ))!;
    expect(windows).toBeGreaterThan(1);
  });

  it('is still named in what others said and in a publisher’s notes, which the operator is shown', async () => {
    expect(await placesNaming(services.db, 'Ada Reed', 10)).toEqual([]);
    await services.db.run(sql`UPDATE episode SET description = 'With Ada Reed.' WHERE guid = 'a'`);
    expect(await placesNaming(services.db, 'Ada Reed', 10)).toMatchObject([
      { kind: 'episode', title: 'Episode 1' },
    ]);
  });

  it.each([
    ["Kevin O'Leary", 'Kevin O’Leary'],
    ['Kevin O’Leary', "Kevin O'Leary"],
    ['José Élan'.normalize('NFC'), 'José Élan'.normalize('NFD')],
    ['José Élan'.normalize('NFD'), 'José Élan'.normalize('NFC')],
  ])('is found in notes by other characters of the same name: %s, %s', async (name, written) => {
    await services.db.run(sql`UPDATE episode SET description = ${`With ${written}.`} WHERE guid = 'a'`);
    expect(await placesNaming(services.db, name, 10)).toMatchObject([{ title: 'Episode 1' }]);
  });

  it('stays withdrawn, once, until admitted again', async () => {
    expect(await withdrawPerson(services.db, 'Ada Reed', services.clock())).toMatchObject({ ideas: 0 });
    await withdrawPerson(services.db, "Cem O'Neill", services.clock(), { inAdvance: true });
    expect(await withdrawnPeople(services.db)).toEqual(new Set(['ada reed', "cem o'neill"]));
    expect(await admitPerson(services.db, 'ADA   REED')).toBe(true);
    expect(await admitPerson(services.db, 'Ada Reed')).toBe(false);
    expect(await withdrawnPeople(services.db)).toEqual(new Set(["cem o'neill"]));
  });
});

describe('a name', () => {
  const withdraw = (name: string) => withdrawPerson(services.db, name, services.clock());
  const answers = async () =>
    (
      await services.db.rows(
        { text: tables.message.text },
        sql`SELECT text FROM message WHERE kind = 'answer' ORDER BY text`,
      )
    ).map(({ text }) => text);
  /** The answers that an account holder keeps, and what the only episode's notes say. */
  async function told(kept: readonly string[], notes = ''): Promise<void> {
    await services.db.run(sql`DELETE FROM message`);
    for (const text of kept) {
      const { id } = (await services.db.row(
        pick(tables.conversation, 'id'),
        sql`SELECT id FROM conversation LIMIT 1`,
      ))!;
      await services.db.run(sql`
        INSERT INTO message ("conversationId", kind, text, answer) VALUES (${id}::uuid, 'answer', ${text}, '{"citations": []}')`);
    }
    await services.db.run(sql`UPDATE episode SET description = ${notes}`);
  }

  it.each(['a', 'the', 'Reed', 'of the', 'Nobody Known'])(
    'that the record does not hold takes no answer with its words out: %s',
    async (name) => {
      const kept = ['The rest of the shows agreed that a reed bends.'];
      await told(kept, 'The best of the year: a reed bends.');
      const before = await withdrawnPeople(services.db);
      expect(await withdraw(name)).toBeNull();
      expect(await answers()).toEqual(kept);
      expect(await withdrawnPeople(services.db)).toEqual(before);
    },
  );

  it('takes the answers out that tell of the person by it, and none with a longer one', async () => {
    const others = ['Rex Quinnell argues that Intel grows.', 'Trex Quinn is nobody.'];
    await told(['Rex  Quinn’s view is that Intel grows.', ...others]);
    expect(await withdraw('REX QUINN')).toMatchObject({ answers: 1 });
    expect(await answers()).toEqual(expect.arrayContaining(others));
  });

  it('of one word takes the answers out that cite what stands under it', async () => {
    const [cited, other] = ['What Madge says of Intel [1].', 'A Madge of another show.'];
    await told([cited, other]);
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text)
      SELECT id, 600, 640, 'Madge', 'Intel grows.' FROM episode WHERE guid = 'a'`);
    await services.db.run(sql`
      UPDATE message SET answer = jsonb_build_object('citations', jsonb_build_array(jsonb_build_object(
        'episodeId', (SELECT id FROM episode WHERE guid = 'a'), 'timestampSeconds', 605, 'ideaId', NULL))) WHERE text = ${cited}`);
    expect(await withdraw('Madge')).toMatchObject({ ideas: 0, episodes: 1, answers: 1, others: [] });
    expect(await answers()).toContain(other);
  });

  it('is emptied out of the notes of corrections that tell of them, and no other note is', async () => {
    const { id } = (await services.db.row(
      pick(tables.idea, 'id'),
      sql`SELECT id FROM idea WHERE "speakerName" = 'Bob Baker' AND "supersededAt" IS NULL LIMIT 1`,
    ))!;
    const notes = ['Eve Stone was named; Bob Baker speaks.', 'The estone of it was misheard.'];
    await services.db.run(sql`
      INSERT INTO idea_version ("ideaId", at, before, note)
      SELECT ${id}::uuid, now() + n * interval '1 second', '{}', note FROM unnest(${notes}::text[]) WITH ORDINALITY AS told (note, n)`);
    expect(await withdraw('Eve Stone')).not.toBeNull();
    const shown = (await correctionsOfIdea(services.db, id)).map(({ note }) => note);
    expect(shown).toEqual([notes[1], null]);
  });

  it('that only a publisher’s notes hold is one that the record holds', async () => {
    await told([], 'With Dee Marsh.');
    expect(await withdraw('Dee Marsh')).toEqual({ ideas: 0, episodes: 0, answers: 0, beside: 0, others: [] });
  });

  it('is compared without regard to the case of any letter, and to the spaces in it as they are stored', async () => {
    await services.db.run(sql`UPDATE episode SET guest = 'Élodie  Åberg' WHERE guid = 'b'`);
    await withdraw('ÉLODIE ÅBERG');
    expect(await rowsHolding('Élodie')).toEqual({});
  });
});
