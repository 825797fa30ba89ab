'use server';

import { redirect } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import { forgetSession, sessionToken } from '../../(auth)/session.ts';

/** Ends the session of this browser and redirects to the front page. */
export async function signOut(): Promise<void> {
  const token = await sessionToken();
  if (token) await (await serverSide()).endSessions({ token });
  await forgetSession();
  redirect('/');
}
