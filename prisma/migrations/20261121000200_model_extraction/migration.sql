-- AlterTable
ALTER TABLE "model_call" ADD COLUMN     "ideasDropped" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "ideasKept" INTEGER NOT NULL DEFAULT 0;
