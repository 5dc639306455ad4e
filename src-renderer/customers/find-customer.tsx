import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions } from '../components/dialog.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { AskOnTerminal } from './ask-on-terminal.tsx'
import { ContactLines } from './contact-lines.tsx'
import style from './customers.module.css'
import { NewCustomer } from './new-customer.tsx'

/** Finds a customer by name, email or phone number, typed here or on the terminal; creates one if none is found. */
export function FindCustomer() {
  const { t } = useTranslation('customers')
  const { t: words } = useTranslation()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly CounterCustomer[] | null>(null)
  const [trouble, setTrouble] = useState<'search' | 'phone' | 'card_data' | null>(null)
  const [making, setMaking] = useState(false)
  const latest = useRef(0)

  async function search(wanted: string) {
    const turn = ++latest.current
    setText(wanted)
    setTrouble(null)
    if (wanted.trim().length < 2) return setFound(null)
    const answer = await askMain('customer.search', { text: wanted.trim() })
    // Ignores a slower answer to an earlier search.
    if (turn !== latest.current) return
    setFound(answer.ok ? answer.value : null)
    if (!answer.ok) setTrouble(answer.error.code === 'card_data' ? 'card_data' : 'search')
  }
  if (making) return <NewCustomer typed={text} onBack={() => setMaking(false)} />
  return (
    <>
      <TextInput
        size="lg"
        label={t('find')}
        description={t('findHint')}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        data-takes-scans
        value={text}
        onChange={(event) => void search(event.currentTarget.value)}
      />
      <AskOnTerminal
        onPhone={(phone) => void search(phone.replace(/^\+1(?=\d{10}$)/, ''))}
        onTrouble={() => setTrouble('phone')}
      />
      {trouble !== null && (
        <p role="alert" className={style.trouble}>
          {trouble === 'card_data' ? words('refusal.card_data') : t(`trouble.${trouble}`)}
        </p>
      )}
      <p role="status" className={style.status}>
        {found === null ? '' : t('found', { count: found.length })}
      </p>
      <ul className={style.list}>
        {(found ?? []).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={style.row}
              onClick={() => void run('customer.choose', { customer_id: one.id })}
            >
              <strong>{one.name || phoneText(one.phone) || one.email}</strong>
              <ContactLines customer={one} />
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <ActionButton label={t('new')} onPress={() => setMaking(true)} />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </>
  )
}
