import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { isText } from '#server/api/inputs.ts';
import { checkResource } from '#server/edges/oauth/tokens.ts';
import { REUSE_SECONDS } from '#server/features/grants/rules.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  findRecordByUid,
  revokeGrant,
  upsertRecord,
} from '#server/features/grants/store.ts';
import type { Services } from '#server/platform/services.ts';

/** A client that registered itself and was never allowed anything is forgotten after this long. */
const CLIENT_SECONDS = 365 * 86_400;

/** Keeps the records of one kind in the database. */
export function recordsOf({ db, clock, env }: Services, kind: string): Adapter {
  return {
    upsert: async (id, payload, expiresIn) => {
      refuseNoText(kind, payload);
      const seconds = kind === 'Client' ? CLIENT_SECONDS : expiresIn;
      await upsertRecord(db, {
        kind,
        id,
        payload,
        grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
        expiresAt: seconds ? new Date(clock().getTime() + seconds * 1000) : null,
      });
    },
    find: async (id) => {
      if (kind === 'AuthorizationCode' || kind === 'RefreshToken') checkResource(env.webUrl);
      const found = isText(id) ? await findRecord(db, kind, id) : undefined;
      return (found && kind === 'RefreshToken' ? unlessJustUsed(found) : found) as AdapterPayload | undefined;
    },
    findByUid: async (uid) =>
      (isText(uid) ? await findRecordByUid(db, kind, uid) : undefined) as AdapterPayload | undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const again = kind === 'RefreshToken' ? REUSE_SECONDS : 0;
      if (await consumeRecord(db, kind, id, secondsNow(), again)) return;
      throw new errors.InvalidGrant('it was used already');
    },
    destroy: async (id) => {
      if (kind === 'Grant') await revokeGrant(db, { id }, clock());
      else await deleteRecord(db, kind, id);
    },
    revokeByGrantId: async (grantId) => deleteRecordsOfGrant(db, grantId),
  };
}

/** The library counts in whole seconds of the real time. */
function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** A refresh token that was first used so lately that it may be used again is as one that was not used. */
function unlessJustUsed({ consumed, ...fresh }: Readonly<Record<string, unknown>>) {
  const isOver = typeof consumed === 'number' && consumed <= secondsNow() - REUSE_SECONDS;
  return isOver ? { ...fresh, consumed } : fresh;
}

/** Refuses what PostgreSQL cannot hold: NUL and halves of characters (RFC 6749, 5.2; RFC 7591, 3.2.2). */
function refuseNoText(kind: string, payload: AdapterPayload): void {
  JSON.stringify(payload, (name, value: unknown) => {
    if (isText(name) && (typeof value !== 'string' || isText(value))) return value;
    if (kind === 'Client') throw new errors.InvalidClientMetadata('it holds a character that is not text');
    throw new errors.InvalidRequest('it holds a character that is not text');
  });
}
