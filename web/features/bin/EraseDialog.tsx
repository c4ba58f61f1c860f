import { useTranslation } from 'react-i18next';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { erase, type Place } from './api.ts';
import type { Item } from './kinds.ts';

interface Props {
  place: Place;
  /** Open while there is one. */
  item: Item | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the name before a table or field is erased for good. */
export function EraseDialog({ place, item, onClose, onDone }: Props) {
  const { t } = useTranslation('bin');
  const { busy, error, run, clear } = useSending();
  const name = item?.name ?? '';
  return (
    <ConfirmTyped
      opened={item !== null}
      title={t('erase.open')}
      warning={t(place.kind === 'tables' ? 'erase.tableWarning' : 'erase.fieldWarning')}
      name={name}
      prompt={t('erase.prompt', { name })}
      confirm={t('erase.confirm')}
      busy={busy}
      onConfirm={() =>
        item !== null &&
        void run(async () => {
          await erase(place, item);
          notifyDone(t('erase.done', { name }));
          onDone();
        })
      }
      onClose={() => {
        clear();
        onClose();
      }}
    >
      {error && <ErrorNotice error={error} title={t('erase.failed')} />}
    </ConfirmTyped>
  );
}
