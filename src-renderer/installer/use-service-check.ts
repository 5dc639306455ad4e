import { useState } from 'react'
import type { ServiceCheck } from '../../src-shared/pos/service-commands.ts'
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
  /** @param fingerprint of a certificate that the person has compared */
  check(fingerprint: string | null): Promise<void>
  /** Takes it, as it was shown. */
  connect(realMoney: boolean): Promise<boolean>
  /** What was typed has changed: the result is of something else. */
  forget(): void
}

/** The check of what was typed, and what it came to. */
export function useServiceCheck(entry: Entry): ServiceChecking {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ServiceChecking['result']>(null)
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  return {
    busy,
    result,
    async check(compared) {
      setBusy(true)
      setResult(null)
      setFingerprint(compared)
      const answer = await askMain('service.check', { ...entry, fingerprint: compared })
      setResult(answer.ok ? answer.value : 'not_now')
      setBusy(false)
    },
    async connect(real_money) {
      setBusy(true)
      const answer = await askMain('service.connect', { ...entry, fingerprint, real_money })
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
