import { nameKey } from '@hzm/contracts/core/name';
import { CorsDomain } from '@hzm/contracts/features/cors/domain';
import { ApiKeyPassword, ProjectName } from '@hzm/contracts/features/projects/project';
import type { Rule } from '../../ui/rule-texts.ts';

export interface NewProject {
  readonly name: string;
  readonly description: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly keyType: 'project' | 'admin_project';
}

/** Returns the problem of a project's name; `taken` are the existing names. */
export function nameProblem(name: string, taken: readonly string[]): Rule | undefined {
  const wanted = nameKey(name);
  if (wanted !== '' && taken.some(other => nameKey(other) === wanted)) return 'project-name-taken';
  return ProjectName.safeParse(name).error?.issues[0]?.message as Rule | undefined;
}

export function newProjectProblems(
  values: NewProject,
  taken: readonly string[],
): Partial<Record<keyof NewProject, Rule>> {
  const name = nameProblem(values.name, taken);
  return {
    ...(name && { name }),
    ...(!ApiKeyPassword.safeParse(values.password).success && {
      password: 'api-key-password-too-short' as const,
    }),
    ...(values.password !== values.confirmPassword && {
      confirmPassword: 'passwords-differ' as const,
    }),
  };
}

/** Requires the exact name, and the password of a protected project. */
export const deletionProblems = (
  project: { name: string; isProtected: boolean },
  typed: { name: string; password: string },
): { name?: Rule; password?: Rule } => ({
  ...(typed.name !== project.name && { name: 'project-name-mistyped' as const }),
  ...(project.isProtected &&
    typed.password === '' && { password: 'protection-password-empty' as const }),
});

export type ProtectionMode = 'enable' | 'disable' | 'change';

/**
 * Returns the problems of the passwords for a change of protection. @param isAsked whether the
 * current one is required
 */
export const protectionProblems = (
  mode: ProtectionMode,
  { current, password, confirm }: { current: string; password: string; confirm: string },
  isAsked = mode !== 'enable',
): { current?: Rule; password?: Rule; confirm?: Rule } => ({
  ...(isAsked && current === '' && { current: 'protection-password-empty' as const }),
  ...(mode !== 'disable' && password === '' && { password: 'protection-password-empty' as const }),
  ...(mode !== 'disable' && password !== confirm && { confirm: 'passwords-differ' as const }),
});

/** Returns the problem of an allowed origin. @param known existing ones */
export function corsProblem(domain: string, known: readonly string[]): Rule | undefined {
  const { success, data, error } = CorsDomain.safeParse(domain);
  return success
    ? known.includes(data)
      ? 'cors-domain-taken'
      : undefined
    : (error.issues[0]!.message as Rule);
}
