import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'

/** Who is signed in: a role whose PIN was typed, or a person. */
export type Present = { readonly role: StaffRole } | { readonly person: string }

/** `until` is by the wall clock, `end` by a monotonic clock. The earlier one counts. */
interface Open {
  readonly who: Present
  readonly until: number
  readonly end: number
  /** The time is over; only work under way has kept it open. */
  readonly over: boolean
}

/** Who is signed in at the counter, and until when without a person's input. */
export interface Presence {
  who(): Present | null
  /** Milliseconds since the epoch; null when nobody is signed in. */
  until(): number | null
  /** Whether the time is over and only work under way keeps it open. */
  isOver(): boolean
  enter(who: Present): void
  close(): void
  closeWhenOver(): void
  /** Extends the time: a person used the keyboard or the screen. */
  renew(): void
  /** Applies a changed duration: it may make the end earlier, not later. */
  shorten(): void
}

/** Minimum time between two reports of an extension to the windows, in ms. */
const leastRenewalMs = 2_000
/**
 * Maximum time between two looks at the clocks, in ms: timers and the monotonic clock stand still while the computer
 * sleeps, and a page must not stay open for the rest of its time when somebody wakes it up.
 */
const longestMs = 5_000
/** Interval for checking whether the work under way has ended, in ms. */
const busyAgainMs = 1_000

export function createPresence(options: {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number
  /** Maximum time without a person's input, in ms. */
  readonly lasts: (who: Present) => number
  /** Whether the signed-in person must keep the screen for now. */
  readonly isBusy: (who: Present) => boolean
  readonly onClose: () => void
  readonly onChange: () => void
}): Presence {
  const { now, elapsed, lasts } = options
  let open: Open | null = null
  let closing: NodeJS.Timeout | undefined

  function lookAgainIn(ms: number): void {
    const step = Math.min(ms, longestMs)
    clearTimeout(closing)
    closing = setTimeout(() => (isOver() || ms <= step ? closeUnlessBusy() : lookAgainIn(ms - step)), step)
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
