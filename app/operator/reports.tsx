import { mostCharacters } from '#server/api/limits.ts';
import type { Desk } from '#server/edges/operator/desk.ts';
import { namedStances } from '#server/features/corrections/rules.ts';
import { SelectField, TextArea, TextField, TickField } from '../_ui/form/fields.tsx';
import Link from '../_ui/frame/link.tsx';
import { Section } from '../_ui/frame/section.tsx';
import { moment } from '../_ui/text/format.ts';
import { DecisionForm, Decisions } from './decisions.tsx';
import { Item, Items } from './items.tsx';

type Report = Desk['reports']['listed'][number];

/**
 * Reports of mistakes. An operator corrects the idea and accepts, or declines. New words are written by the command
 * alone.
 */
export function Reports({ reports }: { reports: Desk['reports'] }) {
  return (
    <Section id="corrections" title="Reports of mistakes that wait" className="mt-12">
      <Decisions of={reports.listed.map(({ id }) => id).join()} label="Reports of mistakes that wait">
        <Items none="None waits." hasMore={reports.hasMore}>
          {reports.listed.map((report) => (
            <Item key={report.id} title={report.headline} beside={report.kind}>
              {report.text}
              <span className="block">
                {moment(report.createdAt)}. <Link href={`/ideas/${report.ideaId}`}>The idea</Link>. To write a
                headline, thesis or argument anew:{' '}
                <code>earmark correction accept {report.id.slice(0, 8)}</code>
              </span>
              <Decision report={report} />
            </Item>
          ))}
        </Items>
      </Decisions>
    </Section>
  );
}

function Decision({ report }: { report: Report }) {
  return (
    <DecisionForm fields={{ do: 'correction', report: report.id }} className="mt-3">
      {/* Enter in a field presses the first button of a form. Here it must decide nothing. */}
      <button type="submit" disabled hidden />
      <div className="flex flex-wrap items-end gap-3">
        <label>
          Why
          <TextField
            name="note"
            required
            maxLength={mostCharacters.correctionNote}
            className="field ml-2 w-64"
          />
        </label>
        <label>
          Stance
          <SelectField name="stance" className="field ml-2" defaultValue="">
            <option value="">as it is</option>
            {namedStances.map((stance) => (
              <option key={stance} value={stance}>
                {stance === 'none' ? 'not told' : stance}
              </option>
            ))}
          </SelectField>
        </label>
        <label>
          Symbols
          <TextField
            name="tickers"
            maxLength={mostCharacters.correctedNames}
            placeholder="as they are"
            className="field ml-2 w-28"
          />
        </label>
        <label>
          Speaker
          <TextField
            name="speaker"
            maxLength={mostCharacters.correctedNames}
            placeholder="as it is"
            className="field ml-2 w-40"
          />
        </label>
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <Sentences name="risks" label="Risks, one a line" />
        <Sentences name="signals" label="Signals, one a line" />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Tick name="unknownSpeaker">The speaker is not known</Tick>
        <Tick name="dropQuote">Take the quote away</Tick>
        <Tick name="hide">Take the idea out</Tick>
        <Tick name="keepWords">Its words may go on naming who or what they named</Tick>
        <button type="submit" name="outcome" value="accepted" className="btn btn-plain btn-small">
          Accept
        </button>
        <button type="submit" name="outcome" value="declined" className="btn btn-plain btn-small">
          Decline
        </button>
      </div>
    </DecisionForm>
  );
}

/** Sentences that an operator gives anew. They go with a new speaker or symbol, unless they are given. */
function Sentences({ name, label }: { name: string; label: string }) {
  return (
    <label>
      {label}
      <TextArea
        name={name}
        rows={2}
        maxLength={mostCharacters.correctedSentences}
        placeholder="as they are; none takes them away"
        className="field mt-1 block w-72"
      />
    </label>
  );
}

function Tick({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className="flex items-center gap-2">
      <TickField type="checkbox" name={name} />
      {children}
    </label>
  );
}
