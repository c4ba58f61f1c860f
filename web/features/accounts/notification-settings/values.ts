import type { Language } from '@hzm/contracts/core/language';
import { NotificationKind } from '@hzm/contracts/features/notifications/notification';
import {
  isMailed,
  type MailRhythm,
  type NotificationSettings,
} from '@hzm/contracts/features/notifications/settings';
import type { Rule } from '../../../ui/rule-texts.ts';

/** Switches of each kind, in the bell and by mail. */
export type Choices = {
  readonly [name in `bell-${NotificationKind}` | `mail-${NotificationKind}`]: boolean;
};

/** Values of the form: one member for each control. */
export type SettingsValues = Choices & {
  readonly mail: MailRhythm;
  readonly digestAt: string;
  readonly isQuiet: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly timeZone: string;
  readonly language: Language;
};

export const kinds = NotificationKind.options;

/** Time zone and language of a person who has not chosen them yet. */
type Reader = Pick<NotificationSettings, 'timeZone' | 'language'>;

/** Returns those of this browser. */
export const readerIn = (language: Reader['language']): Reader => ({
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  language,
});

const NIGHT = { from: '22:00', to: '07:00' };

export function valuesOf(
  { bellOff, mailOff, mail, digestAt, quiet, timeZone, language }: NotificationSettings,
  reader: Reader,
): SettingsValues {
  const choices = Object.fromEntries(
    kinds.flatMap(kind => [
      [`bell-${kind}`, !bellOff.includes(kind)],
      [`mail-${kind}`, !mailOff.includes(kind)],
    ]),
  ) as Choices;
  const { from, to } = quiet ?? NIGHT;
  return {
    ...choices,
    mail,
    digestAt,
    isQuiet: quiet !== null,
    quietFrom: from,
    quietTo: to,
    ...(mail === 'never' ? reader : { timeZone, language }),
  };
}

export function settingsFrom({
  mail,
  digestAt,
  isQuiet,
  quietFrom,
  quietTo,
  timeZone,
  language,
  ...choices
}: SettingsValues): NotificationSettings {
  return {
    bellOff: kinds.filter(kind => !choices[`bell-${kind}`]),
    mailOff: kinds.filter(kind => isMailed(kind) && !choices[`mail-${kind}`]),
    mail,
    digestAt,
    quiet: isQuiet ? { from: quietFrom, to: quietTo } : null,
    timeZone,
    language,
  };
}

/** Returns the problems by member. Hidden members are not checked. */
export function settingsProblems({ mail, digestAt, isQuiet, quietFrom, quietTo }: SettingsValues): {
  readonly [name in keyof SettingsValues]?: Rule;
} {
  if (mail === 'never') return {};
  return {
    ...(mail === 'daily' && digestAt === '' && { digestAt: 'required' }),
    ...(isQuiet && quietFrom === quietTo && { quietTo: 'quiet-hours-empty' }),
    ...(isQuiet && quietFrom === '' && { quietFrom: 'required' }),
    ...(isQuiet && quietTo === '' && { quietTo: 'required' }),
  };
}
