import { depthWords } from '#server/features/ideas/telling.ts';
import {
  figuresOnRecord,
  percentOf,
  type ReadBy,
  type Share,
} from '#server/features/pages/engines/figures.ts';
import { DORMANT_DAYS } from '#server/features/theses/states.ts';
import Link from '../../_ui/frame/link.tsx';
import { Scrolled } from '../../_ui/frame/scrolled.tsx';
import { counted } from '../../_ui/text/format.ts';

/** The measures of every engine, in the order of the table. */
const MEASURES = [
  ['tickerPrecision', 'Of ideas published on listed companies: listed by people, too'],
  ['tickerRecall', 'Of ideas on listed companies that any careful person would list: published'],
  ['precision', 'Of ideas published on any subject: listed by people, too'],
  ['recall', 'Of ideas on any subject that any careful person would list: published'],
  ['stanceGiven', 'Of ideas published: told a side'],
  ['stanceRight', 'Of sides told: the one that people heard'],
  ['named', 'Of ideas published: under a speaker’s name'],
  ['namedRight', 'Of names told: right'],
  ['namedWrong', 'Of names told: another person’s'],
  ['namedMixed', 'Of names told: over the words of several people'],
  ['depthWithinOne', 'Of ideas published and listed: the depth that people gave, or the one next to it'],
] as const;

/** How many episodes of this server each engine has read, in one sentence. */
export function readBySentence({ rules, model }: ReadBy): string {
  if (rules + model === 0) return 'No episode has been read on this server yet.';
  const every = `On this server ${counted(rules + model, 'episode')} ${rules + model === 1 ? 'was' : 'were'} read`;
  if (model === 0) return `${every}, by the built-in reader alone.`;
  if (rules === 0) return `${every}, by a language model alone.`;
  return `${every}: ${rules} by the built-in reader and ${model} by a language model, whose ideas stand side by side.`;
}

/** The measured figures of each engine, and what they were measured on. */
function Measured({ readBy }: { readBy: ReadBy }) {
  const { engines } = figuresOnRecord();
  return (
    <>
      <h2 id="measured">How well ideas are read</h2>
      <p>
        What this service would publish of some episodes was compared with what careful people found in the
        same episodes. An episode is read by the built-in reader, the program that comes with this service,
        or, where its operator sets one up, by a language model. {readBySentence(readBy)}
      </p>
      <p>
        Each figure is a share, with its counts in brackets: so many of so many. The rows are not all counted
        over the same ideas: how many there were, of which episodes, and who judged them stands below the
        table for each column. Where the counts are few, one more or less moves a share far.
      </p>
      <Scrolled label="How well ideas are read">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Measured</th>
              {engines.map(({ name, version, measured }) => (
                <th key={name} scope="col">
                  {name}
                  <br />
                  <span className="text-soft">
                    {version}, {measured}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MEASURES.map(([measure, words]) => (
              <tr key={measure}>
                <th scope="row">{words}</th>
                {engines.map((one) => (
                  <td key={one.name} className="figures">
                    <Told share={one[measure]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <ul>
        {engines.map(({ name, labels }) => (
          <li key={name}>
            {name}: {labels}
          </li>
        ))}
      </ul>
      <p>
        Whether people listed the same idea, and whether an editor would print it as it stands, are two
        questions that were asked of different ideas; the answer to one is not the answer to the other. The
        language model that an operator sets up will do otherwise than the people in its place:{' '}
        <code>earmark eval ideas --engine model --served</code> writes what it would publish, to be compared
        with such a list.
      </p>
    </>
  );
}

function Told({ share }: { share: Share | null }) {
  if (share === null) return <span className="text-soft">not measured</span>;
  return (
    <>
      {percentOf(share)}{' '}
      <span className="text-soft">
        ({share.count} of {share.of})
      </span>
    </>
  );
}

const depthMeaning: Readonly<Record<number, string>> = {
  1: 'A view, without a reason.',
  2: 'A view with one reason.',
  3: 'Several reasons, or one with evidence: numbers, an example, a mechanism.',
  4: 'Several reasons with evidence, and a risk, a counter-argument or a condition.',
  5: 'A full thesis: mechanism, evidence, counter-arguments, and what would confirm or refute it.',
};

/** What each depth is called and means. */
function Depths() {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">Depth</th>
          <th scope="col">In words</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {[1, 2, 3, 4, 5].map((depth) => (
          <tr key={depth}>
            <td className="figures">{depth}</td>
            <td>{depthWords[depth]}</td>
            <td>{depthMeaning[depth]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The methodology page. `readBy` counts the episodes of this server by engine. */
export function Methodology({ readBy }: { readBy: ReadBy }) {
  return (
    <article className="prose">
      <h1 className="text-3xl">Methodology</h1>
      <p className="text-lg text-soft">
        How a sentence in a podcast becomes an entry here, and where its limits are.
      </p>

      <h2 id="attribution">Attribution comes first</h2>
      <p>
        Every entry names its show, episode and air date (in UTC), and the second where the transcript gives
        one. A second that is not known is left out, never guessed. A speaker is named only where what is said
        and what the feed tells bear the name out; otherwise it is “a speaker on” the show. A quote is the
        transcript’s own words, cut to the length the show’s rights allow; an idea whose quote cannot be found
        word for word in the transcript is not kept.
      </p>

      <h2 id="depth">What depth means</h2>
      <p>
        Depth, from 1 to 5, is how fully an idea was argued in the episode. It says nothing about the
        security, and nothing about whether the argument is right.
      </p>
      <Depths />

      <h2 id="stance">Stance</h2>
      <p>
        Stance is the side that was argued: bullish, bearish, balanced (both sides are weighed and neither
        wins) or mixed (good in one respect and bad in another, or one thing set against another). In weekly
        counts balanced and mixed are one number, which the API calls neutral. It describes what was said, and
        is shown as a word; the small mark beside it says no more than the word.
      </p>
      <p>
        Where the words do not bear out which side was taken, the entry says “stance not told”. It is then
        counted as no side, in no weekly count and in no change of stance: balanced is a view, and is never
        put in its place. The built-in reader tells a side that is declared, or that it hears so plainly that
        it is mostly right (below); a language model or a correction may fill in what it withholds.
      </p>

      <h2 id="theses">Theses</h2>
      <p>
        A thesis is one subject and one line of argument, followed over time and over shows. It is challenged
        when someone argues the opposite of what was argued before, dormant after {DORMANT_DAYS} days without
        a statement, and revived by the next one. On pages a thesis stands under the claim of its most fully
        argued statement that takes a side; the other side is the opposite of that one. The sentence that the
        API gives for a statement is written by Earmark to carry the show’s argument; it is not a quote.
      </p>

      <Measured readBy={readBy} />

      <h2 id="corpus">What is in the corpus</h2>
      <p>
        Episodes of the <Link href="/shows">listed shows</Link> that come with a transcript. Sponsor reads are
        left out where they can be told from the talk. A talk that several episodes published counts for each
        of them where one show or one episode is shown; where several are, it counts once, for the episode
        that had it first. A later and better reading of an episode replaces its ideas together; replaced ones
        can still be opened by their address and say that they were replaced.
      </p>

      <h2 id="never">What we never say</h2>
      <ul>
        <li>Whether to buy, sell or hold anything.</li>
        <li>A rating, a score of a security, a price, a target or a forecast of our own.</li>
        <li>Who was right: there is no track record of hosts or guests here.</li>
        <li>Anything about a company that no named show said.</li>
      </ul>
      <p>
        Found something wrong? <Link href="/corrections">Report it</Link>.
      </p>
    </article>
  );
}
