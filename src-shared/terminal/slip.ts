// RFC 1055: a frame is enclosed by two end bytes; an end or escape byte within it is written as two bytes.
const end = 0xc0
const escaping = 0xdb
const escapedEnd = 0xdc
const escapedEscape = 0xdd

/** Encodes a frame. The leading end byte terminates any noise that came before. */
export function slipFrame(content: Uint8Array): Uint8Array {
  const frame = new Uint8Array(2 * content.length + 2)
  let length = 0
  frame[length++] = end
  for (const byte of content) {
    if (byte === end || byte === escaping) {
      frame[length++] = escaping
      frame[length++] = byte === end ? escapedEnd : escapedEscape
    } else frame[length++] = byte
  }
  frame[length++] = end
  return frame.subarray(0, length)
}

/** Initial size of the buffer, in bytes; it returns to this size after a long frame. */
const usualBytes = 4_096

/**
 * Creates a reader of the frames on a line that may also carry noise. It handles each byte once, so that endless noise
 * costs no more time than other bytes, and no more memory than a frame. Empty frames are ignored.
 *
 * @param longest maximum bytes of a frame; a longer one is noise, and is dropped
 * @returns a function that takes the bytes of the line
 */
export function createSlipReader(
  longest: number,
  onFrame: (content: Uint8Array) => void,
): (bytes: Uint8Array) => void {
  let buffer = new Uint8Array(usualBytes)
  let length = 0
  let isEscaped = false
  let isNoise = false

  function finish(): void {
    const content = buffer.slice(0, isNoise || isEscaped ? 0 : length)
    if (buffer.length > usualBytes) buffer = new Uint8Array(usualBytes)
    length = 0
    isEscaped = false
    isNoise = false
    if (content.length > 0) onFrame(content)
  }

  function put(byte: number): void {
    if (length === longest) isNoise = true
    if (isNoise) return
    if (length === buffer.length) {
      const larger = new Uint8Array(Math.min(longest, 2 * length))
      larger.set(buffer)
      buffer = larger
    }
    buffer[length++] = byte
  }

  return (bytes) => {
    for (const byte of bytes) {
      if (byte === end) finish()
      else if (isEscaped) {
        isEscaped = false
        if (byte === escapedEnd) put(end)
        else if (byte === escapedEscape) put(escaping)
        else isNoise = true
      } else if (byte === escaping) isEscaped = true
      else put(byte)
    }
  }
}
