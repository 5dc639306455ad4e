import { useLayoutEffect } from 'react'
import type { DisplayView } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { assertNever } from '../../src-shared/result.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useScheme } from '../shell/color-scheme.ts'
import style from './display.module.css'
import { useDisplay, useMoney } from './display-store.ts'
import { IdleView } from './idle-view.tsx'
import { LinkView } from './link-view.tsx'
import { Message, Sum } from './message.tsx'
import { OrderView } from './order-view.tsx'
import { PaidView } from './paid-view.tsx'
import { SignView } from './sign-view.tsx'
import { TipView } from './tip-view.tsx'

/** The customer's display. Draws only from its own snapshot. */
export function Display() {
  const { t } = useTranslation('display')
  const snapshot = useDisplay((state) => state.snapshot)
  const scheme = useScheme(snapshot?.color_scheme ?? 'auto')
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  if (snapshot === null) return <main className={style.display} />
  const { view, shop, training, pictures } = snapshot
  return (
    <div className={style.display}>
      {view.kind !== 'idle' && (
        <header className={style.top}>
          <p className={style.shop}>{shop}</p>
          {training && <p className={style.training}>{t('training')}</p>}
        </header>
      )}
      <main className={style.main} data-view={view.kind} aria-live="polite">
        {view.kind === 'idle' ? (
          <IdleView shop={shop} training={training} pictures={pictures} />
        ) : (
          <Shown view={view} />
        )}
      </main>
    </div>
  )
}

function Shown({ view }: { readonly view: Exclude<DisplayView, { kind: 'idle' }> }) {
  const { t } = useTranslation('display')
  const money = useMoney()
  switch (view.kind) {
    case 'order':
      return <OrderView order={view.order} title={t('yourOrder')} />
    case 'paying':
      return view.order === null ? (
        <Message title={t(`step.${view.step}`)}>
          <Sum label={t('toPay')} text={money(view.amount)} />
          {view.tip > 0 && <p className={style.text}>{t('tipIncluded', { amount: money(view.tip) })}</p>}
        </Message>
      ) : (
        <OrderView
          order={view.order}
          title={t(`step.${view.step}`)}
          due={view.amount}
          tip={view.tip}
          surcharge={view.surcharge}
        />
      )
    case 'link':
      return <LinkView amount={view.amount} url={view.url} />
    case 'part_paid':
      return (
        <Message title={t('partPaid', { paid: money(view.paid), total: money(view.total) })}>
          <Sum label={t('toPay')} text={money(view.balance)} />
        </Message>
      )
    case 'tip':
      return <TipView key={view.prompt} question={view} />
    case 'sign':
      return <SignView key={view.prompt} prompt={view.prompt} amount={view.amount} />
    case 'wait':
      return <Message title={t('wait')} text={t('waitText')} />
    case 'held':
      return (
        <Message tone="good" title={t('held')} text={t('heldText')}>
          <Sum label={t('heldSum')} text={money(view.amount)} />
        </Message>
      )
    case 'released':
      return <Message tone="good" title={t('released')} text={t('releasedText')} />
    case 'paid':
      return <PaidView paid={view} />
    case 'declined':
      return <Message title={t('declined')} text={t('declinedText')} />
    case 'not_paid':
      return <Message title={t('notPaid')} text={t('notPaidText')} />
    case 'giving_back':
      return <Message title={t('givingBack')} text={t('waitText')} />
    case 'given_back':
      return <Message tone="good" title={t('givenBack', { amount: money(view.amount) })} />
    default:
      return assertNever(view)
  }
}
