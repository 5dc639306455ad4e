import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PeopleFile } from './people-file.ts'
import type { PinChecks } from './pin-checks.ts'
import { isSameSecret, newRecoveryCode, plainRecoveryCode } from './recovery-code.ts'

/** Recovers access when the owner's PIN was forgotten. */
export interface Recovery {
  /** Replaces the recovery code. The new one exists only in this answer and on the owner's paper. */
  renew(): Promise<string>
  /** Why this is neither the recovery code nor the service's key; null when it is one. */
  check(secret: string): Promise<CommandRefusal | null>
}

export function createRecovery(options: {
  readonly file: Pick<PeopleFile, 'recovery' | 'writeRecovery'>
  readonly checks: PinChecks
  /** The key that this counter uses at the payment service; null in training. */
  readonly serviceKey: string | null
}): Recovery {
  const { file, checks, serviceKey } = options

  async function tried(secret: string): Promise<Result<string, CommandRefusal>> {
    const { code, wrong } = file.recovery()
    const owner = { key: 'recovery', wrong }
    if (checks.lockedMs(owner) > 0) return refuse('pin_locked', 'no code is accepted for a while')
    // The key works even where the keychain is lost, without which hashes cannot be checked.
    if (serviceKey !== null && isSameSecret(secret.trim(), serviceKey)) return ok('service key')
    return checks.check(
      {
        ...owner,
        candidates: code === null ? [] : [{ id: 'recovery code', pin: code }],
        keep: (next) => file.writeRecovery({ code: file.recovery().code, wrong: next }),
      },
      plainRecoveryCode(secret),
    )
  }

  return {
    async renew() {
      const code = newRecoveryCode()
      await file.writeRecovery({ code: await checks.hash(plainRecoveryCode(code)), wrong: 0 })
      return code
    },
    async check(secret) {
      const result = await tried(secret)
      return result.ok ? null : result.error
    },
  }
}
