import { IconCircleCheck, IconHelpCircle, IconHourglass, IconPencil } from '@tabler/icons-react'
import type { ParkedSale } from '../../../src-shared/pos/parked/parked-sale.ts'
import { isBeyondFinding, isRecorded } from '../../../src-shared/pos/parked/parked-transition.ts'
import { assertNever } from '../../../src-shared/result.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { askWhatHappened } from '../../stores/parked-record-store.ts'
import { isAtRest, useSnapshot } from '../../stores/snapshot-store.ts'
import { useParkedWords } from '../parked-words.ts'
import style from './bar.module.css'
import { UnreadableLine } from './unreadable-line.tsx'

/**
 * Parked payments with an unknown outcome, above every screen except during a sale. Each shows what is known, until a
 * person has acknowledged how it ended.
 */
export function ParkedBar() {
  const { t } = useTranslation()
  const parked = useSnapshot((snapshot) => snapshot.parked)
  const atRest = useSnapshot(isAtRest)
  const unreadable = useSnapshot((snapshot) => snapshot.unreadable_sales)
  const begun = useSnapshot((snapshot) => snapshot.begun_series)
  if (!atRest || (parked.length === 0 && unreadable === 0 && begun === null)) return null
  return (
    <ul className={style.bar} aria-label={t('parked.list')}>
      {unreadable > 0 && (
        <UnreadableLine text={t('parked.unreadable')} command="parked.acknowledge_unreadable" />
      )}
      {begun !== null && (
        <UnreadableLine text={t('parked.begunSeries', begun)} command="sale.acknowledge_series" />
      )}
      {parked.map((one) => (
        <Line key={one.state.sale.id} parked={one} />
      ))}
    </ul>
  )
}

function Line({ parked }: { readonly parked: ParkedSale }) {
  const { t } = useTranslation()
  const words = useParkedWords()(parked)
  const { state, record } = parked
  const progress = progressOf(parked)
  const Icon = icons[progress]
  const what = state.kind === 'voiding' ? 'void' : 'charge'
  return (
    <li className={style.line} data-parked={progress}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {progress === 'recorded' && record !== undefined
          ? t(`parked.recorded.${what}.${record.finding}`, {
              ...words,
              author: record.author ?? t('parked.recordedBy'),
            })
          : t(`parked.${wordsOf(progress, words.returned)}`, words)}
        {record !== undefined && <span className={style.record}>{record.text}</span>}
        {record?.at_service === false && <span className={style.record}>{t('parked.recordedHere')}</span>}
      </span>
      <Choices
        saleId={state.sale.id}
        progress={progress}
        amount={words.amount}
        isPart={words.returned !== null}
      />
    </li>
  )
}

interface ChoicesProps {
  readonly saleId: string
  readonly progress: Progress
  readonly amount: string
  /** A part of it was given back. */
  readonly isPart: boolean
}

function Choices({ saleId: sale_id, progress, amount, isPart }: ChoicesProps) {
  const { t } = useTranslation()
  const deciding = useRunning('parked.decide')
  const acknowledging = useRunning('parked.acknowledge')
  if (progress === 'checking' || progress === 'voiding' || progress === 'capturing') {
    return <ActionButton kind="quiet" label={t('parked.record')} onPress={() => askWhatHappened(sale_id)} />
  }
  if (progress !== 'deciding') {
    return (
      <ActionButton
        kind="quiet"
        label={t(progress === 'not_found' ? 'parked.putAway' : 'parked.acknowledge')}
        disabled={acknowledging}
        onPress={() => send('parked.acknowledge', { sale_id })}
      />
    )
  }
  return (
    <>
      <ActionButton
        label={t('deciding.keep', { amount })}
        disabled={deciding}
        onPress={() => send('parked.decide', { sale_id, choice: 'keep' })}
      />
      <ActionButton
        kind="undo"
        label={isPart ? t('deciding.giveBack', { amount }) : t('deciding.void')}
        disabled={deciding}
        onPress={() => send('parked.decide', { sale_id, choice: 'void' })}
      />
    </>
  )
}

function wordsOf(progress: Progress, returned: string | null) {
  if (progress === 'recorded') return 'checking'
  return progress === 'deciding' && returned !== null ? 'decidingPart' : progress
}

type Progress =
  | 'checking'
  | 'not_found'
  | 'recorded'
  | 'voiding'
  | 'capturing'
  | 'deciding'
  | 'approved'
  | 'declined'
  | 'unanswered'
  | 'voided'
  | 'released'
  | 'not_moved'

const icons = {
  checking: IconHourglass,
  not_found: IconHelpCircle,
  recorded: IconPencil,
  voiding: IconHourglass,
  capturing: IconHourglass,
  deciding: IconHelpCircle,
  approved: IconCircleCheck,
  declined: IconCircleCheck,
  unanswered: IconCircleCheck,
  voided: IconCircleCheck,
  released: IconCircleCheck,
  not_moved: IconCircleCheck,
} as const

/** Evaluated again after every look-up, whose count is in the snapshot. */
function progressOf(parked: ParkedSale): Progress {
  if (isRecorded(parked)) return 'recorded'
  return isBeyondFinding(parked, Date.now()) ? 'not_found' : progressOfState(parked.state)
}

/** A payment that no bank declined failed on our side: the service's own `failure_code`. */
function unpaid(category: string): Progress {
  switch (category) {
    case 'outcome_unknown_voided':
      return 'unanswered'
    case 'not_processed':
    case 'not_sent':
    case 'resolved_not_charged':
      return 'not_moved'
    default:
      return 'declined'
  }
}

function progressOfState(state: ParkedSale['state']): Progress {
  switch (state.kind) {
    case 'stopped':
      return state.released === true ? 'released' : state.money
    case 'creating':
    case 'choosing_tip':
    case 'adding_tip':
    case 'reading_card':
    case 'confirming':
    case 'adding_surcharge':
    case 'authorizing':
    case 'checking':
      return 'checking'
    case 'signing':
      return 'approved'
    case 'voiding':
    case 'capturing':
    case 'deciding':
    case 'approved':
      return state.kind
    case 'declined':
      return unpaid(state.decline.category)
    default:
      return assertNever(state)
  }
}
