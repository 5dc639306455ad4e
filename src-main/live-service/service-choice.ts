import type {
  ServiceCheck,
  ServiceEntry,
  ServicePlace,
} from '../../src-shared/pos/installer-tools/service-commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { JsonFile } from '../settings/json-file.ts'
import type { Keychain } from '../staff/keychain.ts'
import type { ServiceAddress } from '../terminal/service-access.ts'
import { type CheckedService, checkService } from './check-service.ts'
import { accountIdSchema, type StoredService, sealKey } from './stored-service.ts'

type Answer<Value = null> = Promise<Result<Value, CommandRefusal>>

/** Lets an installer choose the service that this counter charges at. A choice takes effect at the next start. */
export interface ServiceChoice {
  place(): ServicePlace
  check(entry: ServiceEntry): Answer<ServiceCheck>
  connect(entry: ServiceEntry & { readonly real_money: boolean }): Answer<ServiceCheck>
  unlock(key: string): Answer<ServiceCheck>
  train(): Answer
}

export interface ServiceChoiceOptions {
  /** The service named by the environment: then there is no choice here. */
  readonly named: ServiceAddress | null
  /** The choice that applies to this run; null: training, or the environment's service. */
  readonly stored: StoredService | null
  /** Whether the choice cannot be read: nothing is charged until a new choice is made. */
  readonly damaged: boolean
  readonly file: JsonFile<StoredService | null>
  readonly keychain: Keychain | null
  readonly realMoney: () => boolean | null
  readonly isKeyNeeded: () => boolean
  /** Takes the key of the stored service, for this run. */
  readonly onKey: (key: string) => void
}

export function openServiceChoice(options: ServiceChoiceOptions): ServiceChoice {
  const { named, stored, damaged, file, keychain } = options
  let afterRestart: ServicePlace['after_restart'] = null
  const ofEnvironment: CommandRefusal = {
    code: 'not_available',
    message: 'the environment names the service',
  }

  return {
    place: () => ({
      by: named !== null ? 'environment' : stored === null && !damaged ? 'training' : 'settings',
      url: named?.url ?? stored?.url ?? null,
      account_id: named?.accountId ?? stored?.account_id ?? null,
      real_money: options.realMoney(),
      keeps_key: keychain !== null,
      key_needed: options.isKeyNeeded(),
      after_restart: afterRestart,
    }),
    check: async (entry) => ok((await checkEntry(entry)).check),
    async connect({ real_money, ...entry }) {
      if (named !== null) return err(ofEnvironment)
      const { check, certificate } = await checkEntry(entry)
      if (check.kind !== 'fits') return ok(check)
      // The person agreed to the other kind.
      if (check.real_money !== real_money)
        return refuse('not_now', 'the service changed between play money and real money')
      const chosen = {
        url: entry.url.replace(/\/+$/, ''),
        account_id: check.account_id,
        merchant_id: check.merchant_id,
        merchant_name: check.merchant_name,
        real_money,
        currency: check.currency,
        certificate,
        sealed_key: null,
      }
      await file.write({ ...chosen, sealed_key: sealKey(chosen, entry.api_key, keychain) })
      afterRestart = 'settings'
      return ok(check)
    },
    async unlock(api_key) {
      if (stored === null || !options.isKeyNeeded()) return refuse('not_now', 'no key is needed')
      const { url, account_id, merchant_id, certificate } = stored
      const fingerprint = certificate === null ? null : await fingerprintOf(certificate)
      const { check } = await checkService({ url, api_key, account_id, merchant_id, fingerprint })
      if (check.kind !== 'fits') return ok(check)
      options.onKey(api_key)
      // Stores the key again, which the keychain had lost, unless another choice was made meanwhile.
      const sealed_key = sealKey(stored, api_key, keychain)
      if (sealed_key !== null && afterRestart === null) await file.write({ ...stored, sealed_key })
      return ok(check)
    },
    async train() {
      if (named !== null) return err(ofEnvironment)
      await file.write(null)
      afterRestart = stored === null && !damaged ? null : 'training'
      return ok(null)
    },
  }
}

/** An account's id becomes part of file names here, so an invalid one is not checked at the service. */
const checkEntry = async (entry: ServiceEntry): Promise<CheckedService> =>
  entry.account_id === '' || accountIdSchema.safeParse(entry.account_id).success
    ? checkService(entry)
    : { check: { kind: 'account_unknown', detail: '' }, certificate: null }

const fingerprintOf = async (pem: string): Promise<string> =>
  new (await import('node:crypto')).X509Certificate(pem).fingerprint256
