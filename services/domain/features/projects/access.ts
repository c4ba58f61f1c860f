import { sameJson } from '@hzm/contracts/core/json';
import {
  apiKeyPasswordChanged,
  projectSettingsChanged,
  protectionDisabled,
  protectionEnabled,
} from '@hzm/contracts/features/projects/events';
import {
  defaultSettings,
  type Lifted,
  type ProjectSettings,
} from '@hzm/contracts/features/projects/project';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** The password and settings that guard a project. */
export interface ProjectAccess {
  readonly settings: ProjectSettings;
  readonly isPublic: boolean;
  readonly passwordHash: string | undefined;
  readonly apiKeyPassword: string | undefined;
}

export const access = decider<ProjectAccess>(
  {
    settings: defaultSettings,
    isPublic: false,
    passwordHash: undefined,
    apiKeyPassword: undefined,
  },
  when => [
    when(projectSettingsChanged, (s, { settings, isPublic }) => ({ ...s, settings, isPublic })),
    when(apiKeyPasswordChanged, (s, { apiKeyPassword }) => ({ ...s, apiKeyPassword })),
    when(protectionEnabled, (s, { passwordHash }) => ({ ...s, passwordHash })),
    when(protectionDisabled, s => ({ ...s, passwordHash: undefined })),
  ],
);

export const changeSettings =
  (
    projectId: string,
    change: { [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined },
    isPublic: boolean | undefined,
  ) =>
  (s: ProjectAccess): Decision => {
    const settings = { ...s.settings, ...change };
    const open = isPublic ?? s.isPublic;
    const same = open === s.isPublic && sameJson(settings, s.settings);
    return same ? [] : [projectSettingsChanged({ projectId, settings, isPublic: open })];
  };

export const changeApiKeyPassword =
  (projectId: string, apiKeyPassword: string) =>
  (s: ProjectAccess): Decision =>
    s.apiKeyPassword === apiKeyPassword
      ? []
      : [apiKeyPasswordChanged({ projectId, apiKeyPassword })];

export const enableProtection =
  (projectId: string, passwordHash: string) =>
  (s: ProjectAccess): Decision =>
    s.passwordHash === undefined
      ? [protectionEnabled({ projectId, passwordHash })]
      : reject('CONFLICT', { text: 'already-protected' });

/**
 * @param known the hash of the protection that the caller may lift: it may be another one by now
 */
export const disableProtection =
  (projectId: string, known: string | undefined, lifted: Lifted) =>
  (s: ProjectAccess): Decision => {
    if (s.passwordHash === undefined) return [];
    return s.passwordHash === known
      ? [protectionDisabled({ projectId, lifted })]
      : reject('PROTECTION_INVALID');
  };
