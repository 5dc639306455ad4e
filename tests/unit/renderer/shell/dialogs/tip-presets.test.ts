import { describe, expect, test } from 'vitest'
import { canToggleTip, toggleTip } from '../../../../../src-renderer/shell/dialogs/tip-presets.ts'

describe('the shares a terminal offers', () => {
  test('tip presets are added from small to large', () => {
    expect(toggleTip([15, 20], 18)).toEqual([15, 18, 20])
  })

  test('a tip preset is removed by the same tap', () => {
    expect(toggleTip([15, 18, 20], 18)).toEqual([15, 20])
  })

  test('tip presets are at most three (section 4.4, tip)', () => {
    expect(toggleTip([15, 18, 20], 25)).toEqual([15, 18, 20])
    expect(canToggleTip([15, 18, 20], 25)).toBe(false)
    expect(canToggleTip([15, 18, 20], 15)).toBe(true)
  })
})
