import { useEffect, useState } from 'preact/hooks'
import type { CheckoutPage } from '../../../src-shared/api/schemas/checkout-page.ts'
import { MessageScreen } from '../../components/message-screen.tsx'
import type { Words } from '../../i18n/words.ts'
import { ShopLink } from './shop-link.tsx'

interface PaidScreenProps {
  readonly words: Words
  readonly view: CheckoutPage
  /** This page saw the payment happen and redirects to the shop; a page that finds it already paid stays. */
  readonly followed: boolean
  readonly takesFocus: boolean
}

/** Long enough to read what was paid. */
const secondsBeforeRedirect = 8

export function PaidScreen({ words, view, followed, takesFocus }: PaidScreenProps) {
  const { payment, merchant_name: merchant } = view
  const leadsOn = followed && view.success_url !== null
  const isPending = payment?.status === 'pending'
  const isPart = payment !== null && payment.amount - payment.surcharge_amount < view.amount
  const whole = words(isPending ? 'paid.pendingTitle' : followed ? 'paid.title' : 'paid.already')
  const title = isPart ? words('paid.partTitle') : whole
  return (
    <MessageScreen kind="good" title={title} takesFocus={takesFocus}>
      {isPending ? <p>{words('paid.pending')}</p> : null}
      {payment?.status === 'uncaptured' ? <p>{words('paid.reserved', { merchant })}</p> : null}
      {followed && !isPending ? <p>{words('paid.thanks', { merchant })}</p> : null}
      {isPart ? (
        <p class="strong">
          {words('paid.part', {
            merchant,
            paid: words.money(payment.amount, view.currency),
            total: words.money(view.amount + payment.surcharge_amount, view.currency),
          })}
        </p>
      ) : null}
      {payment === null ? null : (
        <Receipt words={words} payment={payment} currency={view.currency} training={view.training} />
      )}
      {leadsOn && view.success_url !== null ? (
        <Redirect words={words} merchant={merchant} url={view.success_url} />
      ) : (
        <ShopLink href={view.success_url} text={words('action.goOn', { merchant })} />
      )}
    </MessageScreen>
  )
}

function Redirect({ words, merchant, url }: { words: Words; merchant: string; url: string }) {
  const [left, setLeft] = useState<number | null>(secondsBeforeRedirect)
  useEffect(() => {
    if (left === null) return
    if (left === 0) {
      if (/^https?:\/\//.test(url)) location.assign(url)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, url])
  useEffect(() => {
    // A payer who comes back from the shop is not redirected again.
    const stay = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeft(null)
    }
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  return (
    <div class="redirect">
      <ShopLink href={url} text={words('action.goOn', { merchant })} primary />
      {left === null ? null : (
        <>
          <p class="hint">{words.counted('paid.redirect', left, { merchant })}</p>
          <button type="button" class="quiet" onClick={() => setLeft(null)}>
            {words('action.stay')}
          </button>
        </>
      )}
    </div>
  )
}

interface ReceiptProps {
  readonly words: Words
  readonly payment: NonNullable<CheckoutPage['payment']>
  readonly currency: string
  readonly training: boolean
}

function Receipt({ words, payment, currency, training }: ReceiptProps) {
  const rows: (readonly [string, string])[] = [
    [words('paid.amount'), words.money(payment.amount, currency)],
    ...(payment.surcharge_amount > 0
      ? [[words('paid.surcharge'), words.money(payment.surcharge_amount, currency)] as const]
      : []),
    [words('paid.method'), methodName(words, payment)],
    [words('paid.date'), words.shortDateTime(new Date(payment.paid_at))],
    [words('paid.number'), payment.receipt_number],
  ]
  return (
    <section class="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">{words('paid.receipt')}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div class="sum" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {training ? <p class="hint">{words('page.testHint')}</p> : null}
      <button type="button" class="quiet no-print" onClick={() => print()}>
        {words('action.print')}
      </button>
    </section>
  )
}

type Method = Pick<NonNullable<CheckoutPage['payment']>, 'payment_method_type' | 'brand' | 'last_four_digits'>

/** For example `Visa •••• 1111`. */
export function methodName(
  words: Words,
  { payment_method_type: type, brand, last_four_digits }: Method,
): string {
  const name = brand ?? words(`method.${type}`)
  return last_four_digits === null ? name : `${name}\u00a0••••\u00a0${last_four_digits}`
}
