// The reports of the suites of npm test in one shape, { passed, failed, skipped, failures: [{ file, name, error }],
// files: [{ file, seconds }] }, and the closing list of failed tests, seconds and slowest files.
import { stripVTControlCharacters } from 'node:util';

const MOST_FAILURES = 80;
const MOST_CHARACTERS = 240;
const SLOWEST = 10;
/** Lines of a check's output that name a problem: `error TS2304`, a heading or finding of Biome, a missing test. */
const TELLING = /\b(error|failed|did not run)\b|━━|^×/i;
const MOST_LINES = 10;
/** A line of the source that Playwright shows with an error: `> 12 | code`, or the mark below it. */
const SOURCE = /^(?:>? *\d+ )?\|/;

/** From Vitest's JSON and the file of vitest-times.mjs. `ok`: the run exited with 0. Paths are relative to `root`. */
export function vitestResult(report, times, { ok, root }) {
  const from = (file) => relativeTo(root, file);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }) => ({
        file: from(name) + lineIn(name, failureMessages[0]),
        name: [...ancestorTitles.filter(Boolean), title].join(' > '),
        error: firstWords(failureMessages[0]),
      })),
  );
  const outside = [
    ...times.files.flatMap(({ file, errors }) =>
      errors.map(({ name, error }) => ({
        file: from(file),
        name: [name, 'outside of its tests'].filter(Boolean).join(' > '),
        error: firstWords(error),
      })),
    ),
    ...times.errors.map((error) => ({ file: '', name: 'outside of all files', error: firstWords(error) })),
  ];
  const failures = [...tests, ...outside];
  return {
    passed: report.numPassedTests,
    failed: failures.length || (ok ? 0 : 1),
    skipped: report.numPendingTests,
    failures,
    files: times.files.map(({ file, seconds }) => ({ file: from(file), seconds })),
  };
}

/** From Playwright's JSON. A test that passed only on a retry counts as failed. */
export function playwrightResult({ config, stats, suites, errors }, { ok, root }) {
  const folder = relativeTo(root, config.rootDir);
  const tests = suites.flatMap((suite) => testsOf(`${folder}/${suite.file}`, suite, []));
  const failures = [
    ...tests.filter(({ failed }) => failed),
    ...errors.map(({ message }) => ({ file: '', name: 'outside of all files', error: firstWords(message) })),
  ];
  const files = [...new Set(tests.map(({ path }) => path))].map((path) => ({
    file: path,
    seconds: sum(tests.filter((test) => test.path === path).map(({ seconds }) => seconds)),
  }));
  return {
    passed: stats.expected,
    failed: failures.length || (ok ? 0 : 1),
    skipped: stats.skipped,
    failures: failures.map(({ file, name, error }) => ({ file, name, error })),
    files,
  };
}

function testsOf(path, { specs, suites = [] }, outer) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ status, results }) => ({
      path,
      file: `${path}:${line}`,
      name: [...outer, title].join(' > '),
      failed: status === 'unexpected' || status === 'flaky',
      error: `${status === 'flaky' ? 'passed only when run again: ' : ''}${firstWords(
        results.flatMap(({ errors }) => errors)[0]?.message,
      )}`,
      seconds: sum(results.map(({ duration }) => duration)) / 1000,
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(path, suite, [...outer, suite.title]))];
}

/** From the report of e2e/conformance/run.ts. Scenarios that are expected to fail count as skipped. */
export function conformanceResult({ passed, failed, skipped, failures }, { ok }) {
  return { passed, failed: Math.max(failed, ok ? 0 : 1), skipped, failures, files: [] };
}

/** The result of a step without tests. */
export const nothingTested = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

/** For a check, or a suite without a report: passed or failed as a whole, with the lines of its output that say why. */
export function wholeResult(ok, output = '') {
  if (ok) return { ...nothingTested, passed: 1 };
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.filter((line) => TELLING.test(line)).slice(0, MOST_LINES);
  const failures = (telling.length > 0 ? telling : lines.slice(-1)).map((line) => ({
    file: '',
    name: '',
    error: firstWords(line.replace(/━+/, '')),
  }));
  return { ...nothingTested, failed: 1, failures };
}

/**
 * The end of the output of npm test: the slowest files, the seconds of each suite, every failed test with its error, and the
 * counts as the last line. `suites`: [{ suite, seconds, result }] in their order.
 */
export function closing(suites) {
  const failures = suites.flatMap(({ suite, result }) => listed(suite, result));
  const files = suites
    .flatMap(({ result }) => result.files)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  const total = (count) => sum(suites.map(({ result }) => result[count]));
  return [
    ...section('Slowest files', files.map(timed)),
    ...section(
      'Seconds',
      suites.map(({ suite, seconds }) => timed({ file: suite, seconds })),
    ),
    ...section('Failed', shortened(failures)),
    '',
    `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`,
    '',
  ].join('\n');
}

function listed(suite, { failed, failures }) {
  if (failed > 0 && failures.length === 0)
    return [[`${suite}: failed without naming a test; what it said stands above`]];
  return failures.map(({ file, name, error }) => {
    const test = [file, name].filter(Boolean).join('  ');
    return test ? [`${suite}: ${test}`, ...(error ? [`    ${error}`] : [])] : [`${suite}: ${error}`];
  });
}

function shortened(failures) {
  const more = failures.length - MOST_FAILURES;
  const shown = failures.slice(0, MOST_FAILURES).flat();
  return more > 0 ? [...shown, `and ${more} more, above`] : shown;
}

function section(title, lines) {
  return lines.length === 0 ? [] : ['', `== ${title}`, ...lines.map((line) => `  ${line}`)];
}

function timed({ file, seconds }) {
  return `${seconds.toFixed(1).padStart(7)} s  ${file}`;
}

/** The message of an error without stack and source, shortened to one line. */
function firstWords(error = '') {
  const words = stripVTControlCharacters(error)
    .split(/\n\s+at /)[0]
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !SOURCE.test(line))
    .join(' | ');
  return words.length > MOST_CHARACTERS ? `${words.slice(0, MOST_CHARACTERS)}…` : words;
}

/** `:12`, the first line of `file` in an error's stack; empty if there is none. */
function lineIn(file, error = '') {
  const at = error.indexOf(`${file}:`);
  return at < 0 ? '' : `:${Number.parseInt(error.slice(at + file.length + 1), 10)}`;
}

function relativeTo(root, file) {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
