import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import './needs.ts';

/** What the driver learns of a run. `need` names what a skipped test lacked. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly { readonly test: string; readonly need: string | undefined; readonly reason: string }[];
}

const skipOf = (test: TestCase): Outcome['skipped'][number] => {
  const { need } = test.meta();
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return { test: `${test.module.relativeModuleId} > ${test.fullName}`, need: need?.name, reason: need?.missing ?? note ?? 'no reason given' };
};

/** A file or suite that fails outside its tests counts as one failure, and so does an error that belongs to no test. */
const outcomeOf = (modules: readonly TestModule[], unhandled: readonly SerializedError[]): Outcome => {
  const tests = modules.flatMap(module => [...module.children.allTests()]);
  const suites = modules.flatMap(module => [module, ...module.children.allSuites()]);
  const inState = (...states: string[]): TestCase[] => tests.filter(test => states.includes(test.result().state));
  return {
    passed: inState('passed').length,
    failed: inState('failed', 'pending').length + suites.filter(suite => suite.errors().length > 0).length + unhandled.length,
    skipped: inState('skipped').map(skipOf),
  };
};

/** Writes the outcome to the file that TEST_OUTCOME names. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_OUTCOME!, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}
