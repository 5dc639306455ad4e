// Devices for a serial port other than terminals and printers. Free of schemas, for pages.

export const peripheralKinds = ['scanner', 'pole_display'] as const
export type PeripheralKind = (typeof peripheralKinds)[number]
