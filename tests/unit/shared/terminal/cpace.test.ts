import { hexToBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { cpaceKey, cpaceShare } from '../../../../src-shared/terminal/cpace.ts'

const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex')

/** The example of the draft, appendix B.3. */
const context = {
  channel: hexToBytes('0a41696e69746961746f720a42726573706f6e646572'),
  session: hexToBytes('7e4b4791d6a8ef019b936c79fb7f2c57'),
}
const password = utf8ToBytes('Password')
/** Numbers below the group order are unchanged by the reduction of 64 bytes. */
const scalar = (text: string) => hexToBytes(text.padEnd(128, '0'))
const first = cpaceShare(
  password,
  context,
  scalar('da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08'),
)
const second = cpaceShare(
  password,
  context,
  scalar('d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d'),
)
const transcript = [
  { share: first.public, data: utf8ToBytes('ADa') },
  { share: second.public, data: utf8ToBytes('ADb') },
] as const

describe('CPace', () => {
  test("CPace makes the shares of the draft's example", () => {
    expect(hex(first.public)).toBe('383a85dd236978f17f8c8545b50dabc52a39fcdab2cf8bc531ce040ff77ca82d')
    expect(hex(second.public)).toBe('a6206309c0e8e5f579295e35997ac4300ab3fecec3c17f7b604f3e698fa1383c')
  })

  test("CPace makes the key of the draft's example on both sides", () => {
    const key =
      'e91ccb2c0f5e0d0993a33956e3be59754f3f2b07db57631f5394452ea2e7b4354674eb1f5686c078462bf83bec72e8743df440108e638f3526d9b90e85be096f'
    expect(hex(cpaceKey(first.secret, second.public, context.session, transcript))).toBe(key)
    expect(hex(cpaceKey(second.secret, first.public, context.session, transcript))).toBe(key)
  })

  test('CPace makes different keys from different secrets', () => {
    const guess = cpaceShare(utf8ToBytes('password'), context, scalar('0102'))
    const asFirst = [{ ...transcript[0], share: guess.public }, transcript[1]] as const
    expect(hex(cpaceKey(guess.secret, second.public, context.session, asFirst))).not.toBe(
      hex(cpaceKey(second.secret, guess.public, context.session, asFirst)),
    )
  })

  test.each([
    ['the neutral element', '00'.repeat(32)],
    ['no point', '2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c'],
    ['too short', '00'],
  ])('CPace rejects a share that is %s', (_, share) => {
    expect(cpaceKey(first.secret, hexToBytes(share), context.session, transcript)).toBeNull()
  })
})
