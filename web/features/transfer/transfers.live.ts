import { listTransfers } from '@hzm/contracts/features/transfers/api';
import type { Transfer } from '@hzm/contracts/features/transfers/transfer';
import { send } from '../../lib/http.ts';
import { liveResource, resources, useLive, type Loaded } from '../../state/live-resource.ts';

interface Receipts {
  /** Newest first. */
  readonly transfers: readonly Transfer[];
  readonly nextCursor: string | undefined;
}

/** The loaded transfers to a live project. */
export const transfersOf = resources<Receipts>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async (ask): Promise<Receipts> => {
      const { transfers, nextCursor } = await ask(listTransfers, { params: { projectId } });
      return { transfers, nextCursor };
    },
    apply: (receipts, { kind }) => (kind === 'transfer' ? 'refetch' : receipts),
  }),
);

export const useTransfers = (projectId: string): Loaded<Receipts> =>
  useLive(transfersOf(projectId));

export async function readOlder(projectId: string, cursor: string): Promise<void> {
  const { data } = await send(listTransfers, { params: { projectId }, query: { cursor } });
  transfersOf(projectId).update(({ transfers }) => ({
    transfers: [...transfers, ...data.transfers],
    nextCursor: data.nextCursor,
  }));
}
