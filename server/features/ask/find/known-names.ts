import { ofRecord } from '#server/api/context.ts';
import type { CallContext } from '#server/api/trpc.ts';
import {
  firstYearAired,
  listShowNames,
  listSpeakerNames,
  newestEpisodes,
} from '#server/features/ask/find/names/store.ts';
import { mayMeanNewest } from '#server/features/ask/read/period/latest-episode.ts';
import type { KnownNames } from '#server/features/ask/read/reading.ts';
import { createLinker, type Linker } from '#server/linking/linker.ts';
import { importedEntries, importMark } from '#server/linking/store.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';
import type { Db } from '#server/platform/db.ts';

type NameTools = Pick<CallContext, 'db' | 'keep'>;

/**
 * The companies, shows and speakers that a question may name, and the record's first year, with the newest episodes where one of
 * `questions` may mean one. Cached with the state of the record.
 */
export async function findKnownNames(
  tools: NameTools,
  questions: readonly string[] = [],
): Promise<KnownNames> {
  const { db } = tools;
  const { imported, shows, speakers, firstYear } = await ofRecord(tools, ['known names'], async () => {
    const [imported, shows, speakers, firstYear] = await Promise.all([
      importMark(db),
      listShowNames(db),
      listSpeakerNames(db),
      firstYearAired(db),
    ]);
    return { imported, shows, speakers, firstYear };
  });
  const newest = questions.some(mayMeanNewest)
    ? await ofRecord(tools, ['newest episodes'], () => newestEpisodes(db))
    : [];
  const newestAired = new Map(newest.map(({ id, airedAt }) => [id, airedAt]));
  return { linker: await linkerOf(db, imported), shows, speakers, firstYear, newestAired };
}

type Built = { readonly mark: string | null; readonly linker: Linker };

let built: Built | null = null;

/** The linker of the shipped universe and what operators imported; rebuilt when `mark`, which stands for the imports, changes. */
async function linkerOf(db: Db, mark: string | null): Promise<Linker> {
  if (built?.mark === mark) return built.linker;
  const universe = mark === null ? loadUniverse() : withImported(loadUniverse(), await importedEntries(db));
  built = { mark, linker: createLinker(universe) };
  return built.linker;
}
