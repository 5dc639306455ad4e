import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { type PrintOutcome, printOnTerminal } from './print-on-terminal.ts'
import style from './sales.module.css'
import { useOutcomeWords } from './use-outcome-words.ts'

/** Prints the receipts of all cards of a paid bill on the terminal, and shows the outcome. */
export function PrintCardsButton({ number }: { readonly number: string }) {
  const { t } = useTranslation()
  const outcomeWords = useOutcomeWords()
  const [printing, setPrinting] = useState(false)
  const [outcome, setOutcome] = useState<PrintOutcome | null>(null)
  const print = async () => {
    setPrinting(true)
    setOutcome(null)
    setOutcome(await printOnTerminal(number))
    setPrinting(false)
  }
  const label = printing ? 'approved.printing' : outcome === null ? 'approved.print' : 'approved.printAgain'
  return (
    <>
      <p role="status" className={style.outcome}>
        {outcome !== null && outcomeWords(outcome)}
      </p>
      <ActionButton
        icon={<IconPrinter size={26} aria-hidden />}
        label={t(label)}
        disabled={printing}
        onPress={() => void print()}
      />
    </>
  )
}
