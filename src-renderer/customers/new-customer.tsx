import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { looksLikeEmail, parsePhone } from '../../src-shared/pos/links/payment-link-steps.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions } from '../components/dialog.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'

/** Creates a customer. Starts with the text of the search: a number, an address or a name. */
export function NewCustomer({ typed, onBack }: { readonly typed: string; readonly onBack: () => void }) {
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
