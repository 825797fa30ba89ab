/** A sample's name on every surface, to people and to agents: nobody said what it says. */
export function sampleName(title: string): string {
  return `${title} (fictional sample)`;
}
