import { Alert } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { store } from '../../state/jotai.ts';
import { unknownAddressAtom } from '../../state/unknown-address.ts';

export function UnknownAddress({ address }: { address: string }) {
  const { t } = useTranslation(['unknown-address', 'common']);
  return (
    <Alert
      role="status"
      color="yellow"
      title={t('title')}
      icon={<IconMapPinOff size={20} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={() => store.set(unknownAddressAtom, null)}
    >
      {t('text', { address })}
    </Alert>
  );
}
