/** What is being chosen, as the address says it. */
export interface UpgradeView {
  readonly plan?: string;
  readonly cycle?: 'monthly' | 'yearly';
}
