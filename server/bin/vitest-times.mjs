// A Vitest reporter for what its JSON leaves out: the seconds of hooks and imports, and errors outside of tests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes `{ files: [{ file, seconds, errors: [{ name, error }] }], errors }` to the file that VITEST_TIMES_FILE names. */
export default class VitestTimes {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
      const seconds = (duration + collectDuration + setupDuration + prepareDuration) / 1000;
      return { file: module.moduleId, seconds, errors: outsideTests(module) };
    });
    const report = process.env.VITEST_TIMES_FILE;
    mkdirSync(dirname(report), { recursive: true });
    writeFileSync(report, JSON.stringify({ files, errors: unhandled.map(worded) }));
  }
}

/** Errors of hooks and of the file itself: Vitest's JSON counts the tests that they prevent as skipped. */
function outsideTests(module) {
  return [module, ...module.children.allSuites()].flatMap((part) =>
    part.errors().map((error) => ({ name: part.fullName ?? '', error: worded(error) })),
  );
}

function worded({ message, stack }) {
  return stack || message;
}
