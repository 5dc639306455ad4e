import { useRef, useState } from 'react'
import { giftCardCodeIn } from '../../src-shared/payments/gift-card-code.ts'
import type { FoundGiftCard } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { askMain } from '../bridge.ts'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'

interface CodeFieldProps {
  readonly label: string
  readonly hint: string
  readonly onFound: (card: FoundGiftCard) => void
  /** Called with the last four letters of a card whose code is lost, or with null for any other entry. */
  readonly onLastFour?: (letters: string | null) => void
}

/** Looks up a code as soon as it is complete and its check letter matches: a scanner types it in one go. */
export function CodeField({ label, hint, onFound, onLastFour }: CodeFieldProps) {
  const { t } = useTranslation('giftCards')
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<RefusalCode | null>(null)
  const asked = useRef('')
  const letters = text.replace(/[\s-]/g, '').length
  const isWrong = letters >= 16 && giftCardCodeIn(text) === null
  const lookUp = async (typed: string) => {
    const code = giftCardCodeIn(typed) ?? ''
    if (asked.current === code) return
    // The field's content now differs from the code last looked up.
    asked.current = code
    if (code === '') return
    const found = await askMain('gift_cards.look_up', { code })
    if (asked.current !== code) return
    asked.current = ''
    if (found.ok) onFound(found.value)
    else setRefused(found.error.code)
  }
  const trouble = () => {
    if (isWrong) return t('codeWrong')
    if (refused === null) return null
    if (refused === 'not_found') return t('notFound')
    return refused === 'service_away' ? t('unreachable') : t('failed')
  }
  const lookFor = (typed: string) => {
    if (onLastFour !== undefined && /^[A-Z]{4}$/.test(typed)) onLastFour(typed)
    else void lookUp(typed)
  }
  return (
    <Field
      label={label}
      hint={hint}
      value={text}
      autoFocus
      maxLength={24}
      trouble={trouble()}
      onChange={(typed) => {
        setText(typed.toUpperCase())
        setRefused(null)
        onLastFour?.(null)
        void lookUp(typed)
      }}
      onEnter={() => lookFor(text.trim())}
    />
  )
}
