import { relative } from 'node:path';
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import './needs.ts';
import { isOver } from './passed-before.ts';
import { quarantine, type Quarantined } from './quarantine.ts';

type Task = RunnerTestCase | RunnerTestSuite;

const nameOf = ({ suite, name }: Task): string => (suite ? `${nameOf(suite)} > ${name}` : name);

/**
 * Skips quarantined tests, tests that passed in the earlier run, and whole suites with their hooks
 * if all of their tests did.
 */
export default class extends TestRunner {
  protected readonly quarantine: readonly Quarantined[] = quarantine;

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#isOver(suite)) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#isOver(test)) test.mode = 'skip';
    const quarantined = this.quarantine.find(
      ({ file, name }) => file === this.#fileOf(test) && name === nameOf(test),
    );
    if (quarantined) {
      test.mode = 'skip';
      test.result = { state: 'skip' };
      test.meta.need = { name: 'quarantine', missing: `quarantined: ${quarantined.reason}` };
    }
    await super.onBeforeRunTask(test);
  }

  #fileOf(task: Task): string {
    return relative(this.config.root, task.file.filepath);
  }

  #isOver(task: Task): boolean {
    if (task.type === 'suite')
      return task.tasks.length > 0 && task.tasks.every(one => this.#isOver(one));
    return isOver(task.file.projectName ?? '', this.#fileOf(task), nameOf(task));
  }
}
