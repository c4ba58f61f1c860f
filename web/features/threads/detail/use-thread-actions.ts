import { moveThread, starThread } from '@hzm/contracts/features/threads/api';
import type { ListedThread, ThreadStatus } from '@hzm/contracts/features/threads/thread';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { send } from '../../../lib/http.ts';
import { notifyFailed, notifyUndoable } from '../../../ui/notify.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { takeAnswer } from '../conversation.live.ts';

/** Actions on a thread: star and status, with an undo in the notice. */
export function useThreadActions({ id, status, is_starred }: ListedThread): {
  readonly busy: boolean;
  readonly star: () => Promise<void>;
  readonly move: (to: ThreadStatus) => Promise<void>;
} {
  const { t } = useTranslation('threads');
  const errorText = useErrorText();
  const { busy, run } = useSending();
  const failed =
    (what: 'failedStatus' | 'failedStar') =>
    (error: unknown): void =>
      notifyFailed(errorText(error, t(what)));
  const params = { threadId: id };
  const give = async (to: ThreadStatus): Promise<void> =>
    takeAnswer((await send(moveThread, { params, body: { status: to } })).data);
  return {
    busy,
    star: () =>
      run(async () => {
        try {
          takeAnswer((await send(starThread, { params, body: { starred: !is_starred } })).data);
        } catch (error) {
          failed('failedStar')(error);
        }
      }),
    move: async to => {
      try {
        await give(to);
        notifyUndoable(
          t(`moved.${to}`),
          t('undo'),
          () => void give(status).catch(failed('failedStatus')),
        );
      } catch (error) {
        failed('failedStatus')(error);
      }
    },
  };
}
