import { addPersonalLink, renewPersonalLink } from '@hzm/contracts/features/widgets/api';
import {
  DEFAULT_LINK_DAYS,
  MAX_LINK_DAYS,
  type PersonalLink,
} from '@hzm/contracts/features/widgets/personal-link';
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { takeFocus } from '../../ui/focus-first.ts';
import { useSending } from '../../ui/use-sending.ts';
import classes from './Widgets.module.css';

/** A link that is asked for: to a row, or one that is renewed. */
export type LinkTask = { readonly rowId: string } | { readonly renewed: PersonalLink };

interface FormProps {
  widgetId: string;
  task: LinkTask;
  onMade: (position: string) => void;
  onClose: () => void;
}

/** Asks how long a link lasts, and shows its address once. */
export function LinkForm({ widgetId, task, onMade, onClose }: FormProps) {
  const { t } = useTranslation(['widgets', 'common']);
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const [days, setDays] = useState<number | string>(DEFAULT_LINK_DAYS);
  const [address, setAddress] = useState<string | null>(null);
  const isFit = typeof days === 'number' && days >= 1 && days <= MAX_LINK_DAYS;
  const make = (): Promise<void> =>
    run(async () => {
      const body = { days: Number(days) };
      const { data, position } =
        'rowId' in task
          ? await send(addPersonalLink, {
              params: { widgetId },
              body: { ...body, rowId: task.rowId },
            })
          : await send(renewPersonalLink, {
              params: { widgetId, linkId: task.renewed.id },
              body,
            });
      setAddress(location.origin + data.url.replace('#', `&lang=${language}#`));
      onMade(position ?? '');
    });
  if (address !== null) return <MadeLink address={address} onClose={onClose} />;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (isFit) void make();
      }}
    >
      <Stack>
        <Text size="sm">{t('rowId' in task ? 'links.makeText' : 'links.renewText')}</Text>
        <NumberInput
          label={t('links.days', { most: MAX_LINK_DAYS })}
          value={days}
          onChange={setDays}
          min={1}
          max={MAX_LINK_DAYS}
          allowDecimal={false}
          error={isFit ? undefined : t('links.daysUnfit', { most: MAX_LINK_DAYS })}
          data-autofocus
        />
        {error && <ErrorNotice error={error} title={t('links.notMade')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('rowId' in task ? 'links.create' : 'links.renew')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows a new link, which cannot be shown again. */
function MadeLink({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation(['widgets', 'common']);
  return (
    <Stack>
      <Alert color="yellow" icon={<IconLink size={20} aria-hidden />} title={t('links.once')}>
        {t('links.onceText')}
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <code className={classes.address}>{address}</code>
        <CopyAction value={address} label={t('links.copy')} done={t('calls.copied')} />
      </Group>
      <Group justify="flex-end">
        <Button ref={takeFocus} onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  );
}
