import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Longer than the pause between two keys of a scanner (src-renderer/catalogue/barcode-wedge.ts), in ms. */
const handPauseMs = 80
/** A key is held so long to see whether it begins a scan (src-renderer/catalogue/watch-scans.ts), and more, in ms. */
export const heldMs = 60
/** So many keys in a row without a pause are taken for a scan at the latest. */
const mostAtOnce = 7

/**
 * Makes the page's keyboard that of a person: Playwright presses keys faster than a scanner, so that a PIN or an amount
 * with its Enter would be a scan. Enter comes a moment after what was typed, and long numbers are typed with pauses.
 */
export function typeByHand({ keyboard }: Page): void {
  const press = keyboard.press.bind(keyboard)
  const type = keyboard.type.bind(keyboard)
  let lastAt = Number.NEGATIVE_INFINITY
  keyboard.press = async (key, options) => {
    const left = lastAt + handPauseMs - performance.now()
    if (key === 'Enter' && left > 0) await wait(left)
    await press(key, options)
    if (key.length === 1) lastAt = performance.now()
  }
  keyboard.type = async (text, options) => {
    for (let from = 0; from < text.length; from += mostAtOnce) {
      const left = lastAt + handPauseMs - performance.now()
      if (from > 0 && left > 0) await wait(left)
      await type(text.slice(from, from + mostAtOnce), options)
      lastAt = performance.now()
    }
    // What happens next does not come before the page has the last key.
    await wait(heldMs)
  }
}

/** Presses the keys as fast as a scanner that acts as a keyboard. */
export async function scanByKeys(page: Page, code: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const keys = [...code].map((key) => ({ key, text: key, code: `Digit${key}` }))
  const pressed = [...keys, { key: 'Enter', text: '\r', code: 'Enter' }].flatMap(({ key, text, code }) => {
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : key.charCodeAt(0)
    return [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, code, windowsVirtualKeyCode }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode }),
    ]
  })
  await Promise.all(pressed)
  await cdp.detach()
}
