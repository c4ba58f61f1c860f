import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };
const schemes = ['light', 'dark', 'auto'] as const;

/** Light, dark, or as the system has it. */
export function SchemeSwitch() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = icons[colorScheme];
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${t('scheme.label')}: ${t(`scheme.${colorScheme}`)}`}><Icon size={19} aria-hidden /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(scheme => {
          const Of = icons[scheme];
          return (
            <Menu.Item
              key={scheme}
              role="menuitemradio"
              aria-checked={scheme === colorScheme}
              leftSection={<Of size={16} aria-hidden />}
              rightSection={scheme === colorScheme ? <IconCheck size={16} aria-hidden /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`scheme.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
