import { Button, Group, Stack, Text } from '@mantine/core';
import { changeRow } from '@hzm/contracts/features/rows/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import type { Difference } from './differences.ts';
import classes from './History.module.css';
import { valueText } from './value-text.ts';

export interface PutBack {
  readonly tableId: string;
  readonly rowId: string;
  readonly difference: Difference;
}

/** Shows what one cell would become again, then writes it as a new change. Open while there is something to put back. */
export function PutBackDialog({ wanted, onClose, onDone }: { wanted: PutBack | null; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation(['history', 'common']);
  const language = useLanguage();
  const { busy, error, run, clear } = useSending();
  const close = (): void => { clear(); onClose(); };
  const words = { none: t('none'), yes: t('yes'), no: t('no') };
  const confirm = (): void => {
    if (wanted === null) return;
    const { tableId, rowId, difference: { name, before } } = wanted;
    void run(async () => {
      await send(changeRow, { params: { tableId, rowId }, body: { [name]: before } });
      notifyDone(t('putBackDone'));
      onClose();
      onDone();
    });
  };
  return (
    <Dialog opened={wanted !== null} onClose={close} title={t('putBackTitle')}>
      <Stack>
        <Text>{t('putBackText', { field: wanted?.difference.name ?? '' })}</Text>
        {wanted && <p className={classes.preview}><del>{valueText(wanted.difference.after, words, language)}</del> → <ins>{valueText(wanted.difference.before, words, language)}</ins></p>}
        {error && <ErrorNotice error={error} title={t('putBackFailed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>{t('common:cancel')}</Button>
          <Button loading={busy} onClick={confirm}>{t('putBack')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
