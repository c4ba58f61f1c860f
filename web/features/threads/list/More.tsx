import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../../../ui/use-sending.ts';

/**
 * Loads the next page when the end of the list comes near the window; after a failure, by a button.
 */
export function More({ onNear }: { onNear: () => Promise<void> }) {
  const { t } = useTranslation('threads');
  const end = useRef<HTMLLIElement>(null);
  const { busy, error, run } = useSending();
  const ask = useRef(() => run(onNear));
  useEffect(() => {
    if (end.current === null) return undefined;
    const near = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void ask.current();
      },
      { rootMargin: '600px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, []);
  return (
    <li ref={end}>
      {error && (
        <Button variant="default" fullWidth loading={busy} onClick={() => void run(onNear)}>
          {t('more')}
        </Button>
      )}
    </li>
  );
}
