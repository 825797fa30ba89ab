-- The tokens of a sign-in provider are not kept: nothing ever wrote or read these.
ALTER TABLE "provider_link" DROP COLUMN IF EXISTS "accessToken", DROP COLUMN IF EXISTS "refreshToken", DROP COLUMN IF EXISTS "expiresAt",
  DROP COLUMN IF EXISTS "tokenType", DROP COLUMN IF EXISTS "scope", DROP COLUMN IF EXISTS "idToken", DROP COLUMN IF EXISTS "sessionState";
