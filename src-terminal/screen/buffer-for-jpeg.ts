// jpeg-js hands its bytes over as a Buffer, which a page does not have. It asks for nothing but this of it.
if (!('Buffer' in globalThis)) {
  Object.assign(globalThis, { Buffer: { from: (bytes: ArrayLike<number>) => Uint8Array.from(bytes) } })
}
