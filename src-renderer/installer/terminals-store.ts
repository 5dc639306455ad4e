import { create } from 'zustand'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import type {
  DiagnosticFact,
  DiagnosticResult,
  TerminalListItem,
  TryableOperation,
} from '../../src-shared/pos/terminals/installer.ts'
import { askMain } from '../bridge.ts'
import { createLatest } from '../stores/latest.ts'

type Fields = PosCommandPayload<'terminals.try'>['fields']

/** A test of one operation on one terminal, from Run to its result. */
export interface Diagnostic {
  readonly hsn: string
  readonly operation: TryableOperation
  readonly running: boolean
  readonly stopping: boolean
  readonly result: DiagnosticResult | null
  readonly failed: RefusalCode | null
}

/** The view of the page: the list, a terminal, pairing, adding a virtual one, and so on. */
export type TerminalsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'terminal'; readonly hsn: string }
  /** `replaces`: the serial number of the terminal that the new one replaces; null for none. */
  | { readonly kind: 'pair'; readonly replaces?: string | null }
  | { readonly kind: 'add_virtual' }
  | { readonly kind: 'service' }
  | { readonly kind: 'printers' }
  | { readonly kind: 'health' }
  | { readonly kind: 'computer'; readonly at?: 'restore' }
  | { readonly kind: 'assistant' }

/** Results that tests returned for a terminal; kept while the page is open. */
export interface Learned {
  readonly version?: DiagnosticFact
  readonly clock_offset?: DiagnosticFact
}

interface TerminalsStore {
  /** Null before the first answer. */
  readonly terminals: readonly TerminalListItem[] | null
  readonly listing: boolean
  readonly listFailed: RefusalCode | null
  readonly view: TerminalsView
  /** The assistant opened this view; Back leads to the assistant. */
  readonly fromAssistant: boolean
  readonly operation: TryableOperation | null
  readonly diagnostic: Diagnostic | null
  /** By serial identifier. */
  readonly learned: Readonly<Record<string, Learned>>
}

const empty: TerminalsStore = {
  terminals: null,
  listing: false,
  listFailed: null,
  view: { kind: 'list' },
  fromAssistant: false,
  operation: null,
  diagnostic: null,
  learned: {},
}

export const useTerminalsStore = create<TerminalsStore>()(() => empty)

const latestList = createLatest()
const latestDiagnostic = createLatest()

export async function list(): Promise<void> {
  useTerminalsStore.setState({ listing: true })
  const result = await latestList.only(() => askMain('terminals.list', undefined))
  if (result === null) return
  useTerminalsStore.setState(
    result.ok
      ? { listing: false, listFailed: null, terminals: result.value }
      : { listing: false, listFailed: result.error.code },
  )
}

export const showView = (view: TerminalsView): void => useTerminalsStore.setState({ view, operation: null })

/** Opens the page that completes a step of the assistant. */
export const goFromAssistant = (view: TerminalsView): void =>
  useTerminalsStore.setState({ view, operation: null, fromAssistant: true })

export const chooseOperation = (operation: TryableOperation | null): void =>
  useTerminalsStore.setState({ operation })

/** Runs one operation. No other starts while it runs, because the terminal has one screen. */
export async function tryOperation(hsn: string, operation: TryableOperation, fields: Fields): Promise<void> {
  if (useTerminalsStore.getState().diagnostic?.running === true) return
  const diagnostic: Diagnostic = {
    hsn,
    operation,
    running: true,
    stopping: false,
    result: null,
    failed: null,
  }
  useTerminalsStore.setState({ diagnostic })
  const answer = await latestDiagnostic.only(() => askMain('terminals.try', { hsn, operation, fields }))
  if (answer === null) return
  const ended = { ...diagnostic, running: false }
  if (answer.ok) {
    const { value } = answer
    useTerminalsStore.setState(({ learned }) => ({
      diagnostic: { ...ended, result: value },
      learned: { ...learned, [hsn]: { ...learned[hsn], ...learnedFrom(value) } },
    }))
  } else {
    useTerminalsStore.setState({ diagnostic: { ...ended, failed: answer.error.code } })
  }
  void list()
}

function learnedFrom({ facts }: DiagnosticResult): Learned {
  const fact = (name: keyof Learned) => facts.find((one) => one.name === name)
  const version = fact('version')
  const offset = fact('clock_offset')
  return {
    ...(version === undefined ? {} : { version }),
    ...(offset === undefined ? {} : { clock_offset: offset }),
  }
}

/**
 * Asks the terminal to stop; the test ends with its own answer. Leaving the page also calls this, and the role may have
 * ended by then, so a refusal is not shown.
 */
export function stopDiagnostic(): void {
  const { diagnostic } = useTerminalsStore.getState()
  if (diagnostic?.running !== true) return
  useTerminalsStore.setState({ diagnostic: { ...diagnostic, stopping: true } })
  void askMain('terminals.stop_try', { hsn: diagnostic.hsn })
}

/** The next person starts with an empty page. */
export function forgetTerminals(): void {
  latestList.forget()
  latestDiagnostic.forget()
  useTerminalsStore.setState(empty)
}

interface Back {
  readonly words: 'toTerminals' | 'toAssistant'
  readonly go: () => void
}

const backToAssistant = (): void =>
  useTerminalsStore.setState({ view: { kind: 'assistant' }, operation: null, fromAssistant: false })

/** The target of Back inside the page; null if Back leaves the page. */
export function useTerminalsBack(): Back | null {
  const view = useTerminalsStore((state) => state.view)
  const fromAssistant = useTerminalsStore((state) => state.fromAssistant)
  if (fromAssistant) return { words: 'toAssistant', go: backToAssistant }
  return view.kind === 'list' ? null : { words: 'toTerminals', go: () => showView({ kind: 'list' }) }
}
