import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './SchemeSwitch.module.css';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };
const schemes = ['light', 'dark', 'auto'] as const;

/**
 * Light, dark, or the system's scheme. The button shows the current scheme by styles, which work
 * before any code runs; the menu shows the choice.
 */
export function SchemeSwitch() {
  const { t } = useTranslation('common');
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('scheme.label')}>
          <IconSun size={19} className={classes.light} aria-hidden />
          <IconMoon size={19} className={classes.dark} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Schemes />
      </Menu.Dropdown>
    </Menu>
  );
}

function Schemes() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={value => setColorScheme(value as MantineColorScheme)}
    >
      {schemes.map(scheme => {
        const Of = icons[scheme];
        return (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checkIcon={<IconCheck size={16} aria-hidden />}
            rightSection={<Of size={16} aria-hidden />}
          >
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        );
      })}
    </Menu.RadioGroup>
  );
}
