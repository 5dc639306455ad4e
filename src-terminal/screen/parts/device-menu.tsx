import type { DeviceCapabilities } from '../../../src-shared/api/schemas/terminal.ts'
import { printedClaimCode, virtualClaimCode } from '../../../src-shared/terminal/claim-code.ts'
import type { DeviceAction } from '../../device/actions.ts'
import type { DeviceCondition } from '../../device/device-condition.ts'
import type { TerminalView } from '../terminal-store.ts'
import { useOwnTime } from '../use-own-time.ts'
import { ToolsIcon } from './icons.tsx'
import { Switch } from './switch.tsx'

interface DeviceMenuProps {
  readonly view: TerminalView
  readonly ownTime: () => number
  readonly act: (action: DeviceAction) => void
}

/** How long the terminal takes to start, in ms. */
const startMs = 6000
const slowLinkMs = 1500
const lateAnswerMs = 5000
/** Seven minutes slow, and half a minute slower every hour. */
const wrongClock = { offsetMs: -420_000, driftMsPerHour: -30_000 } as const
const rightClock = { offsetMs: 0, driftMsPerHour: 0 } as const
/** Largest error of a clock that counts as right, in ms. */
const tolerableMs = 30_000

const hardware: readonly (readonly [keyof DeviceCapabilities, string])[] = [
  ['emv', 'Chip'],
  ['nfc', 'Contactless'],
  ['msr', 'Stripe'],
  ['pin_pad', 'PIN pad'],
  ['signature', 'Signature'],
  ['printer', 'Printer'],
]

/** Faults of a terminal, for testing. Shown above the device until the person clicks beside it. */
export function DeviceMenu({ view, ownTime, act }: DeviceMenuProps) {
  const { condition } = view
  const set = (change: Partial<DeviceCondition>) => act({ kind: 'set_condition', condition: change })
  // Redraws every second, so that both clocks are read at the same moment.
  useOwnTime(ownTime)
  const aheadMs = ownTime() - Date.now()
  const clockIsRight = Math.abs(aheadMs) < tolerableMs
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="device-menu">
        <ToolsIcon /> Device
      </button>
      <section id="device-menu" className="menu" popover="auto" aria-label="Device">
        <h2>About</h2>
        <p className="menu-about">
          Serial number {view.hsn}
          <br />
          Claim code {printedClaimCode(virtualClaimCode(view.hsn))}
        </p>
        <h2>In order</h2>
        <div className="menu-group">
          <Switch name="Paper loaded" on={condition.paper} onChange={(paper) => set({ paper })} />
          <Switch
            name="Network cable in"
            on={view.networkPlugged}
            onChange={(plugged) => act({ kind: 'plug_network', plugged })}
          />
          <Switch
            name="Clock is right"
            detail={clockIsRight ? '' : offBy(aheadMs)}
            on={clockIsRight}
            onChange={(right) => act({ kind: 'misset_clock', error: right ? rightClock : wrongClock })}
          />
        </div>
        <h2>Trouble</h2>
        <div className="menu-group menu-trouble">
          <Switch
            name="Slow link"
            detail="1.5 s each way"
            on={condition.latencyMs > 0}
            onChange={(on) => set({ latencyMs: on ? slowLinkMs : 0 })}
          />
          <Switch
            name="Answers late"
            detail="by 5 s"
            on={condition.answerDelayMs > 0}
            onChange={(on) => set({ answerDelayMs: on ? lateAnswerMs : 0 })}
          />
          <Switch
            name="Answers twice"
            on={condition.answersTwice}
            onChange={(answersTwice) => set({ answersTwice })}
          />
          <Switch
            name="Ignores cancel"
            on={condition.ignoresCancel}
            onChange={(ignoresCancel) => set({ ignoresCancel })}
          />
        </div>
        <h2>Hardware</h2>
        <div className="menu-group menu-hardware">
          {hardware.map(([part, name]) => (
            <Switch
              key={part}
              name={name}
              on={view.hardware[part] === true}
              onChange={(on) => act({ kind: 'fit_hardware', hardware: { [part]: on } })}
            />
          ))}
        </div>
        <button
          type="button"
          className="way menu-restart"
          popoverTarget="device-menu"
          popoverTargetAction="hide"
          onClick={() => act({ kind: 'reboot', forMs: startMs })}
        >
          Restart the terminal
        </button>
      </section>
    </>
  )
}

/** For example "7 min slow". */
function offBy(aheadMs: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(aheadMs) / 60_000))
  return `${minutes} min ${aheadMs < 0 ? 'slow' : 'fast'}`
}
