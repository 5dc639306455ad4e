// What can be plugged into a serial port besides terminals and printers. Without schemas, for pages.

export const peripheralKinds = ['scanner', 'pole_display'] as const
export type PeripheralKind = (typeof peripheralKinds)[number]
