import type { Page } from 'playwright-core'

/**
 * A cashier who never waits longer than the window: keys and the mouse by Chromium's own input, and the page itself says
 * when what was waited for is drawn, so that nobody looks in vain meanwhile. Playwright's own locators look for roles and
 * names in the page's thread, at each frame, which would count as the window's own work.
 */
export interface QuickCashier {
  readonly pos: Page
  keys(...names: readonly string[]): Promise<void>
  /** Resolves as soon as something that matches it is drawn: nobody presses what is not seen. @throws where it never comes */
  until(selector: string): Promise<void>
  /** Presses the middle of it, without a look whether it moves. */
  tap(selector: string, index?: number): Promise<void>
  /** Presses it as soon as it is there. */
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
    // A field that is given the focus is the same as before.
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

/** The last presses, and what the counter was at, ms: whoever reads of a press that did nothing needs to know when it came. */
function rememberInPage(): void {
  const last: string[] = []
  ;(window as Remembering).remembered = last
  const note = (what: string) => {
    last.push(`${Math.round(performance.now())} ${what}`)
    if (last.length > 60) last.shift()
  }
  const on = ({ target }: Event) => (target instanceof Element ? `${target.tagName} ${target.ariaLabel}` : '')
  window.addEventListener('keydown', (event) => note(`key ${event.key} on ${on(event)}`), { capture: true })
  // A key that is taken for a scan is not seen going down.
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
  // Between frames, so that nothing of it is counted as the window's own work on one.
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
