import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'

/** A terminal with all hardware: the usual countertop device. */
export const fullCapabilities: DeviceCapabilities = {
  screen_dimension_x: 480,
  screen_dimension_y: 800,
  pin_pad: true,
  msr: true,
  emv: true,
  nfc: true,
  signature: true,
  printer: true,
}
