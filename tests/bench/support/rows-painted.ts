import type { Page } from 'playwright-core'

const list = 'main[data-place="payments"] div[aria-busy]'

/**
 * Time from an input until the resulting rows are painted, in ms: from the moment at which the browser received the
 * key, press or scroll, to the end of the frame that shows them.
 */
export async function untilRows(page: Page, input: () => Promise<void>): Promise<number> {
  await page.evaluate((selector) => {
    const painted = (then: () => void) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = then
        channel.port2.postMessage(null)
      })
    const state = window as unknown as { rowsPainted: Promise<number> }
    state.rowsPainted = new Promise((resolve) => {
      let began: number | null = null
      let asked = false
      const start = (event: Event) => {
        began ??= event.timeStamp
      }
      for (const type of ['keydown', 'pointerdown', 'scroll']) {
        addEventListener(type, start, { capture: true, once: true })
      }
      const observer = new MutationObserver(() => {
        if (began === null) return
        const since = began
        const rows = document.querySelector(selector)
        if (rows === null || rows.getAttribute('aria-busy') === 'true') asked = true
        else if (asked && rows.querySelector('[data-intent]') !== null) {
          observer.disconnect()
          painted(() => resolve(performance.now() - since))
        }
      })
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
    })
  }, list)
  await input()
  return page.evaluate(() => (window as unknown as { rowsPainted: Promise<number> }).rowsPainted)
}

export interface Scrolled {
  /** Intervals between frames, in ms. */
  readonly frames: readonly number[]
  /** Distance scrolled, in pixels. */
  readonly distance: number
  readonly rows: string
}

/** Scrolls the list down for this long, as fast as by hand, while further rows are loaded. */
export const scrollDown = (page: Page, forMs: number, pixelsPerSecond: number): Promise<Scrolled> =>
  page.evaluate(
    async ({ selector, forMs, pixelsPerSecond }) => {
      let scroller = document.querySelector<HTMLElement>(selector)
      while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) {
        scroller = scroller.parentElement
      }
      if (scroller === null) throw new Error('nothing scrolls')
      const [moving, top] = [scroller, scroller.scrollTop]
      const frames: number[] = []
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const began = await next()
      for (let before = began; before - began < forMs; ) {
        const now = await next()
        frames.push(now - before)
        moving.scrollTop += Math.round((pixelsPerSecond * (now - before)) / 1000)
        before = now
      }
      const end = document.querySelector(selector)?.lastElementChild?.textContent ?? ''
      return { frames, distance: moving.scrollTop - top, rows: end }
    },
    { selector: list, forMs, pixelsPerSecond },
  )

/** Jumps to the end of the loaded rows. */
export const toEnd = (page: Page): Promise<void> =>
  page.evaluate((selector) => document.querySelector(selector)?.lastElementChild?.scrollIntoView(), list)
