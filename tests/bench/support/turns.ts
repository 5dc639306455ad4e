import { type LoopLoad, openLoad } from './loops.ts'
import { median } from './report.ts'

export interface Turns<Name extends string> {
  /** Loops a second: the median of each load's turns. */
  readonly rates: Readonly<Record<Name, number>>
  /** How many times as many loops as the other load: the median over turns that lie beside each other. */
  readonly ratio: (load: Name, to: Name) => number
}

export interface TurnLength {
  readonly rounds: number
  /** Of one turn. */
  readonly seconds: number
}

/**
 * Loads in short turns, every second round in the opposite order: a machine whose speed changes by the minute disturbs
 * all of them alike. The first turn of each, twice as long and at least 2 s, is not counted: V8 compiles meanwhile.
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
