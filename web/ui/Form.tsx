import { useEffect, useRef, type ComponentProps, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref'> {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * When it appears its first field takes the focus: from whatever has it, or only where nothing
   * has. A dialog gives it to what it marks itself.
   */
  readonly takesFocus?: 'always' | 'idle';
}

/**
 * On a screen that is touched a focused field would open the keyboard over what one wants to read.
 */
const hovers = (): boolean => matchMedia('(hover: hover)').matches;
const isIdle = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.id === 'main';

/**
 * A form that says itself what is wrong. When it is sent, the first field that is wrong takes the
 * focus.
 */
export function Form({ onSubmit, takesFocus, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus !== undefined && hovers() && (takesFocus === 'always' || isIdle()))
      form.current
        ?.querySelector<HTMLElement>('input, textarea')
        ?.focus({ preventScroll: takesFocus === 'idle' });
  }, [takesFocus]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const sent = event.currentTarget;
    // What is wrong is marked before anybody looks for it.
    flushSync(() => onSubmit(event));
    sent.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return <form {...props} ref={form} noValidate onSubmit={submit} />;
}
