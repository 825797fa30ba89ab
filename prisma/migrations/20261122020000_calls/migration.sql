-- Calls of connector keys and connections, a partition a UTC day, made and dropped by the service.
-- No foreign key: a partition with one could be dropped only while nobody reads accounts.
CREATE TABLE "api_call" (
    "accountId" UUID NOT NULL,
    "credentialId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "requestId" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "via" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "ms" INTEGER NOT NULL,

    CONSTRAINT "api_call_pkey" PRIMARY KEY ("accountId","credentialId","at","requestId","part")
) PARTITION BY RANGE ("at");

-- Counted from the calls themselves: these counted one call in half a minute.
ALTER TABLE "connector_key" DROP COLUMN "calls";
ALTER TABLE "oauth_grant" DROP COLUMN "calls";

-- AlterTable
ALTER TABLE "connector_key" ADD COLUMN "addresses" TEXT[] DEFAULT ARRAY[]::TEXT[];
