import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { cardDataPath } from '../../src-shared/payments/card-data.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { mostSavedSearches, type SavedSearch } from '../../src-shared/pos/manager/payment-filters.ts'
import { savedSearchSchema } from '../../src-shared/pos/manager/saved-search-commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import { moveFile } from '../files/move-file.ts'
import type { Log } from '../log.ts'
import { reportDamagedFile } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'

/** The searches saved at this counter, separately for each person. */
export interface SavedSearches {
  list(): Promise<PosResult<'payments.saved_searches'>>
  save(asked: PosCommandPayload<'payments.save_search'>): Promise<PosResult<'payments.save_search'>>
  remove(asked: PosCommandPayload<'payments.remove_search'>): Promise<PosResult<'payments.remove_search'>>
}

/** Commands with a card number are refused before they get here, but the file may have been edited. */
const keptSearchSchema = savedSearchSchema.refine((search) => cardDataPath(search) === null)

/** By person; where no people are set up, under one key for the holder of the manager's PIN. */
const keptSchema = z.record(z.string(), z.array(keptSearchSchema).max(mostSavedSearches).readonly())
type Kept = z.infer<typeof keptSchema>

const ofNobody = 'nobody'

export interface SavedSearchOptions {
  readonly path: string
  /** The signed-in person; null where there is none. */
  readonly person: () => string | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

export function createSavedSearches({ path, person, now, log }: SavedSearchOptions): SavedSearches {
  const file = jsonFile<Kept>(path, keptSchema, {})
  const { inTurn } = createTurns()

  /** Moves a file that cannot be parsed aside, for inspection; one that cannot be read stays. */
  async function read(): Promise<Kept> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return {}
    const kept = keptSchema.safeParse(parsed(text)).data
    if (kept !== undefined) return kept
    log.warn({ path }, 'manager.saved_searches_damaged')
    const aside = `${path}.damaged-${new Date(now()).toISOString().replace(/\W/g, '')}`
    await moveFile(path, aside)
    reportDamagedFile(path, { what: 'field', field: null, used: 'defaults', aside: basename(aside) })
    return {}
  }

  const change = (changed: (searches: readonly SavedSearch[]) => readonly SavedSearch[] | null) => {
    // The person who sent the command, even if another one is signed in when its turn comes.
    const owner = person() ?? ofNobody
    return inTurn(async (): Promise<PosResult<'payments.save_search'>> => {
      try {
        const kept = await read()
        const before = Object.hasOwn(kept, owner) ? (kept[owner] ?? []) : []
        const searches = changed(before)
        if (searches === null) return refuse('not_now', 'the maximum number of searches is saved')
        if (searches !== before) await file.write({ ...kept, [owner]: searches })
        return ok({ searches })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        log.warn({ detail: message }, 'manager.saved_searches_failed')
        return refuse('failed', message)
      }
    })
  }

  return {
    list: () => change((searches) => searches),
    save: (search) => change((searches) => withSearch(searches, search)),
    remove: ({ name }) => change((searches) => searches.filter((one) => one.name !== name)),
  }
}

/** Replaces the search of that name, or appends it; null where the maximum number is saved. */
function withSearch(searches: readonly SavedSearch[], search: SavedSearch): readonly SavedSearch[] | null {
  if (searches.some(({ name }) => name === search.name))
    return searches.map((one) => (one.name === search.name ? search : one))
  return searches.length < mostSavedSearches ? [...searches, search] : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
