/**
 * What lies over what, everywhere. Overlays (dialogs and sheets) share one layer: what opened last
 * lies on top.
 * What opens out of any of them (menus, lists, hints) lies above them all, and notices above that.
 */
export const layers = { header: 100, overlay: 200, floating: 300, notice: 400 } as const;
