import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { isText } from '#server/api/inputs.ts';
import { checkResource } from '#server/edges/oauth/tokens.ts';
import { REUSE_SECONDS } from '#server/features/grants/rules.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  endGrant,
  findRecord,
  findRecordByUid,
  upsertRecord,
} from '#server/features/grants/store.ts';
import { DAY_SECONDS } from '#server/platform/clock.ts';
import type { Services } from '#server/platform/services.ts';

/** Seconds after which a registered client without a connection is deleted. */
const CLIENT_SECONDS = 365 * DAY_SECONDS;

/** The library's storage for records of one kind, in our database. */
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
      if (kind === 'Grant') await endGrant(db, id, clock());
      else await deleteRecord(db, kind, id);
    },
    revokeByGrantId: async (grantId) => deleteRecordsOfGrant(db, grantId),
  };
}

/** The library counts in whole seconds of the real time. */
function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** A refresh token that may still be used again looks unused to the library. */
function unlessJustUsed({ consumed, ...fresh }: Readonly<Record<string, unknown>>) {
  const isOver = typeof consumed === 'number' && consumed <= secondsNow() - REUSE_SECONDS;
  return isOver ? { ...fresh, consumed } : fresh;
}

/** Throws for a record with text that PostgreSQL cannot hold: NUL or lone surrogates. */
function refuseNoText(kind: string, payload: AdapterPayload): void {
  JSON.stringify(payload, (name, value: unknown) => {
    if (isText(name) && (typeof value !== 'string' || isText(value))) return value;
    if (kind === 'Client') throw new errors.InvalidClientMetadata('it holds a character that is not text');
    throw new errors.InvalidRequest('it holds a character that is not text');
  });
}
