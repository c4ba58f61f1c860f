import { languages } from '@hzm/contracts/core/language';
import { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Anchor, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { embedAddress, embedCode, type EmbedLook } from './embed-address.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import classes from './Widgets.module.css';

/** A widget as it looks elsewhere, and the codes to paste there. */
export function EmbedPanel({ widget }: { widget: ListedWidget }) {
  const { t } = useTranslation(['widgets', 'common']);
  const lang = useLanguage();
  const [look, setLook] = useState<EmbedLook>({ theme: 'light', size: 'medium', lang });
  const { origin } = location;
  const snippets = [
    { name: 'iframe', text: embedCode(origin, widget, 'iframe', look) },
    { name: 'html', text: embedCode(origin, widget, 'html', look) },
    { name: 'json', text: embedAddress(origin, widget.id, 'json', look) },
  ] as const;
  return (
    <Stack>
      <LookChoice look={look} setLook={setLook} />
      {widget.state === 'live' ? (
        <EmbedFrame widget={widget} look={look} />
      ) : (
        <Text size="sm">{t('embed.notLive')}</Text>
      )}
      {snippets.map(({ name, text }) => (
        <div key={name}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" fw={500}>
              {t(`embed.${name}`)}
            </Text>
            <CopyAction
              value={text}
              label={t('embed.copy', { name: t(`embed.${name}`) })}
              done={t('calls.copied')}
            />
          </Group>
          <code className={classes.address}>{text}</code>
        </div>
      ))}
      {widget.state === 'live' && (
        <Anchor
          component={Link}
          to="/widgets/$widgetId/data"
          params={{ widgetId: widget.id } as never}
          search={{ looks: true } as never}
          size="sm"
          className={classes.link}
        >
          {t('looks.all')}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {t('embed.domains')}{' '}
        <Anchor
          component={Link}
          to={`/projects/${widget.project.id}`}
          search={{ tab: 'settings' } as never}
          className={classes.link}
        >
          {t('embed.toDomains')}
        </Anchor>
      </Text>
    </Stack>
  );
}

function LookChoice({ look, setLook }: { look: EmbedLook; setLook: (value: EmbedLook) => void }) {
  const { t } = useTranslation(['widgets', 'common']);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NativeSelect
        label={t('embed.theme')}
        value={look.theme}
        data={EmbedTheme.options.map(value => ({ value, label: t(`themes.${value}`) }))}
        onChange={event => setLook({ ...look, theme: event.currentTarget.value as 'light' })}
      />
      <NativeSelect
        label={t('embed.size')}
        value={look.size}
        data={EmbedSize.options.map(value => ({ value, label: t(`sizes.${value}`) }))}
        onChange={event => setLook({ ...look, size: event.currentTarget.value as 'medium' })}
      />
      <NativeSelect
        label={t('common:language.label')}
        value={look.lang}
        data={languages.map(value => ({ value, label: t(`common:language.${value}`) }))}
        onChange={event => setLook({ ...look, lang: event.currentTarget.value as 'tr' })}
      />
    </SimpleGrid>
  );
}
