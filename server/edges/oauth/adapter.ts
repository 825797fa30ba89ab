import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
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
export function recordsOf({ db, clock }: Services, kind: string): Adapter {
  return {
    upsert: async (id, payload, expiresIn) => {
      const seconds = kind === 'Client' ? CLIENT_SECONDS : expiresIn;
      await upsertRecord(db, {
        kind,
        id,
        payload,
        grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
        expiresAt: seconds ? new Date(clock().getTime() + seconds * 1000) : null,
      });
    },
    find: async (id) => (await findRecord(db, kind, id)) as AdapterPayload | undefined,
    findByUid: async (uid) => (await findRecordByUid(db, kind, uid)) as AdapterPayload | undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await consumeRecord(db, kind, id, Math.floor(Date.now() / 1000))) return;
      throw new errors.InvalidGrant('it was used already');
    },
    destroy: async (id) => {
      if (kind === 'Grant') await revokeGrant(db, { id }, clock());
      else await deleteRecord(db, kind, id);
    },
    revokeByGrantId: async (grantId) => deleteRecordsOfGrant(db, grantId),
  };
}
