import { useEffect } from 'react'
import { assertNever } from '../../../src-shared/result.ts'
import { AskingScreen } from '../../gift-cards/asking-screen.tsx'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { BalanceScreen } from './balance-screen.tsx'
import type { BillPlace } from './bill-place.ts'
import { CashScreen } from './cash-screen.tsx'
import { LinkScreen } from './link-screen.tsx'
import { LateBillPaper, PaidScreen } from './paid-screen.tsx'
import { RestoredScreen } from './restored-screen.tsx'
import { GivenBackScreen, HandBackScreen } from './undo-screen.tsx'

/** The screens of a bill between its card payments. Loaded when the first of them is needed. */
export function BillScreens({ place }: { readonly place: BillPlace }) {
  const bill = useSnapshot((snapshot) => snapshot.bill)
  // Loaded before the bill is paid, so that the receipt appears at once.
  useEffect(() => void LateBillPaper.load(), [])
  if (place === 'cash') return <CashScreen />
  if (bill === null) return null
  switch (place) {
    case 'restored':
      return <RestoredScreen bill={bill} />
    case 'asking':
      return <AskingScreen bill={bill} />
    case 'balance':
      return <BalanceScreen bill={bill} />
    case 'link':
      return <LinkScreen bill={bill} />
    case 'paid':
      return <PaidScreen bill={bill} />
    case 'hand_back':
      return <HandBackScreen bill={bill} />
    case 'given_back':
      return <GivenBackScreen bill={bill} />
    default:
      return assertNever(place)
  }
}
