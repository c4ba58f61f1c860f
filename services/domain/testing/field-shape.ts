import type { FieldShape } from '@hzm/contracts/features/tables/events';

/** A field without rules, of texts unless `more` says otherwise. */
export const fieldShape = (more: Partial<FieldShape> = {}): FieldShape => ({
  name: 'ad',
  type: 'string',
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  ...more,
});
