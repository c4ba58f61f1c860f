import { relative } from 'node:path';
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import { isOver } from './passed-before.ts';

type Task = RunnerTestCase | RunnerTestSuite;

const nameOf = ({ suite, name }: Task): string => (suite ? `${nameOf(suite)} > ${name}` : name);

/**
 * Skips tests that passed in the earlier run, and whole suites with their hooks if all of their
 * tests did.
 */
export default class extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#isOver(suite)) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#isOver(test)) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  #isOver(task: Task): boolean {
    if (task.type === 'suite')
      return task.tasks.length > 0 && task.tasks.every(one => this.#isOver(one));
    return isOver(
      task.file.projectName ?? '',
      relative(this.config.root, task.file.filepath),
      nameOf(task),
    );
  }
}
