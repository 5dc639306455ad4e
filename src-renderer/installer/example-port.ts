/** How this computer's system names a serial port, as an example. */
export const examplePort: string = /^Win/.test(navigator.platform)
  ? 'COM3'
  : /^Mac/.test(navigator.platform)
    ? '/dev/cu.usbserial-1'
    : '/dev/ttyUSB0'
