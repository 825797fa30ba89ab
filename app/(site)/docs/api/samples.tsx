import { Copyable } from '../../../_ui/form/copy.tsx';

type Call = {
  readonly samples: readonly { readonly language: string; readonly text: string }[];
  readonly answer: string;
};

/** A sample call in several languages, and its answer. */
export function Samples({ call }: { call: Call }) {
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        {call.samples.map(({ language, text }) => (
          <Copyable key={language} label={language} text={text} />
        ))}
      </div>
      <Copyable label="Answer" text={call.answer} />
    </div>
  );
}
