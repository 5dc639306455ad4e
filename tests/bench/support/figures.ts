/** Properties of a figure that `npm run bench -- quick` measures. */
export interface Measure {
  readonly name: string
  readonly unit: '×' | 'ms' | ''
  readonly better: 'higher' | 'lower'
  /** The noise as a share: how much runs on a quiet machine with two cores differed. */
  readonly tolerance: number
}

/** Each figure by its key in figures.json. Counts do not vary: any difference is caused by a change. */
export const measures = {
  commits: { name: 'commits of a loop, SQLite', unit: '', better: 'lower', tolerance: 0 },
  statements: { name: 'statements that write, of a loop', unit: '', better: 'lower', tolerance: 0 },
  written_kib: { name: 'KiB of values written by a loop', unit: '', better: 'lower', tolerance: 0.01 },
  create_sqlite: { name: 'create, beside bare, SQLite', unit: '×', better: 'higher', tolerance: 0.1 },
  loop_sqlite: { name: 'money loop, beside bare, SQLite', unit: '×', better: 'higher', tolerance: 0.1 },
  loop_postgres: {
    name: 'money loop, beside bare, PostgreSQL',
    unit: '×',
    better: 'higher',
    tolerance: 0.15,
  },
  start: { name: 'cold start, beside a bare window', unit: '×', better: 'lower', tolerance: 0.1 },
  memory: { name: 'memory, beside a bare window', unit: '×', better: 'lower', tolerance: 0.03 },
  tap: { name: 'tap on an item: the work, 95 %', unit: 'ms', better: 'lower', tolerance: 0.3 },
  approval: {
    name: 'approval at the terminal to the screen, median',
    unit: 'ms',
    better: 'lower',
    tolerance: 0.3,
  },
  payments_page: {
    name: 'page of payments, slowest step, median',
    unit: 'ms',
    better: 'lower',
    tolerance: 0.4,
  },
} as const satisfies Readonly<Record<string, Measure>>

export type MeasureKey = keyof typeof measures
export const measureKeys = Object.keys(measures) as readonly MeasureKey[]
/** The measured figures; those that could not be measured are absent. */
export type Figures = Readonly<Partial<Record<MeasureKey, number>>>

/** The content of the committed file. */
export interface SavedFigures {
  /** Date and machine of the measurement, for information. */
  readonly saved: string
  readonly machine: string
  /** Milliseconds that the same fixed work took then (yardstick.ts): times of another machine are scaled by it. */
  readonly yardstick_ms: number
  readonly figures: Figures
}

export interface Compared {
  readonly key: MeasureKey
  /** Undefined if the figure is in only one of both. */
  readonly now: number | undefined
  readonly before: number | undefined
  /** As a share of the former value: above 0 is worse. */
  readonly worseBy: number
  readonly verdict: 'worse' | 'better' | 'same' | 'new' | 'not measured'
}

/**
 * Compares measured figures with the committed ones. Times are scaled to the machine of the saved figures; ratios and
 * counts stay unchanged.
 */
export function compareFigures(
  measured: { readonly yardstick_ms: number; readonly figures: Figures },
  saved: Pick<SavedFigures, 'yardstick_ms' | 'figures'>,
): readonly Compared[] {
  const scaled = atSpeed(measured.figures, saved.yardstick_ms / measured.yardstick_ms)
  return measureKeys.flatMap((key): readonly Compared[] => {
    const { better, tolerance } = measures[key]
    const now = scaled[key]
    const before = saved.figures[key]
    if (now === undefined && before === undefined) return []
    if (now === undefined) return [{ key, now, before, worseBy: 0, verdict: 'not measured' }]
    if (before === undefined) return [{ key, now, before, worseBy: 0, verdict: 'new' }]
    const worseBy = (better === 'lower' ? now - before : before - now) / before
    const verdict = worseBy > tolerance ? 'worse' : worseBy < -tolerance ? 'better' : 'same'
    return [{ key, now, before, worseBy, verdict }]
  })
}

/** Multiplies times by `factor`; ratios and counts stay unchanged. */
export const atSpeed = (figures: Figures, factor: number): Figures =>
  Object.fromEntries(
    measureKeys.flatMap((key) => {
      const value = figures[key]
      return value === undefined ? [] : [[key, measures[key].unit === 'ms' ? value * factor : value]]
    }),
  )

const digits = (key: MeasureKey, value: number): string =>
  measures[key].unit === '×'
    ? value.toFixed(2)
    : measures[key].unit === 'ms'
      ? value.toFixed(1)
      : `${+value.toFixed(1)}`

const words = (key: MeasureKey, value: number | undefined): string =>
  value === undefined
    ? '–'
    : `${digits(key, value)}${measures[key].unit === '' ? '' : ` ${measures[key].unit}`}`

function verdictWords({ key, worseBy, verdict }: Compared): string {
  const share = `${Math.abs(100 * worseBy).toFixed(0)} %`
  const within = `(noise: ${100 * measures[key].tolerance} %)`
  if (verdict === 'worse') return `WORSE by ${share} ${within}`
  if (verdict === 'better') return `better by ${share} ${within}`
  return verdict
}

/** One line per figure: now, before, and whether the difference exceeds the noise. */
export const comparedLines = (compared: readonly Compared[]): readonly string[] =>
  compared.map(
    (one) =>
      `  ${measures[one.key].name.padEnd(46)}${words(one.key, one.now).padStart(10)}${words(one.key, one.before).padStart(12)}   ${verdictWords(one)}`,
  )

/** Whether times are reliable while other programs keep this many cores busy. */
export const isQuiet = (busy: number, cores: number): boolean => busy < cores / 8
