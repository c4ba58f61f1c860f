import { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { embedCode, type EmbedLook } from './embed-address.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import classes from './Widgets.module.css';

interface Props {
  widget: { readonly id: string; readonly name: string };
}

/** A widget as other pages show it, in every theme and size, with the code of each. */
export function AllLooks({ widget }: Props) {
  const { t } = useTranslation('widgets');
  const lang = useLanguage();
  return (
    <>
      {EmbedTheme.options.map(theme => (
        <Panel key={theme} title={t(`themes.${theme}`)}>
          <div className={`${classes.within} ${classes.looks}`}>
            {EmbedSize.options.map(size => (
              <OneLook key={size} widget={widget} look={{ theme, size, lang }} />
            ))}
          </div>
        </Panel>
      ))}
    </>
  );
}

function OneLook({ widget, look }: Props & { look: EmbedLook }) {
  const { t } = useTranslation('widgets');
  const name = `${t(`themes.${look.theme}`)}, ${t(`sizes.${look.size}`)}`;
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t(`sizes.${look.size}`)}</Text>
        <CopyAction
          value={embedCode(location.origin, widget, 'iframe', look)}
          label={t('embed.copy', { name })}
          done={t('calls.copied')}
        />
      </Group>
      <EmbedFrame widget={{ ...widget, name: `${widget.name}, ${name}` }} look={look} />
    </Stack>
  );
}
