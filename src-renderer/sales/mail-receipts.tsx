import { useRef, useState } from 'react'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { MailForm, mailReceipts } from './mail-form.tsx'
import style from './sales.module.css'
import { type ReceiptWayOutcome, useOutcomeWords } from './use-outcome-words.ts'

/** E-mails the receipts of a sale that has just ended. The next sale can begin at any time. */
export function MailReceipts({ number }: { readonly number: string }) {
  const { t } = useTranslation('sales')
  const outcomeWords = useOutcomeWords()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ReceiptWayOutcome | null>(null)
  const isSending = useRef(false)
  // Neither the focus nor `nearest` moves a field that only the buttons at the bottom cover.
  const form = useScrollIntoView<HTMLDivElement>(true, outcome?.kind ?? null, 'end')
  const send = async (email: string) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setOutcome(await mailReceipts(number, email))
    setBusy(false)
    isSending.current = false
  }
  return (
    <div ref={form} className={`${style.tools} ${style.mail}`}>
      {outcome?.kind !== 'sent' && <MailForm busy={busy} onSend={(email) => void send(email)} />}
      <p role="status" className={style.outcome}>
        {busy ? t('working') : outcome === null ? '' : outcomeWords(outcome)}
      </p>
    </div>
  )
}
