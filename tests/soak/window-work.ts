import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { type Part, partsOf, type Step } from './task-parts.ts'

/**
 * How long the thread that draws the page works, by Chromium's own trace of its tasks, which reads the thread's clock.
 * The kernel updates a running thread's time every 4 to 8 ms only, too rarely for a frame of 16.7 ms.
 */
export interface WindowWork {
  start(): Promise<void>
  stop(): Promise<RecordedWork>
}

/** Queries by two times of the page's `performance.now()`. */
export interface RecordedWork {
  /** Work of the thread that delayed the frame at the second time, in ms of a core. */
  workOfFrame(from: number, to: number): number
  /** The parts of its work. */
  partsWithin(from: number, to: number): readonly Part[]
}

/** A task of the page's thread: start and duration by the page's clock, and work on a core; in ms. */
export interface Task {
  readonly from: number
  readonly ms: number
  readonly work: number
  /** V8's own work in the idle time before the next frame. */
  readonly idle?: boolean
}

/** Drops tasks that run within another task, because they are part of it. */
export const outermost = (tasks: readonly Task[]): readonly Task[] => {
  const sorted = tasks.toSorted((one, other) => one.from - other.from || other.ms - one.ms)
  let end = Number.NEGATIVE_INFINITY
  return sorted.filter(({ from, ms }) => {
    if (from < end) return false
    end = from + ms
    return true
  })
}

/** Interval between frames, in ms. */
export const frameMs = 1_000 / 60

/**
 * Sums up the work in a period. A task that extends beyond the period counts in proportion to its time within. V8's
 * work in idle time that ended before the next frame was due delayed no frame, and is not counted.
 * @param tasks outermost ones @param from time of the previous frame
 */
export const workWithin = (tasks: readonly Task[], from: number, to: number): number =>
  tasks.reduce((sum, task) => {
    const within = Math.min(task.from + task.ms, to) - Math.max(task.from, from)
    if (within <= 0 || (task.idle && task.from + task.ms <= from + frameMs)) return sum
    return sum + (task.work * within) / Math.max(task.ms, within)
  }, 0)

/**
 * The work that delayed a frame: the thread's work since the frame before, without work done more than a frame before
 * this one was requested. The request is late if a core, or the pixels of the frame before, came late; the thread then
 * collects garbage in steps that let a frame pass.
 * @param requests times at which a frame was requested
 */
export const workOfFrame = (
  tasks: readonly Task[],
  requests: readonly number[],
  from: number,
  to: number,
): number => {
  const asked = requests.findLast((time) => time <= to) ?? from
  return workWithin(tasks, Math.max(from, asked - frameMs), to)
}

interface TraceEvent {
  readonly pid: number
  readonly tid: number
  readonly name: string
  /** Microseconds: `ts` and `dur` by the wall clock, `tdur` by the thread's clock. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly data?: { readonly startTime?: number; readonly type?: string }
    readonly src_file?: string
    readonly src_func?: string
  }
}

/**
 * Tasks, the page's marks, and the steps of a task: scripts, compilation, garbage collection, styles, layout and
 * painting.
 */
const categories = [
  'toplevel',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-v8.compile',
  'disabled-by-default-devtools.timeline.frame',
]
/** The page's compositor requests a frame from the page's thread. */
const requestName = 'RequestMainThreadFrame'
/** The mark that relates the page's clock to the trace's clock. */
const clockMark = 'soak clock'
const taskName = 'ThreadControllerImpl::RunTask'

export function watchWindowWork(electron: ElectronApplication, pos: Page, pid: number): WindowWork {
  const file = join(tmpdir(), `countertop-soak-${process.pid}.trace.json`)
  return {
    async start() {
      await electron.evaluate(
        ({ contentTracing }, [id, included]) =>
          contentTracing.startRecording({
            included_categories: [...included],
            excluded_categories: ['*'],
            included_process_ids: [id],
            recording_mode: 'record-until-full',
            trace_buffer_size_in_kb: 400_000,
          }),
        [pid, categories] as const,
      )
      await pos.evaluate((name) => {
        performance.mark(name, { startTime: performance.now() })
        performance.clearMarks(name)
      }, clockMark)
    },
    async stop() {
      await electron.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file)
      const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly traceEvents: readonly TraceEvent[]
      }
      rmSync(file)
      const { tasks, steps, requests } = readTrace(traceEvents)
      const last = tasks.at(-1)
      const end = last === undefined ? 0 : last.from + last.ms
      return {
        workOfFrame(from, to) {
          if (to > end) throw new Error('the trace was full before: look more often')
          return workOfFrame(tasks, requests, from, to)
        },
        partsWithin: (from, to) => partsOf(steps, from, to),
      }
    },
  }
}

/** The page's own tasks and their steps, by the page's clock in ms. */
function readTrace(events: readonly TraceEvent[]): {
  readonly tasks: readonly Task[]
  readonly steps: readonly Step[]
  readonly requests: readonly number[]
} {
  const clock = events.find(({ name }) => name === clockMark)
  const pageTime = clock?.args?.data?.startTime
  if (clock === undefined || pageTime === undefined) throw new Error('the trace does not know the page')
  const tasks: Task[] = []
  const steps: Step[] = []
  const requests: number[] = []
  const timeOf = (ts: number) => pageTime + (ts - clock.ts) / 1_000
  for (const { pid, tid, name, ts, dur, tdur, args } of events) {
    if (pid === clock.pid && name === requestName) requests.push(timeOf(ts))
    if (pid !== clock.pid || tid !== clock.tid || dur === undefined || tdur === undefined) continue
    const times = { from: timeOf(ts), ms: dur / 1_000, work: tdur / 1_000 }
    steps.push({ ...times, name: [name, args?.data?.type].filter(Boolean).join(' ') })
    if (name !== taskName) continue
    const idle = args?.src_func === 'PostIdleTask' && args.src_file?.includes('v8_idle_task_runner') === true
    tasks.push({ ...times, idle })
  }
  if (requests.length === 0) throw new Error('the trace does not know when a frame was asked for')
  return { tasks: outermost(tasks), steps, requests: requests.toSorted((one, other) => one - other) }
}
