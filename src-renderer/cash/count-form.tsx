import { useEffect, useState } from 'react'
import { countedTotal, denominations } from '../../src-shared/pos/cash/shift.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions, DialogText } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './cash-forms.module.css'

interface Counted {
  /** Null for a blind count. */
  readonly expected: number | null
  readonly counted: number
}

const doubleTapMs = 600

/** Counts the drawer by denomination. The expected amount is shown only after the count. */
export function CountForm() {
  const { t } = useTranslation()
  const money = useMoney()
  const currency = useSnapshot((snapshot) => snapshot.currency)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [result, setResult] = useState<Counted | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const mayClose = useLater(asking, doubleTapMs)
  // After Enter in a field, the confirmation may be below the window.
  const foot = useScrollIntoView<HTMLDivElement>(asking)
  const counted = denominations(currency).map((value) => ({ value, count: Number(typed[value] ?? 0) }))
  const isEmpty = Object.values(typed).every((text) => text === '')
  const total = money(countedTotal(counted))
  const count = (value: number, text: string) => {
    setAsking(false)
    setTyped((before) => ({ ...before, [value]: text.replace(/\D/g, '') }))
  }
  const close = async () => {
    setBusy(true)
    const closed = await askMain('drawer.close_shift', { counted: counted.filter(({ count }) => count > 0) })
    setBusy(false)
    if (closed.ok) setResult(closed.value)
    else setTrouble(t(closed.error.code === 'not_now' ? 'drawer.notNow' : `refusal.${closed.error.code}`))
  }
  if (result !== null) return <CountResult result={result} />
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) setAsking(true)
      }}
    >
      <DialogText>{t('drawer.text.count')}</DialogText>
      <div className={style.pieces}>
        {counted.map(({ value }) => (
          <Field
            key={value}
            label={money(value)}
            inputMode="numeric"
            maxLength={5}
            value={typed[value] ?? ''}
            onChange={(text) => count(value, text)}
          />
        ))}
      </div>
      <div ref={foot} className={style.foot}>
        <MoneyFacts facts={[{ label: t('drawer.counted'), value: total, strong: true }]} />
        {trouble !== null && (
          <p role="alert">
            <strong>{trouble}</strong>
          </p>
        )}
        {asking && <DialogText>{t('drawer.closeWith', { amount: total })}</DialogText>}
        <DialogActions>
          {asking ? (
            <>
              {/* Keys: without them React would turn the pressed button into the submit button and submit the form.
                  Against a double tap, the safe button comes first, where the pressed one was, and closing stays
                  disabled for a moment. */}
              <ActionButton key="again" label={t('drawer.countAgain')} onPress={() => setAsking(false)} />
              <ActionButton
                kind="primary"
                label={t('drawer.do.count')}
                disabled={busy || !mayClose}
                onPress={() => void close()}
              />
            </>
          ) : (
            <ActionButton
              key="count"
              kind="primary"
              label={t('drawer.do.count')}
              disabled={isEmpty}
              submits
            />
          )}
        </DialogActions>
      </div>
    </form>
  )
}

/** Whether `isSo` has been true for `ms`. */
function useLater(isSo: boolean, ms: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => {
      clearTimeout(timer)
      setIsLater(false)
    }
  }, [isSo, ms])
  return isLater
}

function CountResult({ result }: { readonly result: Counted }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { expected, counted } = result
  return (
    <div role="status">
      <MoneyFacts
        facts={[
          ...(expected === null ? [] : [{ label: t('drawer.expected'), value: money(expected) }]),
          { label: t('drawer.counted'), value: money(counted), strong: expected === null },
          ...(expected === null
            ? []
            : [
                {
                  label: t(differenceWords(counted - expected)),
                  value: money(Math.abs(counted - expected)),
                  strong: true,
                },
              ]),
        ]}
      />
      <DialogActions>
        <ActionButton kind="primary" label={t('drawer.done')} autoFocus onPress={closeDialog} />
      </DialogActions>
    </div>
  )
}

const differenceWords = (difference: number) =>
  difference === 0 ? 'drawer.even' : difference > 0 ? 'drawer.over' : 'drawer.short'
