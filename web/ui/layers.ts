/**
 * The z-indexes. Dialogs and sheets share one layer, the latest on top. Menus, lists and tooltips
 * lie above them, notices above all.
 */
export const layers = { header: 100, overlay: 200, floating: 300, notice: 400 } as const;
