import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters';
import {
  createSession,
  createSignInAccount,
  createSignInToken,
  deleteSession,
  findSession,
  linkProvider,
  signInAccountByEmail,
  signInAccountById,
  signInAccountByProvider,
  takeSignInToken,
  updateSignInAccount,
} from '#server/features/accounts/signin/store.ts';
import type { Services } from '#server/platform/services.ts';

/** The sign-in library's adapter over our tables account, provider_link, session and verification_token. */
export function signInAdapter({ db, clock }: Services): Adapter {
  return {
    createUser: (user: Omit<AdapterUser, 'id'>) =>
      createSignInAccount(
        db,
        {
          email: user.email,
          emailVerified: user.emailVerified,
          name: user.name ?? null,
          image: user.image ?? null,
        },
        clock(),
      ),
    getUser: (id) => signInAccountById(db, id),
    getUserByEmail: (email) => signInAccountByEmail(db, email),
    getUserByAccount: ({ provider, providerAccountId }) =>
      signInAccountByProvider(db, provider, providerAccountId),
    updateUser: ({ id, emailVerified, name, image }) =>
      updateSignInAccount(db, {
        id,
        emailVerified: emailVerified ?? null,
        name: name ?? null,
        image: image ?? null,
      }),
    linkAccount: (link: AdapterAccount) =>
      linkProvider(db, {
        accountId: link.userId,
        type: link.type,
        provider: link.provider,
        providerAccountId: link.providerAccountId,
      }),
    createSession: async (session) => {
      await createSession(db, {
        token: session.sessionToken,
        accountId: session.userId,
        expires: session.expires,
      });
      return session;
    },
    getSessionAndUser: async (sessionToken) => {
      const found = await findSession(db, sessionToken);
      if (!found) return null;
      return {
        session: { sessionToken, userId: found.account.id, expires: found.expires },
        user: found.account,
      };
    },
    deleteSession: (sessionToken) => deleteSession(db, sessionToken),
    createVerificationToken: async ({ identifier, token, expires }) => {
      await createSignInToken(db, { identifier, hash: token, expires }, clock());
      return { identifier, token, expires };
    },
    useVerificationToken: async ({ identifier, token }) => {
      const taken = await takeSignInToken(db, identifier, token);
      return taken ? { ...taken, token } : null;
    },
  };
}
