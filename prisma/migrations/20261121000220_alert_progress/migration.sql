-- AlterTable
ALTER TABLE "alert_setting" ADD COLUMN "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "mailSince" TIMESTAMPTZ(3),
ADD COLUMN "mailFailures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "mailRetryAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "alert_webhook" ADD COLUMN "disabledReason" TEXT;

-- AlterTable
ALTER TABLE "alert_delivery" ADD COLUMN "lastAttemptAt" TIMESTAMPTZ(3),
ADD COLUMN "lastStatus" INTEGER;
