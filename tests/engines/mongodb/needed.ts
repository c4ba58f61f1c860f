import { beforeEach } from 'vitest';
import { mongodb } from '../../run/engines.ts';

/* Every test of the project needs a MongoDB. */
beforeEach(({ task, skip }) => {
  if (mongodb.missing === undefined) return;
  task.meta.need = mongodb;
  skip(mongodb.missing);
});
