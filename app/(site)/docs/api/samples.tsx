import { Copyable } from '../../../_ui/form/copy.tsx';

type Call = {
  readonly samples: readonly { readonly language: string; readonly text: string }[];
  readonly answer: string;
};

/** A call in several languages with its answer beside it, to be opened; nothing for a route that never succeeds. */
export function Samples({ call }: { call: Call | undefined }) {
  if (!call) return null;
  return (
    <details className="mt-3">
      <summary className="min-h-9 py-1.5 text-sm font-semibold">Samples and an answer</summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {call.samples.map(({ language, text }) => (
            <Copyable key={language} label={language} text={text} />
          ))}
        </div>
        <Copyable label="Answer" text={call.answer} />
      </div>
    </details>
  );
}
