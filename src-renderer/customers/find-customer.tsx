import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import { looksLikeEmail, parsePhone } from '../../src-shared/pos/links/payment-link-steps.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions, DialogText } from '../components/dialog.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ContactLines } from './contact-lines.tsx'
import style from './customers.module.css'

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

interface AskProps {
  readonly onPhone: (phone: string) => void
  readonly onTrouble: () => void
}

/** The customer types the number on the terminal, where other people do not overhear it. */
function AskOnTerminal({ onPhone, onTrouble }: AskProps) {
  const { t } = useTranslation('customers')
  const connected = useSnapshot(({ terminal }) => terminal.kind === 'connected')
  const [asking, setAsking] = useState(false)
  const isAsking = useRef(false)
  useEffect(
    () => () => {
      // Leaving the page cancels the question on the terminal.
      if (isAsking.current) void askMain('customer.stop_asking', undefined)
    },
    [],
  )
  if (!connected) return null
  const ask = async () => {
    setAsking(true)
    isAsking.current = true
    const typed = await askMain('customer.ask_phone', undefined)
    isAsking.current = false
    setAsking(false)
    if (typed.ok) onPhone(typed.value.phone)
    else if (typed.error.code !== 'not_now') onTrouble()
  }
  return asking ? (
    <>
      <DialogText>{t('askingPhone')}</DialogText>
      <ActionButton label={t('stopAsking')} onPress={() => void askMain('customer.stop_asking', undefined)} />
    </>
  ) : (
    <ActionButton label={t('askPhone')} onPress={() => void ask()} />
  )
}

/** Starts with the text of the search: a number, an address or a name. */
function NewCustomer({ typed, onBack }: { readonly typed: string; readonly onBack: () => void }) {
  const { t } = useTranslation('customers')
  const making = useRunning('customer.create')
  const kind = /^[\d\s()+./-]+$/.test(typed) ? 'phone' : typed.includes('@') ? 'email' : 'name'
  const [name, setName] = useState(kind === 'name' ? typed : '')
  const [phone, setPhone] = useState(kind === 'phone' ? typed : '')
  const [email, setEmail] = useState(kind === 'email' ? typed : '')
  const number = phone.trim() === '' ? '' : parsePhone(phone)
  const isAddress = email.trim() === '' || looksLikeEmail(email.trim())
  const ready = !making && number !== null && isAddress && (name + phone + email).trim() !== ''
  const make = () => {
    if (ready) void run('customer.create', { name: name.trim(), phone: number, email: email.trim() })
  }
  const field = (
    key: 'name' | 'phone' | 'email',
    value: string,
    set: (value: string) => void,
    wrong: boolean,
  ) => (
    <TextInput
      size="lg"
      label={t(key)}
      type={key === 'phone' ? 'tel' : key === 'email' ? 'email' : 'text'}
      autoComplete="off"
      maxLength={key === 'phone' ? 20 : 200}
      data-autofocus={key === 'name' || undefined}
      value={value}
      error={wrong ? t(`wrong.${key === 'phone' ? 'phone' : 'email'}`) : undefined}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.repeat) make()
      }}
    />
  )
  return (
    <>
      {field('name', name, setName, false)}
      {field('phone', phone, setPhone, number === null)}
      {field('email', email, setEmail, !isAddress)}
      <DialogActions>
        <ActionButton kind="primary" label={t('make')} disabled={!ready} onPress={make} />
        <ActionButton label={t('back')} onPress={onBack} />
      </DialogActions>
    </>
  )
}
