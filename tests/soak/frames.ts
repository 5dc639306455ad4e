import type { Page } from 'playwright-core'
import type { Part } from './task-parts.ts'
import { frameMs, type WindowWork } from './window-work.ts'

/**
 * Counts frames of the window by `requestAnimationFrame`: one that comes 25 ms or more after the one before has dropped
 * at least one of 60 a second. The cause is known from how long the thread that draws the page worked within the gap:
 * otherwise it waited for a core, or for the pixels. Without a graphics card, Chromium's own process paints them on the
 * same cores.
 */
export interface Frames {
  readonly drawn: number
  readonly seconds: number
  /** Frames dropped because the page's thread itself worked longer than a frame: as many as its work fills. */
  readonly byWindow: Dropped
  /** The same frames by the screen that was shown afterwards. */
  readonly byScreen: Readonly<Record<string, number>>
  /** Each gap in which the window dropped a frame by its own work. */
  readonly own: readonly OwnGap[]
  /** Frames for which the page was done in time, but the pixels or a core came late. */
  readonly byMachine: Dropped
}

/** The window's work in a gap. */
export interface OwnGap {
  /** Start of the gap, in ms since 1970. */
  readonly at: number
  readonly screen: string
  readonly ms: number
  readonly frames: number
  readonly work: number
  readonly parts: readonly Part[]
}

interface Dropped {
  readonly frames: number
  readonly gaps: number
  readonly longestMs: number
  /** Longest work of the page's thread, in ms of a core. */
  readonly mostWorkMs: number
}

export interface FrameCount {
  /** The window is used for something else than selling from here on. @returns the frames since the last `resume` */
  pause(): Promise<Frames>
  resume(): Promise<void>
}

/** Times by the page's `performance.now()`. */
interface Gap {
  readonly from: number
  readonly to: number
  readonly screen: string
}

export async function countFrames(pos: Page, windowWork: WindowWork): Promise<FrameCount> {
  await pos.evaluate(watchInPage)
  return {
    async pause() {
      const { drawn, ms, gaps, origin } = await pos.evaluate(takeFromPage, true)
      const { workOfFrame, partsWithin } = await windowWork.stop()
      const ownGaps: OwnGap[] = []
      let { byWindow, byMachine, byScreen } = noFrames
      for (const gap of gaps) {
        const work = workOfFrame(gap.from, gap.to)
        const dropped = framesIn(gap)
        const own = Math.min(dropped, Math.floor(work / frameMs))
        if (own > 0) {
          byWindow = withGap(byWindow, gap, own, work)
          byScreen = added(byScreen, { [gap.screen]: own })
          const { from, to, screen } = gap
          ownGaps.push({
            ...{ at: origin + from, screen, ms: to - from, frames: own, work },
            parts: partsWithin(from, to),
          })
        }
        if (own < dropped) byMachine = withGap(byMachine, gap, dropped - own, work)
      }
      return { drawn, seconds: ms / 1_000, byWindow, byMachine, byScreen, own: ownGaps }
    },
    async resume() {
      await windowWork.start()
      await pos.evaluate(takeFromPage, false)
    },
  }
}

const framesIn = ({ from, to }: Gap): number => Math.round((to - from) / frameMs) - 1

const added = (one: Frames['byScreen'], other: Frames['byScreen']): Frames['byScreen'] => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([screen, frames]) => [screen, (one[screen] ?? 0) + frames]),
  ),
})

const withGap = (before: Dropped, gap: Gap, frames: number, work: number): Dropped => ({
  frames: before.frames + frames,
  gaps: before.gaps + 1,
  longestMs: Math.max(before.longestMs, gap.to - gap.from),
  mostWorkMs: Math.max(before.mostWorkMs, work),
})

const none: Dropped = { frames: 0, gaps: 0, longestMs: 0, mostWorkMs: 0 }
const noFrames: Frames = { drawn: 0, seconds: 0, byWindow: none, byMachine: none, byScreen: {}, own: [] }

const sumOfDropped = (one: Dropped, other: Dropped): Dropped => ({
  frames: one.frames + other.frames,
  gaps: one.gaps + other.gaps,
  longestMs: Math.max(one.longestMs, other.longestMs),
  mostWorkMs: Math.max(one.mostWorkMs, other.mostWorkMs),
})

export const sumOfFrames = (stretches: readonly Frames[]): Frames =>
  stretches.reduce(
    (sum, { drawn, seconds, byWindow, byMachine, byScreen, own }) => ({
      drawn: sum.drawn + drawn,
      seconds: sum.seconds + seconds,
      byWindow: sumOfDropped(sum.byWindow, byWindow),
      byMachine: sumOfDropped(sum.byMachine, byMachine),
      byScreen: added(sum.byScreen, byScreen),
      own: [...sum.own, ...own],
    }),
    noFrames,
  )

interface PageFrames {
  drawn: number
  ms: number
  gaps: Gap[]
  paused: boolean
  before: number
}

function watchInPage(): void {
  const lateMs = 25
  const frames: PageFrames = { drawn: 0, ms: 0, gaps: [], paused: true, before: performance.now() }
  Object.assign(window, { framesOfSoak: frames })
  const next = () => {
    // The time of the callback itself, because the frame's timestamp is rounded to the time at which the screen was
    // due.
    const now = performance.now()
    if (!frames.paused) {
      const ms = now - frames.before
      frames.drawn += 1
      frames.ms += ms
      if (ms >= lateMs) {
        const { saleState, bill } = document.querySelector('main')?.dataset ?? {}
        const screen = bill ?? saleState ?? document.querySelector('h1, h2')?.textContent ?? 'of the staff'
        frames.gaps.push({ from: frames.before, to: now, screen })
      }
    }
    frames.before = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

function takeFromPage(
  paused: boolean,
): Pick<PageFrames, 'drawn' | 'ms' | 'gaps'> & { readonly origin: number } {
  const frames = (window as unknown as { framesOfSoak: PageFrames }).framesOfSoak
  const { drawn, ms, gaps } = frames
  Object.assign(frames, { drawn: 0, ms: 0, gaps: [], paused, before: performance.now() })
  return { drawn, ms, gaps, origin: performance.timeOrigin }
}
