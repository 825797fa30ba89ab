import { FEWEST_IN_REPORT, mostCharacters } from '#server/api/limits.ts';
import { type CorrectionKind, correctionKinds } from '#server/features/corrections/schema.ts';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { SelectField, TextArea, TextField } from '../../../_ui/form/fields.tsx';
import { reportCorrection } from './actions.ts';

const kindWords: Readonly<Record<CorrectionKind, string>> = {
  attribution: 'Wrong show, episode or speaker',
  quote: 'Not what was said',
  stance: 'Wrong side',
  ticker: 'Wrong company or ticker',
  timestamp: 'Wrong moment',
  other: 'Something else',
};

/** The form that reports a mistake in an idea, folded until it is opened. */
export function CorrectionForm({ ideaId }: { ideaId: string }) {
  return (
    <ActionForm
      action={reportCorrection}
      className="mt-2 grid gap-3"
      fold={{
        title: 'Report a mistake',
        titleClass: 'min-h-9 py-1.5 underline underline-offset-4',
        className: 'mt-3',
        id: 'correction',
      }}
    >
      <input type="hidden" name="ideaId" value={ideaId} />
      <div>
        <label className="label" htmlFor="kind">
          What is wrong
        </label>
        <SelectField id="kind" name="kind">
          {correctionKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <label className="label" htmlFor="text">
          What would be right
        </label>
        <TextArea
          id="text"
          name="text"
          required
          minLength={FEWEST_IN_REPORT}
          maxLength={mostCharacters.report}
          rows={4}
        />
      </div>
      <div>
        <label className="label" htmlFor="contact">
          Your e-mail, if you want an answer
        </label>
        <TextField
          id="contact"
          name="contact"
          type="email"
          maxLength={mostCharacters.email}
          autoComplete="email"
        />
      </div>
      <div>
        <button type="submit" className="btn btn-plain btn-small">
          Send the report
        </button>
      </div>
    </ActionForm>
  );
}
