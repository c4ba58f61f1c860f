/** The selection in the address. */
export interface UpgradeView {
  readonly plan?: string;
  readonly cycle?: 'monthly' | 'yearly';
}
