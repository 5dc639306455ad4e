// What of a logo fits on the narrowest roll, in dots. Without schemas, for pages.
export const logoSize = { width: 384, height: 240 } as const
