import { useTranslation } from 'react-i18next';
import type { CampaignRule } from './campaign-values.ts';
import type { PlanRule } from './plan-values.ts';

export function useProblemTexts(): (
  problems: Readonly<Record<string, PlanRule | CampaignRule | undefined>>,
) => Record<string, string> {
  const { t } = useTranslation('pricing');
  return problems =>
    Object.fromEntries(
      Object.entries(problems).flatMap(([member, rule]) =>
        rule === undefined ? [] : [[member, t(`rules.${rule}`)]],
      ),
    );
}
