import { PlatformPattern } from '@hzm/contracts/features/cors/domain';
import { Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { turn } from './cors.live.ts';
import classes from './Settings.module.css';

/** The names of the platforms in the texts. */
const names = {
  '*.netlify.app': 'netlify',
  '*.vercel.app': 'vercel',
  '*.railway.app': 'railway',
  '*.github.io': 'github',
  '*.cloudflare.pages.dev': 'cloudflare',
  '*.pages.dev': 'pages',
} as const satisfies Record<PlatformPattern, string>;

/** Hosting platforms with what each lets in, and a switch for all of them. */
export function Platforms({
  projectId,
  on,
  isReadOnly,
}: {
  projectId: string;
  on: readonly PlatformPattern[];
  isReadOnly: boolean;
}) {
  const { t } = useTranslation('projects');
  const { busy, error, run } = useSending();
  const change = (isOn: boolean, pattern?: PlatformPattern): void =>
    void run(() => turn(projectId, isOn, pattern));
  return (
    <>
      <fieldset className={classes.platforms} disabled={busy || isReadOnly}>
        <Text component="legend" fw={500} size="sm">
          {t('cors.platforms')}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {t('cors.platformsHint')}
        </Text>
        <Stack gap="xs">
          <Switch
            label={t('cors.allPlatforms')}
            description={t('cors.platformsOn', {
              on: on.length,
              all: PlatformPattern.options.length,
            })}
            checked={on.length === PlatformPattern.options.length}
            onChange={event => change(event.currentTarget.checked)}
          />
          {PlatformPattern.options.map(pattern => (
            <Switch
              key={pattern}
              label={pattern}
              description={t(`cors.platform.${names[pattern]}`)}
              checked={on.includes(pattern)}
              onChange={event => change(event.currentTarget.checked, pattern)}
            />
          ))}
        </Stack>
      </fieldset>
      {error && <ErrorNotice error={error} title={t('cors.switchFailed')} />}
    </>
  );
}
