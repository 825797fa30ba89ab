'use server';

import { revalidatePath } from 'next/cache';
import { notFound } from 'next/navigation';
import { entriesOf } from '../_server/field.ts';
import { serverSide } from '../_server/load.ts';
import { viewer } from '../_server/reader.ts';
import type { Outcome } from '../_ui/outcome.ts';

/** Carries out what a form of the operator's page asks for. 404 for a reader who is no operator. */
export async function operate(_before: Outcome, form: FormData): Promise<Outcome> {
  const entries = entriesOf(form);
  const fields = Object.fromEntries(Object.entries(entries).map(([name, values]) => [name, values.at(-1)]));
  const done = await (await serverSide()).operate(await viewer(), fields);
  if (done === null) notFound();
  revalidatePath('/operator');
  return done.ok ? done : { ...done, entries };
}
