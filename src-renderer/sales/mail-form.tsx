import { useState } from 'react'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './sales.module.css'
import type { ReceiptWayOutcome } from './use-outcome-words.ts'

interface MailFormProps {
  readonly busy: boolean
  readonly onSend: (email: string) => void
}

/** Asks for the address to which the receipts are sent. */
export function MailForm({ busy, onSend }: MailFormProps) {
  const { t } = useTranslation('sales')
  const [email, setEmail] = useState('')
  return (
    <form
      className={style.find}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(email.trim())
      }}
    >
      <Field
        label={t('address')}
        value={email}
        onChange={setEmail}
        inputMode="email"
        maxLength={254}
        autoFocus
      />
      <ActionButton submits label={t('send')} disabled={busy} />
    </form>
  )
}

/** E-mails the receipts of the cards that paid a bill. */
export async function mailReceipts(number: string, email: string): Promise<ReceiptWayOutcome> {
  const answer = await askMain('receipts.email', { number, email })
  if (!answer.ok)
    return { kind: answer.error.code === 'payload_invalid' ? 'emailWrong' : 'sendFailed', detail: '' }
  return answer.value.sent
    ? { kind: 'sent', detail: '' }
    : { kind: 'sendFailed', detail: answer.value.message }
}
