import { SlipDecoder, SlipEncoder } from 'serialport'
import { describe, expect, test } from 'vitest'
import { createSlipReader, slipFrame } from '../../../../src-shared/terminal/slip.ts'

/** What a reader makes of these pieces of a line, as text. */
function read(pieces: readonly (string | Uint8Array)[], longest = 1_000): readonly string[] {
  const found: string[] = []
  const take = createSlipReader(longest, (content) => found.push(Buffer.from(content).toString('latin1')))
  for (const piece of pieces) take(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  return found
}
const frame = (text: string): Uint8Array => slipFrame(Buffer.from(text, 'latin1'))
const every = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

describe('frames on a serial line', () => {
  test('arrive as they were sent, whichever bytes they hold, also byte by byte', () => {
    expect(read([frame(every), frame('two')])).toEqual([every, 'two'])
    expect(read([...frame(every)].map((byte) => Uint8Array.of(byte)))).toEqual([every])
  })

  test('are those of the serial port library, both ways', async () => {
    const encoder = new SlipEncoder()
    encoder.write(Buffer.from(every, 'latin1'))
    expect(read([encoder.read()])).toEqual([every])
    const decoder = new SlipDecoder({ readableObjectMode: true })
    decoder.write(Buffer.from(frame(every)))
    const frames: Buffer[] = []
    decoder.on('data', (content: Buffer) => frames.push(content))
    await expect.poll(() => frames.map((one) => one.toString('latin1')).filter(Boolean)).toEqual([every])
  })

  test('are not lost to what was cut off before them', () => {
    expect(read([frame('half of one').subarray(0, 6), frame('whole')])).toEqual(['half ', 'whole'])
  })

  test('that are too long, or broken, are left out, and the next one is read', () => {
    expect(read([frame('12345'), frame('1234'), frame('12')], 4)).toEqual(['1234', '12'])
    expect(read(['\xc0wrong\xdbescape\xc0', frame('right')])).toEqual(['right'])
    expect(read(['\xc0cut off\xdb\xc0', frame('right')])).toEqual(['right'])
  })

  // A device that writes text and no frames: a reader that copies what it has with every byte takes minutes for this.
  test('are read at once after noise that did not end for long', () => {
    const noise = 'weight 0.000 kg\r\n'.repeat(4_096)
    expect(read([...Array.from({ length: 32 }, () => noise), frame('the next')], 1_048_576)).toEqual([
      'the next',
    ])
  })
})
