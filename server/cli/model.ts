import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, onServices, print, WRONG_USAGE } from '#server/cli/run.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { checkModel, type ModelCheck } from '#server/ingest/engine/check.ts';
import { ExtractionPaused, LlmUnavailable } from '#server/ingest/engine/outage.ts';
import { findEpisode } from '#server/ingest/episodes/store.ts';
import { inputOf } from '#server/ingest/transcript/input.ts';
import { readCues } from '#server/ingest/transcript/store.ts';

/** `earmark model check`. */
export function modelCommands(program: Command): void {
  program
    .command('model')
    .description('The language model of the settings')
    .command('check')
    .argument('<episode>', 'id of an episode with a transcript')
    .option('--window <n>', 'which window of it, from 1', windowNumber, 1)
    .description('Ask the model about one window: its answer, what the proof said of it, tokens, price, time')
    .action(async (id: string, options: { window: number }, command) => {
      const checked = await onServices(async (services) => {
        if (!services.env.EARMARK_MODEL_PROVIDER)
          throw new CommandError(
            'No model is set: EARMARK_MODEL_PROVIDER and EARMARK_MODEL name one.',
            WRONG_USAGE,
          );
        const episode = await findEpisode(services.db, id);
        const cues = episode && (await readCues(services.db, episode.id));
        if (!episode || !cues) throw new CommandError(`There is no episode ${id} with a transcript.`);
        const input = await inputOf(services.db, episode, cues);
        const checked = await checkModel(services, input, options.window).catch(refuse);
        if (checked === null) throw new CommandError(`The episode has no window ${options.window}.`);
        return checked;
      });
      print(command, { data: checked, text: summary(checked) });
      if (checked.unreadable !== null) throw new CommandError(checked.unreadable);
    });
}

function windowNumber(given: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new InvalidArgumentError('It must be 1 or more.');
  return Number(given);
}

function refuse(error: unknown): never {
  if (error instanceof LlmUnavailable || error instanceof ExtractionPaused)
    throw new CommandError(error.message);
  throw error;
}

function summary(checked: ModelCheck): string {
  const { window, windows, answers, ideas, refused, leftOut, spent, seconds } = checked;
  return [
    `Window ${window} of ${windows}.`,
    ...answers.map((text, i) => `Answer ${i + 1}:\n${text}`),
    `The proof let ${counted(ideas.length, 'idea')} through:`,
    ...ideas.map(
      (idea) => `  ${idea.thesis} (${idea.stance}, depth ${idea.depth})\n    "${idea.quote.text}"`,
    ),
    ...refused.map((fault) => `  refused: ${fault}`),
    ...leftOut.map((fault) => `  left out beside a claim: ${fault}`),
    `${counted(spent.calls, 'call')}, ${spent.inputTokens} tokens in, ${spent.outputTokens} out, $${spent.costUsd.toFixed(4)}, ${seconds.toFixed(1)} s.`,
  ].join('\n');
}
