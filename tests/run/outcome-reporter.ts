import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import './needs.ts';
import type { Outcome, PassedFile } from './outcome.ts';
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

/** Counts the failures of a file; one that is outside of its tests counts as one. */
const failuresIn = (module: TestModule): number =>
  testsOf(module).filter(hasFailed).length +
  [module, ...module.children.allSuites()].filter(suite => suite.errors().length > 0).length;

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
  const tests = modules.flatMap(testsOf);
  return {
    passed: inState(tests, 'passed').length,
    failed: modules.reduce((sum, module) => sum + failuresIn(module), unhandled.length),
    passedIn: modules
      .filter(module => failuresIn(module) === 0)
      .map(passedFileOf)
      .filter(({ names }) => names.length > 0),
    skipped: inState(tests, 'skipped').map(skipOf),
  };
}

/** Writes the outcome to the file named by TEST_OUTCOME. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const test of inState(modules.flatMap(testsOf), 'pending'))
      console.error(`never ended: ${test.module.relativeModuleId} > ${test.fullName}`);
    writeFileSync(process.env.TEST_OUTCOME!, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}
