import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Input of a number of a form; a value out of bounds stays, and the form's rules refuse it. */
export function NumberMember<Member extends string>({
  form,
  under,
  member,
  ...input
}: Omit<NumberInputProps, 'form'> & {
  form: { readonly getInputProps: (member: Member) => object };
  /** Renders the remote value of a member. */
  under: (member: Member) => ReactNode;
  member: Member;
}) {
  return (
    <div>
      <NumberInput hideControls clampBehavior="none" {...input} {...form.getInputProps(member)} />
      {under(member)}
    </div>
  );
}
