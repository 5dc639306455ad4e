import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { displaySnapshotOf } from '../../src-shared/pos/customer-display/display-view.ts'
import type { PeripheralKind } from '../../src-shared/pos/peripherals/peripheral-choices.ts'
import {
  type Peripheral,
  type PeripheralsFile,
  peripheralsFileSchema,
} from '../../src-shared/pos/peripherals/peripherals.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { ok } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import { type KeptPort, keepPort } from './kept-port.ts'
import { poleBytes, poleText } from './pole-text.ts'
import { afterSilence, withBytes } from './scan-lines.ts'
import { createScanPace } from './scan-pace.ts'

/** The scanner and the pole display on this computer's serial ports. */
export interface Peripherals {
  list(): PosResult<'peripherals.list'>
  setUp(asked: PosCommandPayload<'peripherals.set_up'>): Promise<PosResult<'peripherals.set_up'>>
  /** Called when the text for the customer may have changed. */
  show(snapshot: Snapshot): void
  stop(): Promise<void>
}

/** A scanner sends a code at once: bytes after a pause of this length, in ms, belong to another code. */
const silenceMs = 100

export async function openPeripherals(options: {
  readonly path: string
  readonly onScan: (code: string) => void
  readonly log: Log
}): Promise<Peripherals> {
  const { log } = options
  const file = jsonFile<PeripheralsFile>(
    options.path,
    peripheralsFileSchema,
    {
      version: 1,
      scanner: null,
      pole_display: null,
    },
    { keepsGood: true },
  )
  let settings = await file.read()
  let scanner: KeptPort | null = null
  let pole: KeptPort | null = null
  let shown: Uint8Array | null = null
  let rest = ''
  let silence: NodeJS.Timeout | undefined
  const pace = createScanPace(options.onScan, () =>
    log.warn({ path: settings.scanner?.path }, 'serial.noise'),
  )

  function receive(bytes: Uint8Array): void {
    clearTimeout(silence)
    const found = withBytes(rest, bytes)
    rest = found.rest
    for (const code of found.codes) pace.take(code)
    silence = setTimeout(() => {
      const code = afterSilence(rest)
      rest = ''
      if (code !== null) pace.take(code)
    }, silenceMs)
    silence.unref()
  }

  function start(kind: PeripheralKind): void {
    const port = settings[kind]
    if (port === null) return
    if (kind === 'scanner') scanner = keepPort(port, { bytes: receive, open: () => undefined }, log)
    else {
      const redraw = () => {
        if (shown !== null) pole?.write(shown)
      }
      pole = keepPort(port, { bytes: () => undefined, open: redraw }, log)
    }
  }
  async function stop(kind: PeripheralKind): Promise<void> {
    const port = kind === 'scanner' ? scanner : pole
    if (kind === 'scanner') scanner = null
    else pole = null
    await port?.stop()
  }
  const about = (kind: PeripheralKind, port: KeptPort | null): Peripheral => ({
    port: settings[kind],
    open: port?.isOpen() ?? false,
  })

  start('scanner')
  start('pole_display')
  return {
    list: () => ok({ scanner: about('scanner', scanner), pole_display: about('pole_display', pole) }),
    async setUp({ kind, port }) {
      const next = { ...settings, [kind]: port }
      await file.write(next)
      await stop(kind)
      settings = next
      start(kind)
      return ok(null)
    },
    show(snapshot) {
      const next = poleBytes(
        poleText(displaySnapshotOf(snapshot, { tip: null, pictures: 0, receipt_url: null })),
      )
      if (shown !== null && Buffer.compare(shown, next) === 0) return
      shown = next
      pole?.write(next)
    },
    async stop() {
      clearTimeout(silence)
      pace.stop()
      await Promise.all([stop('scanner'), stop('pole_display')])
    },
  }
}
