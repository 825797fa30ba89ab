import { type Command, InvalidArgumentError, Option } from 'commander';
import { placeOf, withPlaces } from '#server/cli/hiding.ts';
import {
  CommandError,
  MOST_LISTED,
  table,
  WRONG_USAGE,
  when,
  withRest,
  withServices,
} from '#server/cli/run.ts';
import { firstOf, noSymbol } from '#server/edges/operator/told.ts';
import { findRecord } from '#server/features/corrections/record/store.ts';
import {
  decide,
  decided,
  knownThemes,
  knownTickers,
  ofSameTalk,
} from '#server/features/corrections/review.ts';
import {
  type Change,
  type NamedStance,
  namedStances,
  type Outcome,
  sentencesGiven,
  speakerNamed,
  stanceNamed,
} from '#server/features/corrections/rules.ts';
import { findReport, listReports, type Report } from '#server/features/corrections/store.ts';
import type { KnownTheme, KnownTicker } from '#server/features/corrections/subject.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Services } from '#server/platform/services.ts';

const each = (text: string, before: readonly string[] = []) => [...before, text];

type AcceptOptions = {
  note: string;
  idea?: string;
  headline?: string;
  thesis?: string;
  statement?: string;
  context?: string;
  risks?: string[];
  signals?: string[];
  stance?: NamedStance;
  notRelative?: boolean;
  tickers?: string;
  company?: string;
  theme?: string;
  themes?: string;
  speaker?: string;
  speakerTitle?: string;
  speakerRole?: string;
  at?: number;
  dropQuote?: boolean;
  hide?: boolean;
  keepWords?: boolean;
};

/** `earmark correction list|show|accept|decline`. */
export function correctionCommands(program: Command): void {
  const correction = program
    .command('correction')
    .description('Reports of mistakes: review them, put ideas right');
  correctionListCommand(correction);
  correctionShowCommand(correction);
  correctionAcceptCommand(correction);
  correctionDeclineCommand(correction);
}

function correctionListCommand(correction: Command): void {
  correction
    .command('list')
    .option('--all', 'reviewed ones too, newest first')
    .description('Reports that wait for review, oldest first')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        const found = await listReports(services.db, options.all ? 'all' : 'waiting', MOST_LISTED + 1);
        const { listed, hasMore } = firstOf(found, MOST_LISTED);
        const rows = listed.map((r) => [r.id, when(r.createdAt), r.kind, r.outcome ?? 'waits', r.headline]);
        return {
          data: { corrections: listed, hasMore },
          text: withRest(table(['id', 'reported', 'kind', 'outcome', 'idea'], rows), hasMore),
        };
      }),
    );
}

function correctionShowCommand(correction: Command): void {
  correction
    .command('show')
    .argument('<id>', 'id of the report, or its first characters')
    .description('A report with the idea as it stands')
    .action(async (id: string, _options, command) => withServices(command, (services) => show(services, id)));
}

function correctionAcceptCommand(correction: Command): void {
  correction
    .command('accept')
    .argument('<id>', 'id of the report, or its first characters')
    .requiredOption('--note <text>', 'why; shown on the page of the idea')
    .option('--idea <id>', 'the idea to change, when a later reading replaced the reported one')
    .option('--headline <text>', 'new headline')
    .option('--thesis <text>', 'new thesis line')
    .option('--statement <text>', 'new sentence for thesis histories; the thesis when absent')
    .option('--context <text>', 'new full argument; `none` takes it away')
    .option('--risks <text>', 'new risks, each with its own --risks; `none` takes them away', each)
    .option('--signals <text>', 'new signals, each with its own --signals; `none` takes them away', each)
    .addOption(
      new Option('--stance <stance>', 'the side that was argued; `none` when it is not to be told').choices(
        namedStances,
      ),
    )
    .option('--not-relative', 'it sets nothing over anything else; a new stance leaves that as it is')
    .addOption(
      new Option('--tickers <symbols>', 'comma-separated symbols; the first is the subject').conflicts(
        'company',
      ),
    )
    .addOption(new Option('--company <slug=name>', 'a company that no symbol names').conflicts('theme'))
    .addOption(new Option('--theme <slug>', 'a theme as the subject').conflicts('tickers'))
    .option('--themes <slugs>', 'comma-separated themes that it touches; `none` takes them away')
    .option('--speaker <name>', 'who said it; `none` when it is not known')
    .option('--speaker-title <text>', 'what the speaker does')
    .addOption(
      new Option('--speaker-role <role>', 'role of the speaker').choices(['guest', 'host', 'unclear']),
    )
    .option('--at <second>', 'the moment, as seconds or h:mm:ss; the quote begins there, too', seconds)
    .option('--drop-quote', 'take the quote away: one cannot be written')
    .option('--hide', 'withdraw the idea from every surface')
    .option('--keep-words', 'the texts may go on naming the former speaker or company')
    .description(
      'Put the idea right, keep what it said, tell the reporter. Risks and signals go with a new speaker or company, unless they are given',
    )
    .action(async (id: string, options: AcceptOptions, command) =>
      withServices(command, async (services) => {
        const report = await mustFind(services, id);
        const change = await changeOf(services, options);
        const amendment = { ideaId: options.idea ?? report.ideaId, change };
        return review(services, report, 'accepted', options.note, amendment);
      }),
    );
}

function correctionDeclineCommand(correction: Command): void {
  correction
    .command('decline')
    .argument('<id>', 'id of the report, or its first characters')
    .requiredOption('--note <text>', 'why; told to the reporter only')
    .description('Leave the idea as it is, tell the reporter')
    .action(async (id: string, options: { note: string }, command) =>
      withServices(command, async (services) =>
        review(services, await mustFind(services, id), 'declined', options.note, null),
      ),
    );
}

async function show(services: Services, id: string) {
  const report = await mustFind(services, id);
  const idea = (await findRecord(services.db, report.ideaId))!;
  const lines = [
    ['report', report.id],
    ['reported', when(report.createdAt)],
    ['kind', report.kind],
    ['what they say', report.text],
    ['contact', report.contact],
    ['outcome', report.outcome ?? 'waits'],
    ['note', report.note],
    ['idea', `${services.env.webUrl}/ideas/${idea.id}`],
    ['stands', idea.hidden ? 'hidden' : idea.superseded ? 'replaced by a later reading' : 'listed'],
    ['show', `${idea.show}, “${idea.episode}”, ${when(idea.publishedAt)}`],
    ['headline', idea.headline],
    ['thesis', idea.thesis],
    ['statement', idea.statement],
    ['context', idea.context],
    ['risks', idea.riskFlags.join('\n')],
    ['signals', idea.validationSignals.join('\n')],
    ['stance', idea.stance ?? 'not told'],
    ['subject', `${idea.subjectKind} ${idea.subjectKey} (${idea.subjectName})`],
    ['tickers', idea.tickers.join(', ')],
    ['themes', idea.themes.join(', ')],
    ['speaker', idea.speakerName],
    ['second', idea.timestampSeconds],
    ['quote', idea.quote],
  ];
  return { data: { correction: report, idea }, text: table(['what', 'value'], lines) };
}

async function review(
  services: Services,
  report: Report,
  outcome: Outcome,
  note: string,
  amendment: { ideaId: string; change: Change } | null,
) {
  const done = await decide(services, report, { outcome, note, amendment });
  if (done.kind === 'reviewed')
    throw new CommandError(`This report was ${report.outcome ?? 'reviewed'} already.`);
  if (done.kind === 'refused') throw new CommandError(done.reason);
  return {
    data: {
      id: report.id,
      outcome,
      ideaId: done.idea?.id ?? report.ideaId,
      changed: done.changed,
      reporter: done.reporter,
      others: done.others,
    },
    text: withPlaces(decided(report, outcome, done), ofSameTalk(done), done.others.map(placeOf)),
  };
}

async function changeOf(services: Services, options: AcceptOptions): Promise<Change> {
  const { headline, thesis, statement, stance, notRelative, dropQuote, hide, keepWords } = options;
  return {
    headline,
    thesis,
    statement,
    stance: stanceNamed(stance),
    notRelative,
    dropQuote,
    hide,
    keepWords,
    context: options.context === 'none' ? null : options.context,
    riskFlags: sentencesGiven(options.risks),
    validationSignals: sentencesGiven(options.signals),
    timestampSeconds: options.at,
    tickers: options.tickers === undefined ? undefined : await tickersOf(services, options.tickers),
    company: options.company === undefined ? undefined : companyOf(options.company),
    theme: options.theme === undefined ? undefined : themeOf(options.theme),
    themes: options.themes === undefined ? undefined : themesOf(options.themes),
    speaker: speakerOf(options),
  };
}

function speakerOf({ speaker, speakerTitle, speakerRole }: AcceptOptions): Change['speaker'] {
  const name = speakerNamed(speaker);
  if (name === undefined) {
    if (speakerTitle ?? speakerRole)
      throw new CommandError('Name the speaker with --speaker too.', WRONG_USAGE);
    return undefined;
  }
  if (name === null) return { name, title: null, role: 'unclear' };
  return { name, title: speakerTitle?.trim() || null, role: speakerRole ?? 'unclear' };
}

async function tickersOf(services: Services, text: string): Promise<readonly KnownTicker[]> {
  const known = await knownTickers(services.db, text);
  if ('unknown' in known) throw new CommandError(noSymbol(known.unknown), WRONG_USAGE);
  if (known.tickers.length === 0)
    throw new CommandError('--tickers takes at least one symbol; see --company.', WRONG_USAGE);
  return known.tickers;
}

function themeOf(text: string): KnownTheme {
  const [theme, ...others] = themesOf(text);
  if (theme === undefined || others.length > 0)
    throw new CommandError('--theme takes one theme; see --themes.', WRONG_USAGE);
  return theme;
}

function themesOf(text: string): readonly KnownTheme[] {
  const known = knownThemes(text);
  if ('unknown' in known)
    throw new CommandError(`There is no theme ${known.unknown}; the page of themes lists them.`, WRONG_USAGE);
  return known.themes;
}

function companyOf(text: string): { slug: string; name: string } {
  const [, slug, name] = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:=(.+))?$/.exec(text) ?? [];
  const known = slug === undefined ? undefined : loadUniverse().bySlug(slug);
  const called = name?.trim() ?? known?.name;
  if (!slug || !called)
    throw new CommandError(
      '--company takes a slug with its name, such as acme-widgets="Acme Widgets".',
      WRONG_USAGE,
    );
  return { slug, name: called };
}

async function mustFind(services: Services, id: string): Promise<Report> {
  const report = id.length < 4 ? null : await findReport(services.db, id);
  if (!report)
    throw new CommandError(`${id} is no report, or several; \`earmark correction list\` shows them.`);
  return report;
}

function seconds(text: string): number {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,6})$/.exec(text)?.slice(1).map(asNumber);
  const [hours, minutes, rest] = parts ?? [];
  // Parts after a colon go up to 59.
  const isTime = (hours === undefined || minutes! < 60) && (minutes === undefined || rest! < 60);
  if (!parts || !isTime)
    throw new InvalidArgumentError('It takes seconds, mm:ss or h:mm:ss, to 59 after a colon.');
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + rest!;
}

const asNumber = (part: string | undefined) => (part === undefined ? undefined : Number(part));
