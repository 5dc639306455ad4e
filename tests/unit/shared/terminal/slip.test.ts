import { SlipDecoder, SlipEncoder } from 'serialport'
import { describe, expect, test } from 'vitest'
import { createSlipReader, slipFrame } from '../../../../src-shared/terminal/slip.ts'

/** The frames that a reader extracts from these pieces, as text. */
function read(pieces: readonly (string | Uint8Array)[], longest = 1_000): readonly string[] {
  const found: string[] = []
  const take = createSlipReader(longest, (content) => found.push(Buffer.from(content).toString('latin1')))
  for (const piece of pieces) take(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  return found
}
const frame = (text: string): Uint8Array => slipFrame(Buffer.from(text, 'latin1'))
const every = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

describe('frames on a serial line', () => {
  test('frames arrive unchanged, with any bytes, also byte by byte', () => {
    expect(read([frame(every), frame('two')])).toEqual([every, 'two'])
    expect(read([...frame(every)].map((byte) => Uint8Array.of(byte)))).toEqual([every])
  })

  test('frames are compatible with the serial port library, in both directions', async () => {
    const encoder = new SlipEncoder()
    encoder.write(Buffer.from(every, 'latin1'))
    expect(read([encoder.read()])).toEqual([every])
    const decoder = new SlipDecoder({ readableObjectMode: true })
    decoder.write(Buffer.from(frame(every)))
    const frames: Buffer[] = []
    decoder.on('data', (content: Buffer) => frames.push(content))
    await expect.poll(() => frames.map((one) => one.toString('latin1')).filter(Boolean)).toEqual([every])
  })

  test('frames after a cut-off frame are not lost', () => {
    expect(read([frame('half of one').subarray(0, 6), frame('whole')])).toEqual(['half ', 'whole'])
  })

  test('frames that are too long or damaged are left out, and the next one is read', () => {
    expect(read([frame('12345'), frame('1234'), frame('12')], 4)).toEqual(['1234', '12'])
    expect(read(['\xc0wrong\xdbescape\xc0', frame('right')])).toEqual(['right'])
    expect(read(['\xc0cut off\xdb\xc0', frame('right')])).toEqual(['right'])
  })

  // A device that sends text without frames. A reader that copies its buffer for every byte takes minutes for this.
  test('frames are read at once after long noise without frame ends', () => {
    const noise = 'weight 0.000 kg\r\n'.repeat(4_096)
    expect(read([...Array.from({ length: 32 }, () => noise), frame('the next')], 1_048_576)).toEqual([
      'the next',
    ])
  })
})
