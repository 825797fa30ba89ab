import { isFictional } from '../../_server/reader.ts';

/** Says beside a show's name that it is a fictional sample; nothing for a real show. `show` is its id or name. */
export async function Fictional({ show }: { show: string }) {
  return (await isFictional(show)) ? <span className="text-soft"> (fictional sample)</span> : null;
}
