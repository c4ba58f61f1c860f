import type { BinEntry } from '@hzm/contracts/features/tables/bin';

/** The lists of the bin, by their names in the address. */
export const binKinds = ['rows', 'fields', 'tables'] as const;
export type BinKind = (typeof binKinds)[number];

export const isBinKind = (value: unknown): value is BinKind =>
  (binKinds as readonly unknown[]).includes(value);

/** The lists of things that were deleted: those of a project, and of its owner's projects. */
export type ListKind = BinKind | 'projects';

/** A deleted thing as a list shows it. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Absent: the name says it all. */
  readonly detail?: string | undefined;
  readonly deletedAt: string;
  readonly deletedBy: BinEntry['deletedBy'];
  readonly until: string | null;
  /** The reason for which it cannot be restored yet. */
  readonly obstacle?: string | undefined;
  /** The table of a field; absent for a project. */
  readonly tableId?: string | undefined;
  /** Whether erasing it asks for the password of its protection. */
  readonly isProtected?: boolean;
}

/** One page of a list, and the way to the others. */
export interface ItemPage {
  readonly items: readonly Item[];
  readonly total: number;
  readonly onNewer: (() => void) | undefined;
  readonly onOlder: (() => void) | undefined;
}
