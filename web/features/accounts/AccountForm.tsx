import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../../ui/Form.tsx';
import { AccountPage, type AccountPageProps } from './AccountPage.tsx';

interface Props extends AccountPageProps {
  submit: string;
  busy: boolean;
  /** Failure of the whole form. */
  failure: ReactNode;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
}

export function AccountForm({ submit, busy, failure, children, onSubmit, ...page }: Props) {
  return (
    <AccountPage {...page}>
      <Form takesFocus="idle" onSubmit={onSubmit}>
        <Stack>
          {failure}
          {children}
          <Button type="submit" fullWidth size="md" loading={busy}>
            {submit}
          </Button>
        </Stack>
      </Form>
    </AccountPage>
  );
}
