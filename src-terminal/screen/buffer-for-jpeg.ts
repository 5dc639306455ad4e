// jpeg-js returns its bytes as a Buffer, which pages do not have. It needs only this method.
if (!('Buffer' in globalThis)) {
  Object.assign(globalThis, { Buffer: { from: (bytes: ArrayLike<number>) => Uint8Array.from(bytes) } })
}
