import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
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

/** Asks for the name before a project, table or field is erased for good. */
export function EraseDialog({ place, item, onClose, onDone }: Props) {
  const { t } = useTranslation('bin');
  const { busy, error, run, clear } = useSending();
  const [password, setPassword] = useState('');
  const name = item?.name ?? '';
  const warning =
    place.kind === 'projects'
      ? t('erase.projectWarning')
      : t(place.kind === 'tables' ? 'erase.tableWarning' : 'erase.fieldWarning');
  return (
    <ConfirmTyped
      opened={item !== null}
      title={t('erase.open')}
      warning={warning}
      name={name}
      prompt={t('erase.prompt', { name })}
      confirm={t('erase.confirm')}
      busy={busy}
      onConfirm={() =>
        item !== null &&
        void run(async () => {
          await erase(place, item, password);
          setPassword('');
          notifyDone(t('erase.done', { name }));
          onDone();
        })
      }
      onClose={() => {
        clear();
        setPassword('');
        onClose();
      }}
    >
      {item?.isProtected && (
        <PasswordField
          label={t('erase.protection')}
          autoComplete="off"
          required
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      )}
      {error && <ErrorNotice error={error} title={t('erase.failed')} />}
    </ConfirmTyped>
  );
}
