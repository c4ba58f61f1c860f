import { ownData } from '@hzm/contracts/features/own-account/api';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/files.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Downloads the account's own data as a JSON file. */
export function OwnData() {
  const { t } = useTranslation('account');
  const { busy, error, run } = useSending();
  const save = (): void =>
    void run(async () => {
      const { data } = await send(ownData);
      saveFile(
        new File([JSON.stringify(data, null, 2)], 'hzm-account.json', { type: 'application/json' }),
      );
    });
  return (
    <Stack align="flex-start">
      <Text size="sm" c="dimmed">
        {t('data.lead')}{' '}
        <Anchor component={Link} to="/projects" underline="always">
          {t('data.projects')}
        </Anchor>
      </Text>
      {error && <ErrorNotice error={error} title={t('data.failed')} />}
      <Button variant="default" loading={busy} onClick={save}>
        {t('data.submit')}
      </Button>
    </Stack>
  );
}
