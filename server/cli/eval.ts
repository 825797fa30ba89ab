import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { CommandError, print, WRONG_USAGE } from '#server/cli/run.ts';
import { measuredLlm } from '#server/ingest/engine/measure.ts';
import { LlmUnavailable } from '#server/ingest/engine/outage.ts';
import { evalAdvice } from '#server/ingest/eval/advice.ts';
import { builtIn, evalIdeas, NoSegments } from '#server/ingest/eval/ideas.ts';
import { evalRetrieval } from '#server/ingest/eval/retrieval.ts';
import { evalTone, headlineCases, paragraphCases } from '#server/ingest/eval/stance.ts';
import { systemClock } from '#server/platform/clock.ts';
import { loadEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { createEncoder, type Encoder } from '#server/reader/encoder.ts';

const questions = z.array(
  z.object({ question: z.string(), label: z.union([z.string(), z.boolean(), z.number()]) }),
);
const pairs = z.array(z.object({ question: z.string(), answer: z.string() }));

/** `earmark eval ideas|advice|retrieval|tone`: figures that anyone can reproduce. Needs no database. */
export function evalCommands(program: Command): void {
  const group = program
    .command('eval')
    .description('Measure extraction, the advice rule, retrieval and tone');
  evalIdeasCommand(group);
  evalAdviceCommand(group);
  evalRetrievalCommand(group);
  evalToneCommand(group);
}

const BY_WORDS = ['--words', 'by words alone, without the encoder'] as const;

function evalIdeasCommand(group: Command): void {
  group
    .command('ideas')
    .argument('<folder>', 'folder of segNN.txt, lines `[hh:mm:ss] Speaker: text`')
    .requiredOption('--out <folder>', "where to write predictions in the labels' form")
    .addOption(
      new Option('--engine <name>', 'the built-in rules, or the model of the settings')
        .choices(['rules', 'model'])
        .default('rules'),
    )
    .option('--served', 'only what would be published, with what is withheld left empty')
    .option(...BY_WORDS)
    .description('Extract ideas from transcript segments')
    .action(async (folder: string, options, command) => {
      const model = options.engine === 'model' ? measuredLlm(loadEnv(), systemClock) : null;
      if (options.engine === 'model' && model === null)
        throw new CommandError(
          'No model is set: EARMARK_MODEL_PROVIDER and EARMARK_MODEL name one.',
          WRONG_USAGE,
        );
      const scope = options.served ? 'served' : 'found';
      const read = await withEncoder(options.words || model !== null, (encoder) =>
        evalIdeas(folder, options.out, model?.extractor ?? builtIn(encoder?.embed), scope),
      ).catch(refuse);
      const figures = model === null ? read : { ...read, engine: model.extractor.version, ...model.spent() };
      print(command, { data: figures, text: lines(figures) });
    });
}

function evalAdviceCommand(group: Command): void {
  group
    .command('advice')
    .argument('<file>', 'JSON: [{question, label}]')
    .option(...BY_WORDS)
    .description('Score the refusal of trade-decision questions')
    .action(async (file: string, options, command) => {
      const asked = readJson(file, questions);
      const figures = await withEncoder(options.words, (encoder) => evalAdvice(asked, encoder));
      print(command, { data: figures, text: lines(figures) });
    });
}

function evalRetrievalCommand(group: Command): void {
  group
    .command('retrieval')
    .argument('<file>', 'JSON: [{question, answer}]')
    .option(...BY_WORDS)
    .description('Score finding the answer of each question among all answers')
    .action(async (file: string, options, command) => {
      const asked = readJson(file, pairs);
      const figures = await withEncoder(options.words, (encoder) => evalRetrieval(asked, encoder));
      print(command, { data: figures, text: lines(figures) });
    });
}

function evalToneCommand(group: Command): void {
  group
    .command('tone')
    .argument('<file>', 'labelled headlines (.csv) or paragraphs (.json)')
    .description('Score the stance read of a named entity')
    .action((file: string, _options, command) => {
      const text = readText(file);
      const figures = evalTone(file.endsWith('.csv') ? headlineCases(text) : paragraphCases(text));
      print(command, { data: figures, text: lines(figures) });
    });
}

/** Runs `work` with an encoder, or with none where it goes by words alone. */
async function withEncoder<Result>(
  byWords: boolean | undefined,
  work: (encoder: Encoder | null) => Promise<Result>,
): Promise<Result> {
  const encoder = byWords ? null : createEncoder(createLog('warn'));
  try {
    return await work(encoder);
  } finally {
    await encoder?.close();
  }
}

function readJson<Shape>(file: string, shape: z.ZodType<Shape>): Shape {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const read = shape.safeParse(parsed);
  if (!read.success)
    throw new CommandError(
      `${file} does not hold what this measures: ${read.error.issues[0]!.path.join('.')} ${read.error.issues[0]!.message}.`,
    );
  return read.data;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuseFile(error);
  }
}

function refuse(error: unknown): never {
  if (error instanceof LlmUnavailable) throw new CommandError(error.message);
  if (error instanceof NoSegments) throw new CommandError(error.message, WRONG_USAGE);
  return refuseFile(error);
}

/** Reports a file or folder that cannot be used: `EEXIST: file already exists, mkdir '/etc/passwd'`. */
function refuseFile(error: unknown): never {
  const { errno, message } = error as NodeJS.ErrnoException;
  if (errno !== undefined) throw new CommandError(message, WRONG_USAGE);
  throw error;
}

/** Figures, one a line; lists of cases are only in --json. */
function lines(figures: object): string {
  return Object.entries(figures)
    .map(
      ([name, value]) =>
        `${name.padEnd(18)} ${Array.isArray(value) ? `${value.length} (see --json)` : typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join('\n');
}
