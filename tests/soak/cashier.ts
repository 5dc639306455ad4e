import type { Page } from 'playwright-core'

/**
 * A cashier who never waits longer than the window: keys and the mouse by Chromium's own input, and the page itself says
 * when what was waited for is drawn, so that nobody looks in vain meanwhile.
 */
export interface QuickCashier {
  readonly pos: Page
  keys(...names: readonly string[]): Promise<void>
  /** Resolves as soon as something matches it, the same task that draws it. @throws where it never comes */
  until(selector: string): Promise<void>
  /** Presses the middle of it, without a look whether it moves. */
  tap(selector: string, index?: number): Promise<void>
}

const patienceMs = 45_000

export const createQuickCashier = (pos: Page): QuickCashier => ({
  pos,
  async keys(...names) {
    for (const name of names) await pos.keyboard.press(name)
  },
  async until(selector) {
    const came = await pos.evaluate(waitInPage, [selector, patienceMs] as const)
    if (came) return
    throw new Error(`never came: ${selector}; the window shows: ${await pos.locator('body').innerText()}`)
  },
  async tap(selector, index = 0) {
    const [x, y] = await pos.evaluate(middleOf, [selector, index] as const)
    await pos.mouse.click(x, y)
  },
})

function waitInPage([selector, limitMs]: readonly [string, number]): Promise<boolean> {
  const isThere = () => document.querySelector(selector) !== null
  if (isThere()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const done = (came: boolean) => {
      watch.disconnect()
      clearTimeout(limit)
      resolve(came)
    }
    const watch = new MutationObserver(() => isThere() && done(true))
    const limit = setTimeout(() => done(isThere()), limitMs)
    watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
  })
}

function middleOf([selector, index]: readonly [string, number]): readonly [number, number] {
  const all = document.querySelectorAll(selector)
  const found = all[index % Math.max(all.length, 1)]
  if (found === undefined) throw new Error(`nothing is ${selector}`)
  const { left, top, width, height } = found.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}
