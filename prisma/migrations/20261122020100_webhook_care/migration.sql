-- AlterTable
ALTER TABLE "alert_webhook" ADD COLUMN "pausedAt" TIMESTAMPTZ(3),
ADD COLUMN "oldSecret" TEXT,
ADD COLUMN "oldSecretUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "alert_delivery" ADD COLUMN "resends" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "lastMs" INTEGER,
ADD COLUMN "lastBody" TEXT,
ADD COLUMN "lastAnswer" TEXT;
