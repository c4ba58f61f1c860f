import { calculateBasic } from '@hzm/contracts/features/math/api';
import { EXACT_DIGITS, Fine, preciseText } from '@hzm/contracts/features/math/decimal';
import { useSessionStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { useSession } from '../../state/use-session.ts';
import {
  answered,
  initialCalculator,
  press,
  type Calculator,
  type Key,
  type Question,
} from './model/calculator.ts';

export interface Calculation extends Question {
  readonly result: string;
}
/** Calculations remembered in the tab, newest first. */
const MAX_REMEMBERED = 50;

/** The tab's memory of a person's calculations: their history, and the calculator's memory. */
function useRemembered(userId: string) {
  const [history, setHistory] = useSessionStorage<readonly Calculation[]>({
    key: `hzm-calculations/${userId}`,
    defaultValue: [],
  });
  const [memory, setMemory] = useSessionStorage({
    key: `hzm-calculator-memory/${userId}`,
    defaultValue: '',
  });
  const add = (value: string, sign: 1 | -1): void =>
    setMemory(preciseText(new Fine(memory || '0').plus(new Fine(value).times(sign)), EXACT_DIGITS));
  return {
    history,
    memory,
    add,
    note: (calculation: Calculation): void =>
      setHistory(before => [calculation, ...before].slice(0, MAX_REMEMBERED)),
    clear: (): void => setHistory([]),
    forget: (): void => setMemory(''),
  };
}

/** The calculator of the screen: keys pressed while an answer is awaited take their turn. */
export function useCalculator() {
  const { user } = useSession();
  const [state, setState] = useState(initialCalculator);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const remembered = useRemembered(user.id);
  const current = useRef<Calculator>(initialCalculator);
  const waiting = useRef<Key[]>([]);
  const isWorking = useRef(false);

  const show = (next: Calculator): void => {
    current.current = next;
    setState(next);
  };
  const ask = async (question: Question): Promise<string> => {
    setBusy(true);
    try {
      const { data } = await send(calculateBasic, { body: { ...question } });
      remembered.note({ ...question, result: data.precise });
      return data.precise;
    } finally {
      setBusy(false);
    }
  };
  const work = async (): Promise<void> => {
    for (let key = waiting.current.shift(); key !== undefined; key = waiting.current.shift()) {
      const pressed = press(current.current, key);
      setError(null);
      show(pressed.state);
      if (pressed.question)
        show(answered(pressed.question, await ask(pressed.question), pressed.next ?? null));
    }
  };
  const type = (key: Key): void => {
    waiting.current.push(key);
    if (isWorking.current) return;
    isWorking.current = true;
    work()
      .catch((failure: unknown) => {
        waiting.current = [];
        setError(asApiError(failure));
      })
      .finally(() => {
        isWorking.current = false;
      });
  };
  return {
    state,
    error,
    busy,
    type,
    history: remembered.history,
    memory: remembered.memory,
    remember: (sign: 1 | -1) =>
      remembered.add(current.current.entry || current.current.first || '0', sign),
    recall: () => remembered.memory !== '' && type({ number: remembered.memory }),
    forget: remembered.forget,
    clearHistory: remembered.clear,
  };
}
