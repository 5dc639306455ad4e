/** A step of the page's thread: an event of Chromium's trace, with times of the page's clock. */
export interface Step {
  readonly name: string
  readonly from: number
  readonly ms: number
  /** Work on a core in ms, including nested steps. */
  readonly work: number
}

/** Work of the thread in one kind of step itself, without nested steps. */
export interface Part {
  readonly name: string
  readonly ms: number
}

const leastMs = 0.3

/**
 * The parts of the work between two times, the largest first. A step belongs to the time at which it began, and is not
 * cut at the end.
 */
export function partsOf(steps: readonly Step[], from: number, to: number): readonly Part[] {
  const within = steps
    .filter((step) => step.from < to && step.from + step.ms > from)
    .toSorted((one, other) => one.from - other.from || other.ms - one.ms)
  const sums = new Map<string, number>()
  const add = (name: string, ms: number) => sums.set(name, (sums.get(name) ?? 0) + ms)
  const open: Step[] = []
  for (const step of within) {
    while ((open.at(-1)?.from ?? 0) + (open.at(-1)?.ms ?? Number.POSITIVE_INFINITY) <= step.from) open.pop()
    add(step.name, step.work)
    const around = open.at(-1)
    if (around !== undefined) add(around.name, -step.work)
    open.push(step)
  }
  return [...sums]
    .map(([name, ms]) => ({ name, ms }))
    .filter(({ ms }) => ms >= leastMs)
    .sort((one, other) => other.ms - one.ms)
}
