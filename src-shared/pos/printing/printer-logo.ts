// Maximum size of a logo on the narrowest roll, in dots. Free of schemas, for pages.
export const logoSize = { width: 384, height: 240 } as const
