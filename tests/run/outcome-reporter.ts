import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import './needs.ts';
import type { FailedFile, Outcome, PassedFile } from './outcome.ts';
import { isOver } from './passed-before.ts';

const skipOf = (test: TestCase): Outcome['skipped'][number] => {
  const { need } = test.meta();
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return {
    test: `${test.module.relativeModuleId} > ${test.fullName}`,
    need: need?.name,
    reason: need?.missing ?? note ?? 'no reason given',
  };
};

const hasFailed = (test: TestCase): boolean => ['failed', 'pending'].includes(test.result().state);

const inState = (tests: readonly TestCase[], state: string): TestCase[] =>
  tests.filter(test => test.result().state === state);

/** Returns the tests without those that passed in the earlier run. */
const testsOf = (module: TestModule): TestCase[] =>
  [...module.children.allTests()].filter(
    ({ fullName }) => !isOver(module.project.name, module.relativeModuleId, fullName),
  );

/** A file or suite that fails outside of its tests counts as one failure. */
function fileOf(module: TestModule): FailedFile {
  const tests = testsOf(module);
  const failed = tests.filter(hasFailed);
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    passed: inState(tests, 'passed').length,
    failed:
      failed.length +
      [module, ...module.children.allSuites()].filter(suite => suite.errors().length > 0).length,
    names: failed.map(({ fullName }) => fullName),
  };
}

/** Tests are identified by name: one name for several tests counts as passed if all passed. */
function passedFileOf(module: TestModule): PassedFile {
  const tests = testsOf(module);
  const others = new Set(
    tests.filter(test => test.result().state !== 'passed').map(({ fullName }) => fullName),
  );
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    names: tests.map(({ fullName }) => fullName).filter(name => !others.has(name)),
    isWhole: others.size === 0,
  };
}

/** An error outside of tests is a failure, too. */
function outcomeOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Outcome {
  const files = modules.map(fileOf);
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.reduce((sum, { failed }) => sum + failed, unhandled.length),
    passedIn: modules
      .filter((_, i) => files[i]!.failed === 0)
      .map(passedFileOf)
      .filter(({ names }) => names.length > 0),
    failedIn: unhandled.length > 0 ? undefined : files.filter(({ failed }) => failed > 0),
    skipped: inState(modules.flatMap(testsOf), 'skipped').map(skipOf),
  };
}

/** Writes the outcome to the file named by TEST_OUTCOME. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_OUTCOME!, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}
