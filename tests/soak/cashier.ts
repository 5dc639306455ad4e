import type { Page } from 'playwright-core'

/**
 * A cashier who waits only for the window: keys and mouse go through Chromium's own input, and the page itself reports
 * when an awaited element is drawn, so that there is no polling. Playwright's locators search for roles and names in
 * the page's thread at each frame, which would count as the window's own work.
 */
export interface QuickCashier {
  readonly pos: Page
  keys(...names: readonly string[]): Promise<void>
  /** Resolves as soon as a matching element is drawn. @throws if none appears */
  until(selector: string): Promise<void>
  /** Presses the middle of it, without checking whether it moves. */
  tap(selector: string, index?: number): Promise<void>
  /** Presses it as soon as it appears. */
  press(selector: string): Promise<void>
}

const patienceMs = 45_000

export async function createQuickCashier(pos: Page): Promise<QuickCashier> {
  await pos.evaluate(rememberInPage)
  return quickCashier(pos)
}

function quickCashier(pos: Page): QuickCashier {
  const until = async (selector: string) => {
    const came = await pos.evaluate(waitInPage, [selector, patienceMs] as const)
    if (came) return
    const shown = await pos.locator('body').innerText()
    const before = (await pos.evaluate(rememberedInPage)).join('\n')
    throw new Error(`never came: ${selector}; what happened before:\n${before}\nthe window shows: ${shown}`)
  }
  const tap = async (selector: string, index = 0) => {
    const [x, y] = await pos.evaluate(middleOf, [selector, index] as const)
    await pos.mouse.click(x, y)
  }
  return {
    pos,
    until,
    tap,
    async keys(...names) {
      for (const name of names) await pos.keyboard.press(name)
    },
    async press(selector) {
      await until(selector)
      await tap(selector)
    },
  }
}

function waitInPage([selector, limitMs]: readonly [string, number]): Promise<boolean> {
  const isThere = () => document.querySelector(selector) !== null
  const seen = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
  return new Promise((resolve) => {
    if (isThere()) {
      seen(() => resolve(true))
      return
    }
    const done = (came: boolean) => {
      watch.disconnect()
      document.removeEventListener('focusin', look)
      clearTimeout(limit)
      seen(() => resolve(came))
    }
    const look = () => void (isThere() && done(true))
    const watch = new MutationObserver(look)
    const limit = setTimeout(() => done(isThere()), limitMs)
    watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
    // Focusing a field is not a mutation of the document.
    document.addEventListener('focusin', look)
  })
}

function middleOf([selector, index]: readonly [string, number]): readonly [number, number] {
  const all = document.querySelectorAll(selector)
  const found = all[index % Math.max(all.length, 1)]
  if (found === undefined) throw new Error(`nothing is ${selector}`)
  const { left, top, width, height } = found.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

interface Remembering {
  remembered?: string[]
}

/** Keeps the last presses and the state of the counter with times in ms, to explain a press that had no effect. */
function rememberInPage(): void {
  const last: string[] = []
  ;(window as Remembering).remembered = last
  const note = (what: string) => {
    last.push(`${Math.round(performance.now())} ${what}`)
    if (last.length > 60) last.shift()
  }
  const on = ({ target }: Event) => (target instanceof Element ? `${target.tagName} ${target.ariaLabel}` : '')
  window.addEventListener('keydown', (event) => note(`key ${event.key} on ${on(event)}`), { capture: true })
  // The keydown of a key that is taken for a scan is not visible here.
  window.addEventListener('keyup', ({ key }) => note(`${key} up`), { capture: true })
  window.addEventListener('pointerdown', (event) => note(`press on ${on(event)}`), { capture: true })
  let state = ''
  let looking = false
  const look = () => {
    looking = false
    const { dataset } = document.querySelector('main') ?? {}
    const is = (selector: string) => document.querySelector(selector) !== null
    const charge = [...document.querySelectorAll('button')].find(({ textContent }) =>
      /^Charge/.test(textContent),
    )
    const now = JSON.stringify({
      ...dataset,
      connected: is('[data-terminal="connected"]'),
      dialog: is('[role=dialog]'),
      alert: document.querySelector('[role=alert]')?.textContent,
      charge: charge?.textContent,
      rests: charge?.disabled,
    })
    if (now !== state) note(now)
    state = now
  }
  // Runs between frames, so that it does not count as the window's work on a frame.
  new MutationObserver(() => {
    if (looking) return
    looking = true
    requestIdleCallback(look, { timeout: 100 })
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
}

const rememberedInPage = (): readonly string[] => (window as Remembering).remembered ?? []
