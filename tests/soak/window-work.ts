import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { type Part, partsOf, type Step } from './task-parts.ts'

/**
 * How long the thread that draws the page works, by Chromium's own trace of its tasks, which reads the thread's clock. The
 * kernel's count of a thread that runs is written every 4 to 8 ms only, too rarely for a frame of 16.7.
 */
export interface WindowWork {
  start(): Promise<void>
  stop(): Promise<RecordedWork>
}

/** By two times of the page's `performance.now()`. */
export interface RecordedWork {
  /** What of the thread's work kept the frame waiting that came at the second, ms of a core. */
  workOfFrame(from: number, to: number): number
  /** What it worked at. */
  partsWithin(from: number, to: number): readonly Part[]
}

/** A task of the page's thread: when it began and how long it took by the page's clock, and what it took of a core; ms. */
export interface Task {
  readonly from: number
  readonly ms: number
  readonly work: number
  /** V8's own, in the time that is left until the next frame. */
  readonly idle?: boolean
}

/** A task that is run within another is part of it. */
export const outermost = (tasks: readonly Task[]): readonly Task[] => {
  const sorted = tasks.toSorted((one, other) => one.from - other.from || other.ms - one.ms)
  let end = Number.NEGATIVE_INFINITY
  return sorted.filter(({ from, ms }) => {
    if (from < end) return false
    end = from + ms
    return true
  })
}

/** A frame is due so long after the one before, ms. */
export const frameMs = 1_000 / 60

/**
 * Of a task that began before or goes on afterwards, as much of its work as of its time. What V8 did in idle time, and had
 * done before the next frame was due, kept no frame waiting: it is not counted.
 * @param tasks outermost ones @param from when the frame before came
 */
export const workWithin = (tasks: readonly Task[], from: number, to: number): number =>
  tasks.reduce((sum, task) => {
    const within = Math.min(task.from + task.ms, to) - Math.max(task.from, from)
    if (within <= 0 || (task.idle && task.from + task.ms <= from + frameMs)) return sum
    return sum + (task.work * within) / Math.max(task.ms, within)
  }, 0)

/**
 * What kept the frame waiting: what the thread worked since the one before, but nothing of what it did more than a frame
 * before it was asked for this one. It is asked late where a core, or the pixels of the one before, came late, and collects
 * garbage meanwhile, in steps that let a frame pass.
 * @param requests when it was asked for a frame
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
  /** Microseconds, as are the durations: by the wall, and of the thread. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly data?: { readonly startTime?: number; readonly type?: string }
    readonly src_file?: string
    readonly src_func?: string
  }
}

/** Tasks, the page's marks, and what a task does: scripts, what is compiled and collected, styles, layout and painting. */
const categories = [
  'toplevel',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-v8.compile',
  'disabled-by-default-devtools.timeline.frame',
]
/** The page's compositor asks the page's thread for a frame. */
const requestName = 'RequestMainThreadFrame'
/** Where the page's clock and that of the trace meet. */
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

/** The page's own tasks, and what they did, by its clock, ms. */
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
