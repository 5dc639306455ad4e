import { type LoopLoad, openLoad } from './loops.ts'
import { median } from './report.ts'

export interface Turns<Name extends string> {
  /** Loops per second: the median of each load's turns. */
  readonly rates: Readonly<Record<Name, number>>
  /** Loops of a load as a multiple of another load's: the median over adjacent turns. */
  readonly ratio: (load: Name, to: Name) => number
}

export interface TurnLength {
  readonly rounds: number
  /** Duration of one turn. */
  readonly seconds: number
}

/**
 * Runs loads in short turns, every second round in the opposite order, so that a machine whose speed changes by the
 * minute affects all of them equally. The first turn of each is twice as long, at least 2 s, and not counted: V8 is
 * compiling.
 */
export async function inTurns<Name extends string>(
  loads: Readonly<Record<Name, LoopLoad>>,
  { rounds, seconds }: TurnLength,
): Promise<Turns<Name>> {
  const names = Object.keys(loads) as Name[]
  const open = await Promise.all(
    names.map(async (name) => ({ name, load: await openLoad(loads[name]), counted: [] as number[] })),
  )
  try {
    for (const { load } of open) await load.run(Math.max(2, seconds * 2))
    for (let round = 0; round < rounds; round += 1) {
      for (const { load, counted } of round % 2 === 0 ? open : open.toReversed()) {
        counted.push(await load.run(seconds))
      }
    }
  } finally {
    for (const { load } of open) load.close()
  }
  const countedOf = (name: Name) => open.find((one) => one.name === name)?.counted ?? []
  return {
    rates: Object.fromEntries(open.map(({ name, counted }) => [name, median(counted)])) as Record<
      Name,
      number
    >,
    ratio: (load, to) => {
      const others = countedOf(to)
      return median(countedOf(load).map((rate, round) => rate / (others[round] ?? Number.NaN)))
    },
  }
}
