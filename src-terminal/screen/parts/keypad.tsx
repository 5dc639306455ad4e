import { type Action, type KeypadKey, pressKey } from '../../device/actions.ts'
import { BackIcon, CrossIcon, OkIcon } from './icons.tsx'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

export function Keypad({ act }: { readonly act: (action: Action) => void }) {
  const key = (name: KeypadKey, label: string, className: string, drawing: React.ReactNode) => (
    <button
      key={name}
      type="button"
      className={`key ${className}`}
      aria-label={label}
      onClick={() => act(pressKey(name))}
    >
      {drawing}
    </button>
  )
  return (
    <fieldset className="keypad">
      <legend className="unseen">Keypad</legend>
      {digits.map((digit) => key(digit, `Digit ${digit}`, `key-${digit}`, digit))}
      {key('red', 'Red key', 'key-red', <CrossIcon />)}
      {key('yellow', 'Yellow key', 'key-yellow', <BackIcon />)}
      {key('green', 'Green key', 'key-green', <OkIcon />)}
    </fieldset>
  )
}
