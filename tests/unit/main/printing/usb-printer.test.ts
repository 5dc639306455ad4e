import { expect, test } from 'vitest'
import { isDeviceAt, printerPortOf, type UsbDescriptors } from '../../../../src-main/printing/usb-printer.ts'

type Alternate = UsbDescriptors['configurations'][number]['interfaces'][number]['alternates'][number]
const alternate = (interfaceClass: number, endpoints: Alternate['endpoints']): Alternate => ({
  alternateSetting: 0,
  interfaceClass,
  endpoints,
})
const configured = (...alternates: readonly Alternate[]) => ({
  configurations: [
    {
      configurationValue: 1,
      interfaces: alternates.map((one, interfaceNumber) => ({ interfaceNumber, alternates: [one] })),
    },
  ],
})
const out = { endpointNumber: 1, direction: 'out', type: 'bulk' } as const
const back = { endpointNumber: 2, direction: 'in', type: 'bulk' } as const

test('a printer is found by its class among the interfaces of a device', () => {
  expect(printerPortOf(configured(alternate(3, [back]), alternate(7, [out, back])))).toEqual({
    configuration: 1,
    interface: 1,
    alternate: 0,
    out: 1,
    in: 2,
  })
})

test('a one-way printer returns nothing, and an interface that accepts no bytes is not a printer', () => {
  expect(printerPortOf(configured(alternate(7, [out])))).toMatchObject({ out: 1, in: null })
  expect(printerPortOf(configured(alternate(7, [back])))).toBeNull()
  expect(printerPortOf(configured(alternate(8, [out, back])))).toBeNull()
  expect(printerPortOf({ configurations: [] })).toBeNull()
})

test('of two identical printers, the serial number selects one', () => {
  const device = { vendorId: 0x04b8, productId: 0x0e28, serialNumber: 'A1' }
  const address = { vendor_id: 0x04b8, product_id: 0x0e28 }
  expect(isDeviceAt(device, { ...address, serial: 'A1' })).toBe(true)
  expect(isDeviceAt(device, { ...address, serial: null })).toBe(true)
  expect(isDeviceAt(device, { ...address, serial: 'B2' })).toBe(false)
  expect(isDeviceAt({ ...device, productId: 1 }, { ...address, serial: null })).toBe(false)
})
