import { unfitName } from '@hzm/contracts/core/name';
import { Email, NewPassword } from '@hzm/contracts/features/accounts/account';

/** A text of `forms:rules`. */
export type AccountRule =
  | 'required'
  | 'email'
  | 'passwords-differ'
  | 'password-too-short'
  | 'name-unprintable'
  | 'name-invisible';
type Problems<Values> = Partial<Record<keyof Values, AccountRule>>;

export interface LoginValues {
  readonly email: string;
  readonly password: string;
}

export interface RegisterValues extends LoginValues {
  readonly name: string;
  readonly confirmPassword: string;
}

const missing = <Values extends object>(values: Values): Problems<Values> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => String(value).trim() === '')
      .map(([name]) => [name, 'required']),
  ) as Problems<Values>;

export const loginProblems = (values: LoginValues): Problems<LoginValues> => missing(values);

/** Requires all four values; the password has at least six characters and is typed twice. */
export function registerProblems(values: RegisterValues): Problems<RegisterValues> {
  const found: Problems<RegisterValues> = {};
  const wrongName = unfitName(values.name);
  if (wrongName) found.name = wrongName;
  if (!Email.safeParse(values.email).success) found.email = 'email';
  if (!NewPassword.safeParse(values.password).success) found.password = 'password-too-short';
  if (values.confirmPassword !== values.password) found.confirmPassword = 'passwords-differ';
  return { ...found, ...missing(values) };
}

export const nameProblems = (values: { readonly name: string }): Problems<typeof values> => {
  const wrong = unfitName(values.name);
  return { ...(wrong && { name: wrong }), ...missing(values) };
};

export const emailProblems = (values: { readonly email: string }): Problems<typeof values> => ({
  ...(!Email.safeParse(values.email).success && { email: 'email' }),
  ...missing(values),
});

export interface NewPasswordValues {
  /** The current password, if the form asks for it. */
  readonly current?: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Applies the rules of a first password. */
export function passwordProblems(values: NewPasswordValues): Problems<NewPasswordValues> {
  const found: Problems<NewPasswordValues> = {};
  if (!NewPassword.safeParse(values.password).success) found.password = 'password-too-short';
  if (values.confirmPassword !== values.password) found.confirmPassword = 'passwords-differ';
  return { ...found, ...missing(values) };
}
