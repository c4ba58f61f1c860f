import { useForm, type FormErrors } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { follow, type Followed, type FormValues } from './follow.ts';

/**
 * A form over data that others may change (`follow`). Call `settled` with the saved values. @param
 * validate returns the error texts by member
 */
export function useLiveForm<V extends FormValues>(now: V, validate: (values: V) => FormErrors) {
  const form = useForm({ initialValues: now, validate });
  const base = useRef(now);
  const [underneath, setUnderneath] = useState<Followed<V>['underneath']>(new Map());
  const take = useEffectEvent((said: V): void => {
    const followed = follow(base.current, said, form.getValues());
    base.current = followed.base;
    form.setValues(followed.values);
    setUnderneath(followed.underneath);
  });
  const said = JSON.stringify(now);
  useEffect(() => take(JSON.parse(said) as V), [said]);
  const settled = (saved: V): void => {
    base.current = saved;
    form.setValues(saved);
    setUnderneath(new Map());
  };
  return { form, underneath, settled };
}
