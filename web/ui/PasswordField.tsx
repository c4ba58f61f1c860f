import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

/** A password field with a button that toggles visibility. @param startsVisible default false */
export function PasswordField({
  startsVisible = false,
  ...props
}: PasswordInputProps & { startsVisible?: boolean }) {
  const { t } = useTranslation('common');
  const [visible, { toggle }] = useDisclosure(startsVisible);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={toggle}
      visibilityToggleButtonProps={
        {
          'aria-label': t(visible ? 'hidePassword' : 'showPassword'),
          tabIndex: 0,
          'aria-hidden': false,
        } as never
      }
    />
  );
}
