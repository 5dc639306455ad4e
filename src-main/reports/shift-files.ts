import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CashEntry, cashEntrySchema } from '../../src-shared/pos/cash/cash-entry.ts'
import { inParts } from '../async/in-parts.ts'
import { newestFirst, readJournal } from '../journal/line-file.ts'

/** The entries of the drawer's shifts, each shift a list in booking order, the present one last. */
export async function readShifts(
  path: string,
  from: number,
): Promise<{ readonly shifts: readonly (readonly CashEntry[])[]; readonly unreadable: number }> {
  const present = basename(path)
  const stem = present.replace(/\.jsonl$/, '')
  const names = (await readdir(dirname(path)).catch(() => [])).flatMap((name) => {
    const counted = name.startsWith(`${stem}.`) ? /\.(\d{8}T\d{9}Z)\.jsonl$/.exec(name)?.[1] : undefined
    // A shift counted before the period has no entry in it.
    return counted !== undefined && momentOfName(counted) >= from ? [name] : []
  })
  const shifts: CashEntry[][] = []
  let unreadable = 0
  for (const name of [...names.sort(), present]) {
    const entries = new Map<string, CashEntry>()
    for await (const lines of inParts(newestFirst(await readJournal(join(dirname(path), name))), inTurn)) {
      for (const { value, cutOff } of lines) {
        const entry = cashEntrySchema.safeParse(value).data
        if (entry === undefined) {
          unreadable += cutOff ? 0 : 1
          continue
        }
        // An entry booked twice keeps its first place, with its latest content.
        const newest = entries.get(entry.id) ?? entry
        entries.delete(entry.id)
        entries.set(entry.id, newest)
      }
    }
    shifts.push([...entries.values()].reverse())
  }
  return { shifts, unreadable }
}

/** Entries read per turn of the event loop, each in some 0.02 ms. */
const inTurn = 100

/** Parses the time in the file name of a counted shift, which has no separators. */
const momentOfName = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))
