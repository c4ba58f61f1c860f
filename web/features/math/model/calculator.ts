import { MAX_NUMBER_LENGTH } from '@hzm/contracts/features/math/decimal';

/** The operations of the calculator, as the API names them. */
export const basicOperations = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'modulo',
  'power',
] as const;
export type BasicOperation = (typeof basicOperations)[number];

export const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type Digit = (typeof digits)[number];
export type Key =
  | Digit
  | BasicOperation
  | 'point'
  | 'sign'
  | 'back'
  | 'clear'
  | 'equals'
  | { readonly number: string };

/** Two numbers and what becomes of them. */
export interface Question {
  readonly operation: BasicOperation;
  readonly num1: string;
  readonly num2: string;
}

export interface Calculator {
  /** The number being typed or shown, as decimal text with a point; empty before the first key. */
  readonly entry: string;
  /** Whether `entry` is a result, which the next digit replaces. */
  readonly isResult: boolean;
  readonly first: string;
  readonly operation: BasicOperation | null;
  /** The last calculation, above its result. */
  readonly last: Question | null;
  /** Whether a number was missing when a result was asked for. */
  readonly isIncomplete: boolean;
}

export const initialCalculator: Calculator = {
  entry: '',
  isResult: false,
  first: '',
  operation: null,
  last: null,
  isIncomplete: false,
};

/** A state, and the question that must be answered before the next key. */
interface Pressed {
  readonly state: Calculator;
  readonly question?: Question;
  /** The operation that goes on with the result. */
  readonly next?: BasicOperation | null;
}

const isOperation = (key: Key): key is BasicOperation =>
  basicOperations.some(operation => operation === key);

const typed = (state: Calculator, entry: string): Calculator => ({
  ...state,
  entry: entry.slice(0, MAX_NUMBER_LENGTH),
  isResult: false,
  isIncomplete: false,
  last: state.operation === null ? null : state.last,
});

function digit(state: Calculator, key: Digit): Calculator {
  const before = state.isResult ? '' : state.entry;
  return typed(state, before === '0' || before === '-0' ? before.replace('0', key) : before + key);
}

function point(state: Calculator): Calculator {
  const before = state.isResult || state.entry === '' ? '0' : state.entry;
  return before.includes('.') || before.includes('e') ? state : typed(state, `${before}.`);
}

function negate(state: Calculator): Calculator {
  const { entry } = state;
  if (entry === '') return typed(state, '-0');
  return {
    ...state,
    entry: entry.startsWith('-') ? entry.slice(1) : `-${entry}`,
    isIncomplete: false,
  };
}

/** Chooses an operation, or goes on with the result of the one before. */
function operate(state: Calculator, operation: BasicOperation): Pressed {
  const { entry, first } = state;
  if (entry === '')
    return first === ''
      ? { state: { ...state, isIncomplete: true } }
      : { state: { ...state, operation, isIncomplete: false } };
  if (state.operation !== null)
    return {
      state,
      question: { operation: state.operation, num1: first, num2: entry },
      next: operation,
    };
  return {
    state: { ...initialCalculator, first: entry, operation },
  };
}

function equals(state: Calculator): Pressed {
  const { entry, first, operation } = state;
  if (operation === null || entry === '') return { state: { ...state, isIncomplete: true } };
  return { state, question: { operation, num1: first, num2: entry }, next: null };
}

/** Returns the state after a key. */
export function press(state: Calculator, key: Key): Pressed {
  if (typeof key === 'object') return { state: { ...typed(state, ''), entry: key.number } };
  if (isOperation(key)) return operate(state, key);
  switch (key) {
    case 'point':
      return { state: point(state) };
    case 'sign':
      return { state: negate(state) };
    case 'back':
      return { state: typed(state, state.isResult ? '' : state.entry.slice(0, -1)) };
    case 'clear':
      return { state: initialCalculator };
    case 'equals':
      return equals(state);
    default:
      return { state: digit(state, key) };
  }
}

/** Returns the state after an answer. */
export const answered = (
  question: Question,
  result: string,
  next: BasicOperation | null,
): Calculator =>
  next === null
    ? { ...initialCalculator, entry: result, isResult: true, last: question }
    : { ...initialCalculator, first: result, operation: next };

/** Keys of the keyboard, beside digits. */
const keys: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['x', 'multiply'],
  ['/', 'divide'],
  ['%', 'modulo'],
  ['^', 'power'],
  [',', 'point'],
  ['.', 'point'],
  ['=', 'equals'],
  ['Enter', 'equals'],
  ['Backspace', 'back'],
  ['Escape', 'clear'],
  ['Delete', 'clear'],
  ['F9', 'sign'],
]);

/** Returns what a key of the keyboard does. */
export const keyOf = (key: string): Key | undefined =>
  digits.find(one => one === key) ?? keys.get(key);
