import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'

/** Who is in: a role whose PIN was typed, or a person. */
export type Present = { readonly role: StaffRole } | { readonly person: string }

/** `until`: by a clock that can be set; `end`: by one that cannot. Whichever comes first. */
interface Open {
  readonly who: Present
  readonly until: number
  readonly end: number
  /** The time is over, and only what is under way kept it from closing. */
  readonly over: boolean
}

/** Who is at the counter, and for how long without a person's input. */
export interface Presence {
  who(): Present | null
  /** Milliseconds since the epoch; null when nobody is in. */
  until(): number | null
  /** The time is over, and only what is under way keeps it from closing. */
  isOver(): boolean
  enter(who: Present): void
  close(): void
  closeWhenOver(): void
  /** Puts off the end: a person used the keyboard or the screen. */
  renew(): void
  /** The time has become another: the end may come earlier by that, not later. */
  shorten(): void
}

/** More often than this the windows need not know that it was put off, ms. */
const leastRenewalMs = 2_000
/** So often it is looked whether what was under way has ended, ms. */
const busyAgainMs = 1_000

export function createPresence(options: {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
  /** Without a person's input, ms. */
  readonly lasts: (who: Present) => number
  /** Whoever is in keeps the screen for now. */
  readonly isBusy: (who: Present) => boolean
  readonly onClose: () => void
  readonly onChange: () => void
}): Presence {
  const { now, elapsed, lasts } = options
  let open: Open | null = null
  let closing: NodeJS.Timeout | undefined

  function lookAgainIn(ms: number): void {
    clearTimeout(closing)
    closing = setTimeout(closeUnlessBusy, ms)
    closing.unref()
  }

  function close(): void {
    clearTimeout(closing)
    if (open === null) return
    open = null
    options.onClose()
    options.onChange()
  }

  function closeUnlessBusy(): void {
    if (open === null || !options.isBusy(open.who)) {
      close()
      return
    }
    lookAgainIn(busyAgainMs)
    if (open.over) return
    open = { ...open, over: true }
    options.onChange()
  }

  function enter(who: Present): void {
    const ms = lasts(who)
    open = { who, until: now() + ms, end: elapsed() + ms, over: false }
    lookAgainIn(ms)
    options.onChange()
  }

  const isOver = (): boolean => open !== null && (open.over || now() >= open.until || elapsed() >= open.end)

  return {
    who: () => open?.who ?? null,
    until: () => open?.until ?? null,
    isOver,
    enter,
    close,
    closeWhenOver() {
      if (isOver()) closeUnlessBusy()
    },
    renew() {
      if (open === null || isOver()) return
      const ms = lasts(open.who)
      if (open.until - now() <= ms - leastRenewalMs || open.end - elapsed() <= ms - leastRenewalMs)
        enter(open.who)
    },
    shorten() {
      if (open === null || isOver()) return
      const ms = lasts(open.who)
      const [until, end] = [Math.min(open.until, now() + ms), Math.min(open.end, elapsed() + ms)]
      open = { ...open, until, end }
      lookAgainIn(Math.max(0, end - elapsed()))
      options.onChange()
    },
  }
}
