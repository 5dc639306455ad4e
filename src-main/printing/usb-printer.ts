/** The parts of a USB device's descriptors that show how to address a printer. */
export interface UsbDescriptors {
  readonly vendorId: number
  readonly productId: number
  readonly serialNumber?: string | null | undefined
  readonly configurations: readonly {
    readonly configurationValue: number
    readonly interfaces: readonly {
      readonly interfaceNumber: number
      readonly alternates: readonly {
        readonly alternateSetting: number
        readonly interfaceClass: number
        readonly endpoints: readonly {
          readonly endpointNumber: number
          readonly direction: 'in' | 'out'
          readonly type: string
        }[]
      }[]
    }[]
  }[]
}

export interface UsbPrinterPort {
  readonly configuration: number
  readonly interface: number
  readonly alternate: number
  readonly out: number
  /** Null: the printer does not answer. */
  readonly in: number | null
}

const printerClass = 7

/** The first interface of the printer class with a bulk endpoint, which takes the bytes. Null: it is not a printer. */
export function printerPortOf({
  configurations,
}: Pick<UsbDescriptors, 'configurations'>): UsbPrinterPort | null {
  for (const configuration of configurations) {
    for (const one of configuration.interfaces) {
      for (const alternate of one.alternates) {
        if (alternate.interfaceClass !== printerClass) continue
        const bulk = (direction: 'in' | 'out') =>
          alternate.endpoints.find((end) => end.type === 'bulk' && end.direction === direction)
            ?.endpointNumber
        const out = bulk('out')
        if (out === undefined) continue
        return {
          configuration: configuration.configurationValue,
          interface: one.interfaceNumber,
          alternate: alternate.alternateSetting,
          out,
          in: bulk('in') ?? null,
        }
      }
    }
  }
  return null
}

/** Whether a device is the addressed one: it may be in another socket; the serial number distinguishes equal models. */
export const isDeviceAt = (
  { vendorId, productId, serialNumber }: Pick<UsbDescriptors, 'vendorId' | 'productId' | 'serialNumber'>,
  address: { readonly vendor_id: number; readonly product_id: number; readonly serial: string | null },
): boolean =>
  vendorId === address.vendor_id &&
  productId === address.product_id &&
  (address.serial === null || address.serial === (serialNumber ?? null))
