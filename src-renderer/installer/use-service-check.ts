import { useState } from 'react'
import type { ServiceCheck } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { askMain } from '../bridge.ts'

export interface Entry {
  readonly url: string
  readonly api_key: string
  readonly account_id: string
  readonly merchant_id: string
}
export const emptyEntry: Entry = { url: '', api_key: '', account_id: '', merchant_id: '' }

export interface ServiceChecking {
  readonly busy: boolean
  readonly result: ServiceCheck | 'not_now' | null
  /**
   * @param fingerprint of a certificate that a person has compared
   * @param accountId the account that a person chose among those that the key can access
   */
  check(fingerprint: string | null, accountId?: string): Promise<void>
  /** The compared certificate of the shown result. */
  readonly fingerprint: string | null
  /** Connects with the checked values. */
  connect(realMoney: boolean): Promise<boolean>
  /** Drops the result because an entry has changed. */
  forget(): void
}

/** Checks the entries, and holds the result. */
export function useServiceCheck(entry: Entry): ServiceChecking {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ServiceChecking['result']>(null)
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  return {
    busy,
    result,
    fingerprint,
    async check(compared, account_id = entry.account_id) {
      setBusy(true)
      setResult(null)
      setFingerprint(compared)
      const answer = await askMain('service.check', { ...entry, account_id, fingerprint: compared })
      setResult(answer.ok ? answer.value : 'not_now')
      setBusy(false)
    },
    async connect(real_money) {
      setBusy(true)
      const shown = result !== null && result !== 'not_now' && result.kind === 'fits' ? result : null
      const account_id = shown?.account_id ?? entry.account_id
      const answer = await askMain('service.connect', { ...entry, account_id, fingerprint, real_money })
      setResult(answer.ok ? answer.value : 'not_now')
      setBusy(false)
      return answer.ok && answer.value.kind === 'fits'
    },
    forget() {
      setResult(null)
      setFingerprint(null)
    },
  }
}
