import {
  apiKeyPasswordChanged,
  projectSettingsChanged,
  protectionDisabled,
  protectionEnabled,
} from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import {
  access,
  changeApiKeyPassword,
  changeSettings,
  disableProtection,
  enableProtection,
} from './access.ts';

const projectId = 'p';
const enabled = protectionEnabled({ projectId, passwordHash: 'h' });

describe('how a project is reached', () => {
  it('changes the settings named and keeps the others', () =>
    given(access)
      .when(changeSettings(projectId, { requireAuth: false }, undefined))
      .leadsTo(
        projectSettingsChanged({
          projectId,
          settings: { ...defaultSettings, requireAuth: false },
          isPublic: false,
        }),
      ));
  it('changes nothing to what it already is', () =>
    given(access)
      .when(changeSettings(projectId, { requireAuth: true }, false))
      .leadsTo());
  it('opens to the public', () =>
    given(access)
      .when(changeSettings(projectId, {}, true))
      .leadsTo(projectSettingsChanged({ projectId, settings: defaultSettings, isPublic: true })));
  it("changes the key's password", () =>
    given(access)
      .when(changeApiKeyPassword(projectId, 'yeni-parola'))
      .leadsTo(apiKeyPasswordChanged({ projectId, apiKeyPassword: 'yeni-parola' })));
  it('is protected', () => {
    given(access, enabled).when(enableProtection(projectId, 'other')).refused('CONFLICT');
    given(access, enabled)
      .when(disableProtection(projectId, undefined, 'password'))
      .refused('PROTECTION_INVALID');
    given(access, enabled)
      .when(disableProtection(projectId, 'h', 'account'))
      .leadsTo(protectionDisabled({ projectId, lifted: 'account' }));
    given(access)
      .when(disableProtection(projectId, undefined, 'password'))
      .leadsTo();
  });
});
