import { useEffect, useRef, type ComponentProps, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref'> {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * Whether the first field takes the focus when the form appears: `always`, or only if nothing
   * else has it. A dialog focuses the element that it marks.
   */
  readonly takesFocus?: 'always' | 'idle';
}

/** On a touch screen a focused field would open the keyboard over the content. */
const hovers = (): boolean => matchMedia('(hover: hover)').matches;
const isIdle = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.id === 'main';

/** A form with its own validation messages. Submitting focuses the first invalid field. */
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
    // Marks invalid fields before the query below.
    flushSync(() => onSubmit(event));
    sent.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return <form {...props} ref={form} noValidate onSubmit={submit} />;
}
