import type { Rectangle } from 'electron'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'

/** A screen of this computer. */
export interface Screen {
  readonly id: number
  readonly bounds: Rectangle
  readonly workArea: Rectangle
}

export interface DisplayPlace {
  readonly bounds: Rectangle
  /** Whether it fills a screen of its own; otherwise it is a window that a person can move. */
  readonly fullscreen: boolean
}

const windowSize = { width: 900, height: 640 }

/**
 * The place of the customer's display; null where there is none. It does not move to the cashier's screen by itself:
 * when the second screen is unplugged, it waits for that screen.
 */
export function displayPlace(
  setting: Settings['customer_display'],
  screens: readonly Screen[],
  cashiersScreen: number,
): DisplayPlace | null {
  if (setting === 'off') return null
  const second = screens.find(({ id }) => id !== cashiersScreen)
  if (setting === 'screen') return second === undefined ? null : { bounds: second.bounds, fullscreen: true }
  const area = (second ?? screens[0])?.workArea
  if (area === undefined) return null
  const width = Math.min(windowSize.width, area.width)
  const height = Math.min(windowSize.height, area.height)
  const x = area.x + area.width - width
  return { bounds: { x, y: area.y + area.height - height, width, height }, fullscreen: false }
}
