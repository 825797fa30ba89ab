-- CreateTable
CREATE TABLE "oauth_grant" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientName" TEXT NOT NULL,
    "clientHost" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_record" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "grantId" UUID,
    "uid" TEXT,
    "payload" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_record_pkey" PRIMARY KEY ("kind","id")
);

-- CreateIndex
CREATE INDEX "oauth_grant_accountId_createdAt_idx" ON "oauth_grant"("accountId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "oauth_record_grantId_idx" ON "oauth_record"("grantId");

-- CreateIndex
CREATE INDEX "oauth_record_uid_idx" ON "oauth_record"("uid");

-- CreateIndex
CREATE INDEX "oauth_record_expiresAt_idx" ON "oauth_record"("expiresAt");

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_record" ADD CONSTRAINT "oauth_record_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
