import type { Position } from '@hzm/contracts/core/position';
import { requestDocs } from '@hzm/projections/core/requests';
import type { DocumentReader } from './ports/read-model.ts';
import type { Projector } from './projector.ts';
import type { RequestIndex } from './repeats.ts';

/**
 * The index as the view `requests` keeps it. Documents that were read may be newer than the rest of
 * what their events made: it is waited for.
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
