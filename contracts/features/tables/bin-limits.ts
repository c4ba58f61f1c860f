/** Days that a deleted table stays in the bin. */
export const BIN_DAYS = 30;
/** Maximum deleted tables of a project, and deleted fields of a table, that are kept. */
export const MAX_BINNED_TABLES = 100;
export const MAX_BINNED_FIELDS = 200;
/** Maximum bytes of these in a bin, because each command on a project's tables holds them. */
export const MAX_BINNED_TABLES_BYTES = 8_388_608;
export const MAX_BINNED_FIELDS_BYTES = 1_048_576;
