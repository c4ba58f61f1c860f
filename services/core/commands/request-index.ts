import type { Position } from '@hzm/contracts/core/position';
import { requestDocs } from '@hzm/projections/core/requests';
import type { DocumentReader } from '../ports/read-model.ts';
import type { Projector } from '../projecting/projector.ts';
import type { RequestIndex } from './repeats.ts';

/**
 * The request index in the view `requests`. Waits for `reached`, because documents read before may
 * be newer than the index.
 */
export const requestIndex = (
  model: Pick<DocumentReader, 'get'>,
  projector: Pick<Projector, 'waitForPosition'>,
): RequestIndex => ({
  async find(key: string, reached: Position | undefined) {
    await projector.waitForPosition(reached);
    return model.get(requestDocs, key);
  },
});
