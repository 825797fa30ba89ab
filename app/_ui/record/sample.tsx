import { isFictional } from '../../_server/reader.ts';

/** Says beside a show's name that it is one of the fictional samples; nothing for a real show. */
export async function Fictional({ show }: { show: string }) {
  return (await isFictional(show)) ? <span className="text-soft"> (fictional sample)</span> : null;
}
