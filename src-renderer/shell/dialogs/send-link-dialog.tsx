import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LinkReceiver } from '../../../src-shared/pos/links/payment-link.ts'
import { looksLikeEmail, parsePhone } from '../../../src-shared/pos/links/payment-link-steps.ts'
import type { RefusalCode } from '../../../src-shared/pos/refusals.ts'
import { askMain } from '../../bridge.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { Segments } from '../../components/segments.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { clearEntry, useEntryStore } from '../../stores/entry-store.ts'
import { showLinkCode, useLinkStore } from '../../stores/link-store.ts'

type Way = LinkReceiver['kind']
const ways = ['sms', 'email', 'code'] as const satisfies readonly Way[]

/** The typed amount, or a part of the open bill, is paid by a link, which is sent or shown as a QR code. */
export function SendLinkDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const { amount: typedAmount, note, order } = useEntryStore()
  const ofBill = useLinkStore((state) => state.ofBill)
  const amount = ofBill ?? order?.total ?? typedAmount
  const [way, setWay] = useState<Way>('sms')
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<'wrong' | RefusalCode | null>(null)
  const [sending, setSending] = useState(false)
  const choose = (next: Way) => {
    setWay(next)
    setTyped('')
    setTrouble(null)
  }
  const refused = (code: RefusalCode) => setTrouble(code === 'payload_invalid' ? 'wrong' : code)
  const send = async () => {
    const receiver = receiverOf(way, typed)
    if (receiver === null) return setTrouble('wrong')
    setSending(true)
    if (ofBill !== null) {
      const sent = await askMain('bill.send_link', { amount, receiver })
      setSending(false)
      return sent.ok ? closeDialog() : refused(sent.error.code)
    }
    const made = await askMain('links.send', {
      amount,
      note: note.trim(),
      receiver,
      ...(order === null ? {} : { order_id: order.id }),
    })
    setSending(false)
    if (!made.ok) return refused(made.error.code)
    clearEntry()
    if (way === 'code') showLinkCode(made.value.link_id)
    else closeDialog()
  }
  return (
    <Dialog title={t('sendLink.title')}>
      <Amount text={money(amount)} size="large" />
      <Segments
        legend={t('sendLink.way')}
        options={ways.map((value) => ({ value, label: t(`sendLink.${value}`) }))}
        value={way}
        onChange={choose}
      />
      {way === 'code' ? (
        <DialogText>{t('sendLink.codeText')}</DialogText>
      ) : (
        <TextInput
          key={way}
          size="lg"
          label={t(`sendLink.${way}Label`)}
          placeholder={t(`sendLink.${way}Example`)}
          type={way === 'sms' ? 'tel' : 'email'}
          inputMode={way === 'sms' ? 'tel' : 'email'}
          autoComplete="off"
          maxLength={254}
          data-autofocus
          value={typed}
          error={trouble === 'wrong' ? t(`sendLink.${way}Wrong`) : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setTrouble(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.repeat) void send()
          }}
        />
      )}
      {trouble !== null && trouble !== 'wrong' && (
        <p role="alert">{t(trouble === 'service_away' ? 'sendLink.away' : `refusal.${trouble}`)}</p>
      )}
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t(way === 'code' ? 'sendLink.show' : 'sendLink.send')}
          disabled={sending || amount === 0}
          onPress={() => void send()}
        />
        <ActionButton label={t('confirmCharge.back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

function receiverOf(way: Way, typed: string): LinkReceiver | null {
  if (way === 'code') return { kind: 'code' }
  if (way === 'sms') {
    const phone_number = parsePhone(typed)
    return phone_number === null ? null : { kind: 'sms', phone_number }
  }
  const address = typed.trim()
  return looksLikeEmail(address) ? { kind: 'email', address } : null
}
