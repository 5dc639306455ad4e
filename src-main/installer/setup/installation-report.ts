import { dateIn, type Language, moneyIn } from '../../../src-shared/language.ts'
import type { PosReply } from '../../../src-shared/pos/commands.ts'
import type { HealthFacts } from '../../../src-shared/pos/installer-tools/health.ts'
import type { NetworkTest } from '../../../src-shared/pos/installer-tools/network-test.ts'
import {
  type InstallationWords,
  installationWords,
} from '../../../src-shared/pos/installer-tools/report-words.ts'
import {
  isElsewhere,
  isProven,
  type Setup,
  type SetupStep,
  setupSteps,
  stepState,
  type Tried,
} from '../../../src-shared/pos/installer-tools/setup.ts'
import type { PeripheralKind } from '../../../src-shared/pos/peripherals/peripheral-choices.ts'
import type { PrinterAddress } from '../../../src-shared/pos/printing/printers.ts'
import { escapeHtml } from '../../../src-shared/receipt/receipt-html.ts'
import { assertNever } from '../../../src-shared/result.ts'

export interface InstallationReport {
  readonly language: Language
  /** Of the shop. */
  readonly timeZone: string
  readonly facts: HealthFacts
  readonly setup: Setup
  readonly shop: string
  readonly counter: string
  readonly account: string | null
  readonly currency: string
  /** Intents of test sales that are not reversed yet. */
  readonly unreturned: readonly string[]
  readonly attached: AttachedDevices
  /** The latest network test since the start; null where there was none. */
  readonly network: NetworkTest | null
  /** A person's name or a role; null where nobody is known. */
  readonly by: string | null
}

/** The devices at the counter besides its terminal; null where their settings cannot be read. */
export interface AttachedDevices {
  readonly printers: PosReply<'printers.list'> | null
  readonly peripherals: PosReply<'peripherals.list'> | null
}

/** A4, in mm. */
const width = 210
const height = 297

type Row = readonly [name: string, value: string]

/** A page to print about what was set up and checked, when and by whom. It loads nothing and contains no key. */
export function installationReport(report: InstallationReport) {
  const { language, timeZone, facts, setup } = report
  const words = installationWords[language]
  const at = (iso: string) =>
    dateIn(language, new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const { training, real_money } = facts.service
  const kind = training ? 'training' : real_money === null ? 'unknown' : real_money ? 'live' : 'sandbox'
  const by = report.by === null ? '' : ` ${words.by} ${nameOf(report.by, words)}`
  const steps = setupSteps.map((step) => {
    const mark = stepState(step, setup, facts) === 'open' ? undefined : setup.steps[step]
    return [
      words.stepNames[step],
      stateOf(step, report, words),
      mark === undefined ? '–' : at(mark.at),
      mark?.by == null ? '–' : nameOf(mark.by, words),
    ]
  })
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(words.title)}</title>
<style>${style}</style>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(`${words.made} ${at(facts.at)}${by}`)}</p>
<p class="kind ${kind}"><b>${escapeHtml(words.kinds[kind])}</b> ${escapeHtml(words.kindNotes[kind])}</p>
<h2>${escapeHtml(words.found)}</h2>
<table>${foundRows(report, words)
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join('')}</table>
<h2>${escapeHtml(words.steps)}</h2>
<table><tr>${[words.step, words.state, words.when, words.who].map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>
${steps.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n')}</table>
<p class="note">${escapeHtml(words.note)}</p></html>`
  return { html, width, height }
}

function stateOf(step: SetupStep, { setup, facts }: InstallationReport, words: InstallationWords): string {
  const state = stepState(step, setup, facts)
  if (state !== 'done') return words[state]
  return isProven(step, setup, facts) === true ? words.checked : words.stated
}

const nameOf = (by: string, { roles }: InstallationWords): string =>
  by === 'installer' || by === 'manager' ? roles[by] : by

function foundRows(report: InstallationReport, words: InstallationWords): readonly Row[] {
  const { language, facts, setup, unreturned } = report
  const { service, terminal, disk, audit, version } = facts
  const number = (value: number) => value.toLocaleString(language)
  return [
    [words.shop, report.shop],
    [words.counter, report.counter],
    [words.service, service.url ?? words.thisComputer],
    [words.account, report.account ?? words.unknown],
    [words.reference, service.version ?? words.unknown],
    [words.terminal, terminal.hsn ?? '–'],
    [words.latency, terminal.latency_ms === null ? words.unknown : `${number(terminal.latency_ms)} ms`],
    [words.clock, clockText(setup.clock, facts, words)],
    [words.testSale, saleText(setup.test_sale, report, words)],
    ...(unreturned.length === 0 ? [] : [[words.testSale, [words.notReturned, ...unreturned].join(', ')]]),
    ...networkRows(report, words),
    ...deviceRows(report, words),
    [
      words.disk,
      disk === null ? words.unknown : words.gigabytes(number(Math.round(disk.free_bytes / 1e8) / 10)),
    ],
    [words.record, audit === null ? words.unknown : audit.faults === 0 ? words.whole : words.damaged],
    [words.program, `Countertop ${version.countertop}, Electron ${version.electron}`],
    [words.system, version.system],
  ].map(([name = '', value = '']) => [name, value] as const) satisfies readonly Row[]
}

function networkRows(
  { language, timeZone, network }: InstallationReport,
  words: InstallationWords,
): readonly Row[] {
  if (network === null) return [[words.network, words.notTried]]
  const at = dateIn(language, new Date(network.at), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const steps = network.lines.map(({ name, state, took_ms, until, values }): Row => {
    const outcome = state === 'good' ? words.works : state === 'bad' ? words.failed : words.unknown
    const took = took_ms === null ? [] : [`${took_ms.toLocaleString(language)} ms`]
    const shown = [values.addresses, values.subject, values.code].flatMap((one) => (one ? [String(one)] : []))
    const day = until === null ? [] : [dateIn(language, new Date(until), { dateStyle: 'medium', timeZone })]
    return [`${words.network}, ${words.networkSteps[name]}`, [outcome, ...took, ...shown, ...day].join(', ')]
  })
  return [[words.network, at], ...steps]
}

function deviceRows({ attached }: InstallationReport, words: InstallationWords): readonly Row[] {
  const { printers, peripherals } = attached
  const { printer, scanner, drawer } = words.stepNames
  const found = printers?.printers ?? []
  const none = (known: unknown) => (known === null ? words.unknown : words.noneSetUp)
  const port = (name: string, kind: PeripheralKind): Row => {
    const one = peripherals?.[kind]
    if (one?.port == null) return [name, none(peripherals)]
    return [name, `${one.port.path}, ${one.open ? words.portOpen : words.portClosed}`]
  }
  const printed = found.map((one): Row => {
    const purpose = one.id === printers?.default_id ? [words.printsReceipts] : []
    return [printer, [one.name, placeOf(one.address), ...purpose, words.reports[one.reports]].join(', ')]
  })
  return [
    ...(printed.length === 0 ? [[printer, none(printers)] as const] : printed),
    [drawer, found.find((one) => one.drawer)?.name ?? none(printers)],
    port(scanner, 'scanner'),
    port(words.poleDisplay, 'pole_display'),
  ]
}

function placeOf(address: PrinterAddress): string {
  switch (address.kind) {
    case 'tcp':
      return `${address.host}:${address.port}`
    case 'serial':
      return address.path
    case 'usb':
      return 'USB'
    case 'system':
      return address.queue
    default:
      return assertNever(address)
  }
}

function clockText(tried: Tried | null, { service }: HealthFacts, words: InstallationWords): string {
  if (tried === null || isElsewhere(tried, service.real_money)) return words.notTried
  if (!tried.ok) return words.failed
  return tried.clock_offset === null ? words.set : `${words.set}; ${words.offset} ${tried.clock_offset} ms`
}

function saleText(
  tried: Tried | null,
  { language, currency, facts }: InstallationReport,
  words: InstallationWords,
): string {
  if (tried === null) return words.notTried
  const { real_money } = facts.service
  // Once a test sale was requested, its money counts as out until it is known to be back, even without a payment.
  const asked = tried.amount !== null || tried.payment_id !== null
  const isOut = asked && !tried.returned
  // A test in training or at a sandbox proves nothing about the shop's account; money that is out is always named.
  if (!isOut && real_money === true && isElsewhere(tried, real_money)) return words.notTried
  const amount = tried.amount === null ? [] : [moneyIn(language, currency, tried.amount)]
  const payment = tried.payment_id === null ? [] : [`${words.payment} ${tried.payment_id}`]
  const outcome = tried.ok ? [] : [words.failed]
  const back = tried.payment_id === null ? [] : [words.returned]
  const money = isOut ? [words.notReturned] : back
  return [...amount, ...payment, ...outcome, ...money].join(', ')
}

const style = `@page{size:${width}mm ${height}mm;margin:0}
html,body{margin:0;background:#fff;color:#000}
body{padding:18mm;font:3.6mm/1.45 'DejaVu Sans','Liberation Sans',Arial,sans-serif}
h1{margin:0 0 2mm;font-size:7mm}h2{margin:7mm 0 2mm;font-size:4.6mm}p{margin:1.5mm 0}
table{width:100%;border-collapse:collapse}
th,td{padding:1.4mm 2mm;border-bottom:.2mm solid #999;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}
.kind{padding:3mm;border:.5mm solid #000}.live{background:#000;color:#fff}
.note{margin-top:6mm;font-size:3mm}`
