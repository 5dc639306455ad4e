import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { createLockouts, triesLeft } from './lockout.ts'
import type { Pepper } from './pepper.ts'
import { hashPin, isPin, type PinHash } from './pins.ts'

/** The possible owners of a typed PIN: a role, a person, or all who may approve, who share one count of wrong tries. */
export interface PinOwner {
  readonly key: string
  /** Wrong tries so far. */
  readonly wrong: number
  readonly candidates: readonly { readonly id: string; readonly pin: PinHash }[]
  /** Wrong tries that remain counted after this candidate's PIN was right; 0 where this is missing. */
  readonly leftBy?: (id: string) => number
  /** Resolves when the count is on the disk. @param hashed the candidate's new hash, where it was hashed again */
  keep(wrong: number, hashed?: { readonly id: string; readonly pin: PinHash }): Promise<void>
}

export interface PinChecks {
  /** @returns the candidate whose PIN it is. A wrong try is on the disk before the answer. */
  check(owner: PinOwner, pin: string): Promise<Result<string, CommandRefusal>>
  /** The hash to store for a newly chosen PIN or other secret. */
  hash(pin: string): Promise<PinHash>
  /** Counts a try as wrong, whatever was typed. */
  countWrong(owner: Pick<PinOwner, 'key' | 'wrong' | 'keep'>): Promise<void>
  /** How long this owner's PIN entry is locked, in ms; 0 when it is not. */
  lockedMs(owner: Pick<PinOwner, 'key' | 'wrong'>): number
}

export function createPinChecks(options: {
  readonly elapsed: () => number
  readonly pepper: () => Promise<Pepper | null>
  /** scrypt cost of a new hash, a power of two. */
  readonly cost: number
  /** Called when an owner gets locked out, and when the lock ends. */
  readonly onLock: () => void
  readonly log: Log
}): PinChecks {
  const { cost } = options
  const lockouts = createLockouts(options.elapsed)
  const lockedMs = ({ key, wrong }: Pick<PinOwner, 'key' | 'wrong'>) => lockouts.remaining(key, wrong)

  function publishLock(owner: Pick<PinOwner, 'key' | 'wrong'>): void {
    const ms = lockedMs(owner)
    if (ms === 0) return
    options.log.warn({ whose: owner.key, ms }, 'staff.locked')
    setTimeout(options.onLock, ms + 1).unref()
    options.onLock()
  }

  async function countWrong(owner: Pick<PinOwner, 'key' | 'wrong' | 'keep'>): Promise<void> {
    await owner.keep(owner.wrong + 1)
    lockouts.wrong(owner.key)
    publishLock({ key: owner.key, wrong: owner.wrong + 1 })
  }

  return {
    lockedMs,
    countWrong,
    hash: async (pin) => hashPin(pin, await options.pepper(), cost),
    async check(owner, pin) {
      const seasoning = await options.pepper()
      if (seasoning === null && owner.candidates.some((one) => one.pin.peppered)) {
        return refuse('keychain_closed', 'the keychain cannot open the key that the PINs were hashed with')
      }
      const ms = lockedMs(owner)
      if (ms > 0) {
        return refuse('pin_locked', `no PIN is accepted for another ${Math.ceil(ms / 1000)} s`)
      }
      const wrong = owner.wrong + 1
      await owner.keep(wrong)
      for (const { id, pin: known } of owner.candidates) {
        if (!(await isPin(pin, known, seasoning))) continue
        // A PIN chosen before there was a pepper is hashed again with it.
        const outdated = !known.peppered && seasoning !== null
        await owner.keep(owner.leftBy?.(id) ?? 0, {
          id,
          pin: outdated ? await hashPin(pin, seasoning, cost) : known,
        })
        return ok(id)
      }
      lockouts.wrong(owner.key)
      publishLock({ key: owner.key, wrong })
      return err({ code: 'pin_wrong', message: `not the PIN of ${owner.key}`, tries_left: triesLeft(wrong) })
    },
  }
}
