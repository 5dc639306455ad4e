import { describe, expect, test } from 'vitest'
import { canToggleTip, toggleTip } from '../../../../../src-renderer/shell/dialogs/tip-presets.ts'

describe('the tip shares that a terminal offers', () => {
  test('tip presets are sorted from small to large', () => {
    expect(toggleTip([15, 20], 18)).toEqual([15, 18, 20])
  })

  test('pressing a tip preset again removes it', () => {
    expect(toggleTip([15, 18, 20], 18)).toEqual([15, 20])
  })

  test('there are at most three tip presets (section 4.4, tip)', () => {
    expect(toggleTip([15, 18, 20], 25)).toEqual([15, 18, 20])
    expect(canToggleTip([15, 18, 20], 25)).toBe(false)
    expect(canToggleTip([15, 18, 20], 15)).toBe(true)
  })
})
