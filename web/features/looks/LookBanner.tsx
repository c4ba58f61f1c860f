import type { Look } from '@hzm/contracts/features/looks/look';
import { Button } from '@mantine/core';
import { IconEyeSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { stopLooking } from '../../state/stop-looking.ts';
import { useSession } from '../../state/use-session.ts';
import { notifyFailed } from '../../ui/notify.tsx';
import classes from './LookBanner.module.css';

/** Interval of the check whether an impersonation has expired, in milliseconds. */
const CLOCK_MS = 1_000;

const clock = (moment: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(moment));

/** Banner for an impersonating administrator, with a way back, and for the impersonated person. */
export function LookBanner({ looks }: { looks: readonly Look[] }) {
  const { look } = useSession();
  return look ? <Looking until={look.until} /> : <LookedAt looks={looks} />;
}

function Looking({ until }: { until: string }) {
  const { t } = useTranslation('looks');
  const errorText = useErrorText();
  const { user } = useSession();
  const navigate = useNavigate();
  const language = useLanguage();
  const stop = (): void =>
    void stopLooking(() => navigate({ to: '/database-users' })).catch((error: unknown) =>
      notifyFailed(t('failed', { reason: errorText(error) })),
    );
  return (
    <aside className={classes.banner} aria-label={t('label')}>
      <span className={classes.text} role="status">
        <IconEyeSearch size={18} aria-hidden />
        <span>
          <Trans
            t={t}
            i18nKey="looking"
            values={{ name: user.name, time: clock(until, language) }}
            shouldUnescape
          />
        </span>
      </span>
      <Button size="compact-md" variant="white" color="dark" onClick={stop}>
        {t('stop')}
      </Button>
    </aside>
  );
}

function LookedAt({ looks }: { looks: readonly Look[] }) {
  const { t } = useTranslation('looks');
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  const [latest] = looks.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  if (!latest) return null;
  return (
    <aside className={classes.banner} aria-label={t('lookedLabel')}>
      <span className={classes.text} role="status">
        <IconEyeSearch size={18} aria-hidden />
        <span>
          <Trans
            t={t}
            i18nKey="looked"
            values={{
              name: latest.by.name === '' ? t('someone') : latest.by.name,
              time: clock(latest.expiresAt, language),
            }}
            shouldUnescape
          />
        </span>
      </span>
    </aside>
  );
}
